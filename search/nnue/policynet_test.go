package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomPolicyNet returns a network with weights up to the largest allowed, sometimes only with the largest.
func randomPolicyNet(rng *rand.Rand) *PolicyNet {
	n := &PolicyNet{LineLayers: randomLineNet(rng).LineLayers}
	extreme := rng.IntN(4) == 0
	for i := range n.OutputWeights {
		n.OutputWeights[i] = int16(upTo(rng, int32(MaxPolicyOutput)))
		if extreme {
			n.OutputWeights[i] = MaxPolicyOutput
		}
	}
	return n
}

// The scores of moves are the outputs that the definition of a PolicyNet gives, for any side and any number of squares.
func TestPolicyScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		nets := [2]*PolicyNet{randomPolicyNet(rng), randomPolicyNet(rng)}
		s := NewPolicyScorer(NewLineIndex(), nets[0], nets[1])
		a := s.NewAccumulator(9, 9)
		var changes []Change
		var at []Square
		for i := range 81 {
			square := a.At(i%9, i/9)
			a.SetEmpty(square)
			if at = append(at, square); rng.IntN(3) > 0 {
				changes = append(changes, Change{square, s.Blank(), LinePattern(rng.IntN(LinePatterns))})
			}
		}
		plain := a.Clone()
		a.Update(changes)
		plain.updateGeneric(changes, false)
		require.Equal(t, plain.sums, a.sums)
		require.Equal(t, plain.convs, a.convs)
		taken := a.Clone()
		taken.Undo(changes)
		plain.updateGeneric(changes, true)
		require.Equal(t, plain.sums, taken.sums)
		require.Equal(t, plain.convs, taken.convs)
		for side := range 2 {
			at := at[:rng.IntN(len(at)+1)]
			got, plain := make([]int32, len(at)), make([]int32, len(at))
			s.Score(a, side, at, got)
			a.scoreGeneric(&s.output[side], at, plain)
			for n, square := range at {
				want := int64(0)
				for i := range 4 * Channels {
					perspective := i/Channels&1 ^ side
					feature := [2]*features{&a.sums[square], &a.convs[square]}[i/(2*Channels)][perspective*Channels+i%Channels]
					want += int64(max(feature, 0)) * int64(nets[side].OutputWeights[i])
				}
				require.EqualValues(t, want, plain[n])
				require.EqualValues(t, want/(LineFeatureScale*PolicyScale), got[n])
			}
		}
	}
}
