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
	for i := range w.Net.Lanes {
		for k := range w.Net.Lanes[i] {
			w.Net.Lanes[i][k] = int16(rng.IntN(81) - 40)
		}
	}
	for stage := range w.Net.Heads {
		h := &w.Net.Heads[stage]
		for u := range h.Hide {
			for k := range h.Hide[u] {
				h.Hide[u][k] = int16(rng.IntN(401) - 200)
			}
			h.Bias[u], h.Out[u] = int32(rng.IntN(40001)-20000), int16(rng.IntN(801)-400)
			for f := range h.Flag {
				h.Flag[f][u] = int32(rng.IntN(40001) - 20000)
			}
		}
	}
	fillSight(&w.Sight, rng)
	return w
}

func fillSight(s *nnue.Sight, rng *rand.Rand) {
	number := func(most int) int { return rng.IntN(2*most+1) - most }
	for i := range s.Windows {
		for k := range s.Windows[i] {
			s.Windows[i][k] = int16(number(100))
		}
	}
	clear(s.Windows[blankWindow][:])
	for u := range s.Hide {
		for k := range s.Hide[u] {
			s.Hide[u][k] = int16(number(300))
		}
		for stage := range s.Bias {
			s.Bias[stage][u], s.Out[stage][u] = int32(number(nnue.SightUnit)), int16(number(200))
		}
		for f := range s.Flag {
			s.Flag[f][u] = int32(number(nnue.SightUnit))
		}
	}
}

var blankWindow = nnue.NewSeer(new(nnue.Sight), new(nnue.Sight)).Blank()

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
