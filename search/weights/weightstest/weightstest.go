// Package weightstest makes weights for tests.
package weightstest

import (
	"math/rand/v2"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
	"tahoun/search/weights"
)

// Random returns numbers of the size of fitted ones.
func Random(rng *rand.Rand) *weights.Weights {
	w := new(weights.Weights)
	for i := range w.CellValue {
		w.CellValue[i] = int16(rng.IntN(401) - 200)
		w.OwnPolicy[i], w.OpponentPolicy[i] = int16(rng.IntN(8192)), int16(rng.IntN(8192))
	}
	for _, rows := range [][][pattern.Pairs]int16{w.PairPolicy[:], w.OwnThreatPolicy[:], w.OpponentThreatPolicy[:]} {
		for i := range rows {
			for k := range rows[i] {
				rows[i][k] = int16(rng.IntN(8192))
			}
		}
	}
	for i := range w.ThreatValue {
		w.ThreatValue[i] = int16(rng.IntN(401) - 200)
	}
	for i := range w.PairNet.FeatureWeights {
		for k := range w.PairNet.FeatureWeights[i] {
			w.PairNet.FeatureWeights[i][k] = int16(rng.IntN(81) - 40)
		}
	}
	for stage := range w.PairNet.Buckets {
		h := &w.PairNet.Buckets[stage]
		for u := range h.HiddenWeights {
			for k := range h.HiddenWeights[u] {
				h.HiddenWeights[u][k] = int16(rng.IntN(401) - 200)
			}
			h.HiddenBias[u], h.OutputWeights[u] = int32(rng.IntN(40001)-20000), int16(rng.IntN(801)-400)
			for f := range h.FlagWeights {
				h.FlagWeights[f][u] = int32(rng.IntN(40001) - 20000)
			}
		}
	}
	fillLineNet(&w.LineNet, rng)
	fillPolicyNet(&w.PolicyNet, rng)
	return w
}

func fillLineLayers(s *nnue.LineLayers, rng *rand.Rand) {
	for i := range s.FeatureWeights {
		for k := range s.FeatureWeights[i] {
			s.FeatureWeights[i][k] = int16(rng.IntN(201) - 100)
		}
	}
	clear(s.FeatureWeights[blankPattern][:])
}

func fillLineHidden(s *nnue.LineHidden, rng *rand.Rand) {
	for u := range s.HiddenWeights {
		for k := range s.HiddenWeights[u] {
			s.HiddenWeights[u][k] = int16(number(rng, 300))
		}
		for stage := range s.HiddenBias {
			s.HiddenBias[stage][u] = int32(number(rng, nnue.LineUnitScale))
		}
		for f := range s.FlagWeights {
			s.FlagWeights[f][u] = int32(number(rng, nnue.LineUnitScale))
		}
	}
}

func fillLineNet(s *nnue.LineNet, rng *rand.Rand) {
	fillLineLayers(&s.LineLayers, rng)
	fillLineHidden(&s.LineHidden, rng)
	for stage := range s.OutputWeights {
		for u := range s.OutputWeights[stage] {
			s.OutputWeights[stage][u] = int16(number(rng, 200))
		}
	}
}

func fillPolicyNet(s *nnue.PolicyNet, rng *rand.Rand) {
	fillLineLayers(&s.LineLayers, rng)
	fillLineHidden(&s.LineHidden, rng)
	for u := range s.SquareWeights {
		for i := range s.SquareWeights[u] {
			s.SquareWeights[u][i] = int16(number(rng, nnue.PolicySquareScale))
		}
		s.OutputWeights[u] = int16(number(rng, 4*nnue.PolicyOutputScale))
	}
}

// number returns a random number up to most either way.
func number(rng *rand.Rand, most int) int { return rng.IntN(2*most+1) - most }

var blankPattern = nnue.NewLineIndex().Blank()

// Sets returns random weights for every set.
func Sets(rng *rand.Rand) weights.Sets {
	sets := weights.Sets{}
	for _, rule := range boardtest.EveryRule {
		for _, side := range []board.Stone{board.X, board.O} {
			set, _ := weights.Of(rule, side)
			sets[set] = &weights.Set{Name: set, Weights: Random(rng)}
		}
	}
	return sets
}

// File returns a file of weights for set.
func File(set string, w *weights.Weights) []byte {
	return weights.Encode(weights.Head{{Name: "set", Value: set}}, w)
}
