package nnue

import (
	"math/bits"

	"tahoun/search/pattern"
)

// AccumulatorSize is the number of sums in a PairAccumulator, whose two words hold no more. With another value the next
// line does not compile.
const AccumulatorSize = 8

var _ = pairAccumulatorAndBucketEvaluate([AccumulatorSize]struct{}{})

type pairAccumulatorAndBucketEvaluate [8]struct{} // written for 8 sums, as is heads_amd64.s

// Quantisation scales of a PairNet: the integer that stands for 1.
const (
	PairFeatureScale = 1 << 7                             // of FeatureWeights and accumulators
	PairHiddenScale  = 1 << 7                             // of HiddenWeights
	PairUnitScale    = PairFeatureScale * PairHiddenScale // of hidden units, their HiddenBias and FlagWeights
)

// The largest weights either way. Two hidden units share an int64, so each must fit 32 bits.
const (
	MaxPairHidden = 8 * PairHiddenScale // of HiddenWeights: eight of them times sums of 16 bits take 28 bits
	MaxPairBias   = 64 * PairUnitScale  // of HiddenBias and FlagWeights: twelve of them take 24 bits
)

// A PairNet holds the weights of the network over pairs of cell classes. It sees a position from the side to move.
type PairNet struct {
	FeatureWeights [pattern.Pairs][AccumulatorSize]int16 // by pattern.Pair of own and other class; in PairFeatureScale
	Buckets        [OutputBuckets]OutputBucket
}

// An OutputBucket holds the weights behind the accumulator. Stockfish calls them a layer stack: the bucket has its
// own hidden layer, not only its own output.
type OutputBucket struct {
	HiddenWeights [HiddenSize][AccumulatorSize]int16 // in PairHiddenScale
	HiddenBias    [HiddenSize]int32                  // in PairUnitScale
	FlagWeights   [Flags][HiddenSize]int32           // added to the bias where the flag is set; in PairUnitScale
	OutputWeights [HiddenSize]int16                  // score for a unit of 1; in OutputScale
}

// A PairEvaluator is a PairNet prepared for speed, by output bucket.
type PairEvaluator [OutputBuckets]bucket

// A bucket is an OutputBucket with two hidden units in each int64, so that one multiplication serves both.
type bucket struct {
	hidden [HiddenSize / 2][AccumulatorSize]int64
	low    [1 << lowFlags]biases  // by the lower flags, HiddenBias included
	high   [1 << highFlags]biases // by the higher flags
	output *[HiddenSize]int16
	inputs pairInputs // hidden once more, for pairHeadAVX2
}

// pairInputs are the weights of a hidden layer for the sums of a PairAccumulator, two sums at a time.
type pairInputs [AccumulatorSize / 2][HiddenSize][2]int16

// biases are the starting values of the hidden units, two in each int64.
type biases [HiddenSize / 2]int64

// add adds a number for each unit.
func (b *biases) add(row *[HiddenSize]int32) {
	for u := range b {
		b[u] += twoUnits(row[2*u], row[2*u+1])
	}
}

// addFlagSets fills in every set of flags: the set without its lowest flag, plus the weights of that flag.
func addFlagSets(sets []biases, weights [][HiddenSize]int32) {
	for set := 1; set < len(sets); set++ {
		sets[set] = sets[set&(set-1)]
		sets[set].add(&weights[bits.TrailingZeros(uint(set))])
	}
}

// twoUnits packs the numbers of two units.
func twoUnits[N int16 | int32](low, high N) int64 { return int64(low) + int64(high)<<32 }

// NewPairEvaluator prepares a network.
func NewPairEvaluator(net *PairNet) *PairEvaluator {
	e := new(PairEvaluator)
	for i := range e {
		e[i].load(&net.Buckets[i])
	}
	return e
}

// load fills b with the weights of o.
func (b *bucket) load(o *OutputBucket) {
	b.output = &o.OutputWeights
	for u := range b.hidden {
		for i := range AccumulatorSize {
			b.hidden[u][i] = twoUnits(o.HiddenWeights[2*u][i], o.HiddenWeights[2*u+1][i])
		}
	}
	for u := range o.HiddenWeights {
		for i, w := range o.HiddenWeights[u] {
			b.inputs[i/2][u][i%2] = w
		}
	}
	b.low[0].add(&o.HiddenBias)
	addFlagSets(b.low[:], o.FlagWeights[:lowFlags])
	addFlagSets(b.high[:], o.FlagWeights[lowFlags:])
}

// Evaluate returns the score for the side to move, in the units of search's evaluation (200 is odds of e : 1). It takes
// the accumulator of that side, the flags, a bit each, and the output bucket.
func (e *PairEvaluator) Evaluate(acc PairAccumulator, flags, bucket int) int {
	return e[bucket].evaluate(acc, flags)
}

// biases returns the two parts of the starting values for a set of flags.
func (b *bucket) biases(flags int) (low, high *biases) {
	return &b.low[flags&(1<<lowFlags-1)], &b.high[flags>>lowFlags&(1<<highFlags-1)]
}

// evaluateGeneric returns the score.
func (b *bucket) evaluateGeneric(acc PairAccumulator, flags int) int {
	l := acc.lift()
	s0, s1, s2, s3 := sum(l.low, 0), sum(l.low, 1), sum(l.low, 2), sum(l.low, 3) // an array would not stay in registers
	s4, s5, s6, s7 := sum(l.high, 0), sum(l.high, 1), sum(l.high, 2), sum(l.high, 3)
	low, high := b.biases(flags)
	v := int64(0)
	for u := range b.hidden {
		w := &b.hidden[u]
		two := low[u] + high[u] + s0*w[0] + s1*w[1] + s2*w[2] + s3*w[3] + s4*w[4] + s5*w[5] + s6*w[6] + s7*w[7]
		first := int64(int32(two))
		second := (two - first) >> 32
		v += max(first, 0)*int64(b.output[2*u]) + max(second, 0)*int64(b.output[2*u+1]) // ReLU
	}
	return int(v / (PairUnitScale * OutputScale))
}
