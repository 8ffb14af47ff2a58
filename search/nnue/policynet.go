package nnue

// A PolicyNet scores moves by the neighbourhood of their squares and by the whole board. It has the layers of a LineNet
// up to the hidden layer, with weights of its own. The hidden layer is one for each empty square: besides pooled it
// reads the square's relus and convs. An output linear in it is the square's move score.
//
// Its layers have the Channels and HiddenSize of the LineNet. A PolicyNet with more hidden units needs a constant of
// its own. Begin with a row for it in kernelsizes.go: without one, nothing tells that the kernels score and hiddenLayer
// (boardaccumulator_*.s) are too narrow. One with more channels also needs its own LineLayers, and kernels update and
// undo for them.
type PolicyNet struct {
	LineLayers
	LineHidden
	SquareWeights [HiddenSize][PooledSize]int16 // as at PooledSize; in PolicySquareScale, up to MaxPolicySquare
	OutputWeights [HiddenSize]int16             // move score for 1; in PolicyOutputScale, up to MaxPolicyOutput
}

const (
	// Quantisation scales: the integer that stands for 1.
	PolicySquareScale = 1 << 9
	PolicyOutputScale = 1 << 5
	policyUnitScale   = LineFeatureScale * PolicySquareScale // of the hidden layer of a square
	policyInputScale  = LineFeatureScale                     // of the inputs of the output, as int16

	unitShift  = 2 // from LineUnitScale to policyUnitScale
	inputShift = 9 // from policyUnitScale to policyInputScale

	// The largest weights either way. Two times Channels of the squares' times a relu and a conv, see BoardAccumulator,
	// and a quarter of a unit of LineHidden together fit 32 bits, and so do HiddenSize of the outputs' times 16 bits.
	MaxPolicySquare = 1<<15/Channels - 1
	MaxPolicyOutput = 1<<16/HiddenSize - 1
)

// IsZero reports whether the network scores every move 0, as one that has not been trained does.
func (n *PolicyNet) IsZero() bool { return n.OutputWeights == [HiddenSize]int16{} }

// A PolicyScorer holds the PolicyNets for x to move and for o to move, prepared for speed.
type PolicyScorer struct {
	*LineTransformer
	heads [2]policyHead // by side to move
}

// A policyHead holds the layers behind the convolution.
type policyHead struct {
	hiddenHead
	squares pairedWeights // inputs in the order of the features: relus, then convs
	output  *[HiddenSize]int16
}

// NewPolicyScorer prepares the networks for x to move and for o to move, which may be the same.
func NewPolicyScorer(index *LineIndex, x, o *PolicyNet) *PolicyScorer {
	s := &PolicyScorer{LineTransformer: newLineTransformer(index, &x.LineLayers, &o.LineLayers)}
	for side, n := range [2]*PolicyNet{x, o} {
		s.heads[side].load(n, side)
	}
	return s
}

func (h *policyHead) load(n *PolicyNet, side int) {
	h.hiddenHead.load(&n.LineHidden)
	for u := range n.SquareWeights {
		for i, w := range n.SquareWeights[u] {
			h.squares.set(i^side*Channels, u, w)
		}
	}
	h.output = &n.OutputWeights
}

// Score sets scores to the move scores of empty squares for a side to move, 0 for x and 1 for o. flags has a bit for
// each flag.
func (s *PolicyScorer) Score(a *BoardAccumulator, side, flags, bucket int, at []Square, scores []int32) {
	if len(at) == 0 {
		return
	}
	h := &s.heads[side]
	var board hiddenUnits // the part that all squares share
	h.hidden(&board, &a.pooled, side, flags, bucket)
	for u := range board {
		board[u] >>= unitShift
	}
	a.score(h, &board, at, scores[:len(at)])
	for i := range at {
		scores[i] /= policyInputScale * PolicyOutputScale
	}
}
