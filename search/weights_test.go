package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
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

// withFitted enters random weights for every set while the test runs.
func withFitted(t *testing.T, rng *rand.Rand) {
	before := fitted
	t.Cleanup(func() { fitted = before })
	fitted = map[string]*Weights{}
	for _, rule := range everyRule {
		fitted[setOf(rule, board.X)], fitted[setOf(rule, board.O)] = randomWeights(rng), randomWeights(rng)
	}
}

func TestSets(t *testing.T) {
	for rule, want := range map[board.Rule][2]string{
		board.Freestyle:                    {"freestyle", "freestyle"},
		board.Continuous:                   {"freestyle", "freestyle"},
		board.ExactFive:                    {"exact", "exact"},
		board.Renju:                        {"renju_x", "renju_o"},
		board.Renju | board.ExactFive:      {"renju_x", "renju_o"},
		board.Caro:                         {"caro", "caro"},
		board.Caro | board.ExactFive:       {"caro", "caro"},
		board.ExactFive | board.Continuous: {"exact", "exact"},
	} {
		assert.Equal(t, want, [2]string{setOf(rule, board.X), setOf(rule, board.O)}, "rule %d", rule)
	}
}

// A set without numbers of its own has those for five or more.
func TestUnfittedSet(t *testing.T) {
	withFitted(t, rand.New(rand.NewPCG(1, 2)))
	delete(fitted, "renju_x")
	set, w := WeightsOf(board.Renju, board.X)
	assert.Equal(t, "renju_x", set)
	assert.Same(t, fitted["freestyle"], w)
	set, w = WeightsOf(board.Renju, board.O)
	assert.Equal(t, "renju_o", set)
	assert.Same(t, fitted["renju_o"], w)
}
