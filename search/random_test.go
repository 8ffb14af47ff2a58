package search

import (
	"math/rand/v2"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
	"tahoun/search/weights"
)

// randomWeights returns numbers of the size of fitted ones.
func randomWeights(rng *rand.Rand) *Weights {
	w := new(Weights)
	for i := range w.Worth {
		w.Worth[i] = int16(rng.IntN(401) - 200)
		w.Attack[i], w.Defence[i] = int16(rng.IntN(8192)), int16(rng.IntN(8192))
	}
	for _, rows := range [][][pattern.Pairs]int16{w.Both[:], w.Chances[:], w.Dangers[:]} {
		for i := range rows {
			for k := range rows[i] {
				rows[i][k] = int16(rng.IntN(8192))
			}
		}
	}
	for i := range w.Threats {
		w.Threats[i] = int16(rng.IntN(401) - 200)
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
	fillSight(&w.LineNet, rng)
	return w
}

func fillSight(s *nnue.LineNet, rng *rand.Rand) {
	number := func(most int) int { return rng.IntN(2*most+1) - most }
	for i := range s.FeatureWeights {
		for k := range s.FeatureWeights[i] {
			s.FeatureWeights[i][k] = int16(number(100))
		}
	}
	clear(s.FeatureWeights[blankWindow][:])
	for u := range s.HiddenWeights {
		for k := range s.HiddenWeights[u] {
			s.HiddenWeights[u][k] = int16(number(300))
		}
		for stage := range s.HiddenBias {
			s.HiddenBias[stage][u], s.OutputWeights[stage][u] = int32(number(nnue.LineUnitScale)), int16(number(200))
		}
		for f := range s.FlagWeights {
			s.FlagWeights[f][u] = int32(number(nnue.LineUnitScale))
		}
	}
}

var blankWindow = nnue.NewLineTransformer(new(nnue.LineNet), new(nnue.LineNet)).Blank()

// randomSets returns random weights for every set.
func randomSets(rng *rand.Rand) Sets {
	sets := Sets{}
	for _, rule := range boardtest.EveryRule {
		for _, side := range []board.Stone{board.X, board.O} {
			set, _ := WeightsOf(rule, side)
			sets[set] = &Set{Name: set, Weights: randomWeights(rng)}
		}
	}
	return sets
}

// weightsFile returns a file of weights for set.
func weightsFile(set string, w *Weights) []byte {
	return weights.Encode(weights.Head{{Name: "set", Value: set}}, w)
}
