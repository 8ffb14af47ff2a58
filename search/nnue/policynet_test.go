package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomPolicyNet returns a network with weights up to the largest allowed, sometimes only with the largest.
func randomPolicyNet(rng *rand.Rand) *PolicyNet {
	line := randomLineNet(rng)
	n := &PolicyNet{LineLayers: line.LineLayers, LineHidden: line.LineHidden}
	extreme := rng.IntN(4) == 0
	for u := range n.SquareWeights {
		for i := range n.SquareWeights[u] {
			n.SquareWeights[u][i] = int16(upTo(rng, int32(MaxPolicySquare)))
			if extreme {
				n.SquareWeights[u][i] = MaxPolicySquare
			}
		}
		n.OutputWeights[u] = int16(upTo(rng, int32(MaxPolicyOutput)))
		if extreme {
			n.OutputWeights[u] = MaxPolicyOutput
		}
	}
	return n
}

// The scores of moves are the outputs that the definition of a PolicyNet gives, for any side, flags, bucket and number of
// squares.
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
		a.Update(changes)
		for side := range 2 {
			at, flags, bucket := at[:rng.IntN(len(at)+1)], rng.IntN(1<<Flags), rng.IntN(OutputBuckets)
			h := &s.heads[side]
			var board [HiddenSize]int32
			h.hidden(&board, &a.pooled, side, flags, bucket)
			for u := range board {
				board[u] >>= unitShift
			}
			got, plain := make([]int32, len(at)), make([]int32, len(at))
			s.Score(a, side, flags, bucket, at, got)
			a.scoreGeneric(h, &board, at, plain)
			for n, square := range at {
				want := int64(0)
				for u, unit := range board {
					sum := int64(unit)
					for i, weight := range nets[side].SquareWeights[u] {
						perspective := i/Channels&1 ^ side
						feature := [2]*features{&a.sums[square], &a.convs[square]}[i/(2*Channels)][perspective*Channels+i%Channels]
						sum += int64(max(feature, 0)) * int64(weight)
					}
					require.EqualValues(t, int32(sum), sum)
					want += max(0, min(sum>>inputShift, 1<<15-1)) * int64(nets[side].OutputWeights[u])
				}
				require.EqualValues(t, want, plain[n])
				require.EqualValues(t, want/(policyInputScale*PolicyOutputScale), got[n])
			}
		}
	}
}

func BenchmarkPolicyScores(b *testing.B) {
	rng := rand.New(rand.NewPCG(8, 8))
	n := randomPolicyNet(rng)
	s := NewPolicyScorer(NewLineIndex(), n, n)
	a := s.NewAccumulator(20, 20)
	at, scores := make([]Square, 80), make([]int32, 80)
	for i := range at {
		at[i] = a.At(rng.IntN(20), rng.IntN(20))
		a.SetEmpty(at[i])
	}
	for b.Loop() {
		s.Score(a, 0, 1033, 2, at, scores)
	}
}
