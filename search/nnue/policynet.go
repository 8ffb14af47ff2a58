package nnue

// A PolicyNet scores moves by the neighbourhood of their squares. It has the layers of a LineNet up to conv, with
// weights of its own, and behind them one output for each empty square: linear in the square's relus and convs, those of
// the side to move first, then its opponent's.
type PolicyNet struct {
	LineLayers
	OutputWeights [4 * Channels]int16 // relus, then convs; move score for a unit of 1, in PolicyScale, up to MaxPolicyOutput
}

const (
	PolicyScale = 1 << 8 // quantisation: the output weight that stands for 1

	// MaxPolicyOutput is the largest output weight either way: 16 of them times a relu and a conv, see BoardAccumulator,
	// fit 32 bits.
	MaxPolicyOutput = 1<<13 - 1
)

// IsZero reports whether the network scores every move 0, as one that has not been trained does.
func (n *PolicyNet) IsZero() bool { return n.OutputWeights == [4 * Channels]int16{} }

// A PolicyScorer holds the PolicyNets for x to move and for o to move, prepared for speed.
type PolicyScorer struct {
	*LineTransformer
	output [2]policyOutput // by side to move
}

// A policyOutput holds the output weights in the order of the features: of relus, and of convs.
type policyOutput [2]features

// NewPolicyScorer prepares the networks for x to move and for o to move, which may be the same.
func NewPolicyScorer(index *LineIndex, x, o *PolicyNet) *PolicyScorer {
	s := &PolicyScorer{LineTransformer: newLineTransformer(index, &x.LineLayers, &o.LineLayers)}
	for side, n := range [2]*PolicyNet{x, o} {
		for layer := range s.output[side] {
			for i := range s.output[side][layer] {
				perspective := i/Channels ^ side // 0 for the side to move
				s.output[side][layer][i] = n.OutputWeights[(2*layer+perspective)*Channels+i%Channels]
			}
		}
	}
	return s
}

// NewAccumulator returns the accumulator of a board without an empty square. Scores need no pooled values.
func (s *PolicyScorer) NewAccumulator(width, height int) *BoardAccumulator {
	return s.newAccumulator(width, height, false)
}

// Score sets scores to the move scores of empty squares for a side to move, 0 for x and 1 for o.
func (s *PolicyScorer) Score(a *BoardAccumulator, side int, at []Square, scores []int32) {
	if len(at) > 0 {
		a.score(&s.output[side], at, scores[:len(at)])
	}
	for i := range at {
		scores[i] /= LineFeatureScale * PolicyScale
	}
}

// scoreGeneric is score in plain loops: it sets scores to the outputs of squares, in LineFeatureScale*PolicyScale.
func (a *BoardAccumulator) scoreGeneric(output *policyOutput, at []Square, scores []int32) {
	for n, square := range at {
		sum, conv, v := &a.sums[square], &a.convs[square], int32(0)
		for i := range sum {
			v += int32(max(sum[i], 0))*int32(output[0][i]) + int32(max(conv[i], 0))*int32(output[1][i])
		}
		scores[n] = v
	}
}
