package search

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	for _, set := range setNames {
		sets[set] = &Set{set, randomWeights(rng)}
	}
	return sets
}

// weightsFile returns a file of weights for set.
func weightsFile(set string, w *Weights) []byte {
	return weights.Encode(weights.Head{{Name: "set", Value: set}}, w)
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

// A set without weights of its own has those for five or more.
func TestUnfittedSet(t *testing.T) {
	set, w := WeightsOf(board.ExactFive, board.X)
	assert.Equal(t, "exact", set)
	assert.NotContains(t, inForce, "exact")
	assert.Same(t, inForce["freestyle"]().Weights, w)
	loaded := randomSets(rand.New(rand.NewPCG(1, 2)))
	delete(loaded, "exact")
	_, other := loaded.of(board.ExactFive, board.X)
	assert.Same(t, loaded["freestyle"], other)
}

// The sets in force are those of a rule, each in one file, which has the layout of Weights.
func TestSetsInForce(t *testing.T) {
	assert.Len(t, inForce, len(weights.Embedded), "two files for one set")
	for set, decode := range inForce {
		assert.Contains(t, setNames, set)
		assert.NotZero(t, *decode().Weights)
	}
	for _, rule := range boardtest.EveryRule {
		assert.Contains(t, setNames, setOf(rule, board.X))
		assert.Contains(t, setNames, setOf(rule, board.O))
	}
}

// Weights lie in memory as in their file, so that they need not be decoded.
func TestWeightsHaveNoPadding(t *testing.T) {
	assert.EqualValues(t, unsafe.Sizeof(Weights{}), binary.Size(Weights{}))
}

// Two engines in one process judge by different weights, those of a file in the place of those in force.
func TestEnginesWithDifferentWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	loaded := randomWeights(rng)
	sets := Sets{}
	require.NoError(t, sets.Load(weightsFile("renju_o", loaded)))
	rules, usual := newRuleTables(board.Renju, sets), newRuleTables(board.Renju, nil)
	assert.Equal(t, loaded, rules.weights[1])
	assert.Same(t, usual.weights[0], rules.weights[0])
	assert.NotEqual(t, usual.evaluators[1], rules.evaluators[1])
	assert.Same(t, usual.weights[0], newRuleTables(board.Renju, nil).weights[0], "decoded once")
	assert.True(t, sets.Serve("renju_o", board.Renju))
	assert.False(t, sets.Serve("renju_o", board.Freestyle))

	sets = Sets{}
	require.NoError(t, sets.Load(weightsFile("freestyle", loaded)))
	assert.True(t, sets.Serve("freestyle", board.ExactFive), "which has none of its own")
	assert.False(t, sets.Serve("freestyle", board.Caro))
}

func TestSetsLoadRefuses(t *testing.T) {
	sets := Sets{}
	require.NoError(t, sets.Load(weightsFile("caro", new(Weights))))
	type older struct{ Worth [2379]int16 }
	for says, file := range map[string][]byte{
		"weights for caro twice":      weightsFile("caro", new(Weights)),
		`weights for "chess": want`:   weightsFile("chess", new(Weights)),
		"got {[2379]int16}":           weights.Encode(weights.Head{{Name: "set", Value: "exact"}}, new(older)),
		"want a file of weights that": []byte("Tahoun games"),
	} {
		assert.ErrorContains(t, sets.Load(file), says)
	}
	assert.Len(t, sets, 1)
}
