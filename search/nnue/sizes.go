// Package nnue evaluates positions with two small networks, and scores moves with a third one. The first layers are
// updated as stones come and go (efficiently updatable neural networks: Yu Nasu, 2018).
//
//	PairNet    counts the empty squares by the pair of cell classes that the two sides would make there
//	LineNet    a line-pattern convolutional net, which also sees where these squares are
//	PolicyNet  the same layers with weights of their own, and a hidden layer and an output for each square
//
// The scores of the first two are added. They have the layers of an NNUE:
//
//	feature transformer  adds a row of numbers for each feature of the position to an accumulator
//	hidden layer         HiddenSize ReLU units, linear in the accumulator, with a bias and a weight for each flag
//	output               linear in the hidden units
//
// The number of stones chooses an output bucket. In a PairNet each bucket has a hidden layer of its own, in a LineNet
// its own biases and output weights only. Two things differ from Stockfish's NNUE: a ReLU has no upper bound, and a
// PairNet reads only the accumulator of the side to move, since its features hold both sides' classes.
//
// All arithmetic is integer, so that every machine computes the same score. The package does not know the board.
//
// A network gets another size in its struct and the constants beside it. Three places depend on them: the assembly, see
// kernelsizes.go; the trainer, scripts/tune/train, which reads the constants (policynet.go there for the PolicyNet);
// and the files of weights, whose head names the sizes of all arrays (weights/file.go), so that files of another layout
// are refused and the networks have to be trained anew. The trainer starts from the embedded weights (newModel in its
// model.go), so the first of another layout have to be made from the old ones or from zeros, which no tool does.
package nnue

const (
	Flags      = 11 // inputs that are 0 or 1 for the whole position, a bit each; weights.ThreatSets lists them
	HiddenSize = 16 // ReLU units of a hidden layer

	lowFlags  = Flags / 2 // a table over all sets of flags would be too large: there is one for each half
	highFlags = Flags - lowFlags

	OutputScale = 1 << 4 // quantisation: the output weight that stands for 1
)

// OutputBuckets is the number of output buckets.
const OutputBuckets = len(laterBuckets) + 1

// laterBuckets are the numbers of stones at which each bucket but the first begins.
var laterBuckets = [...]int{16, 24, 32, 44}

// BucketOf returns the output bucket of a position with so many stones, from 0 to OutputBuckets-1.
func BucketOf(stones int) (bucket int) {
	for _, from := range laterBuckets {
		if stones >= from {
			bucket++
		}
	}
	return bucket
}
