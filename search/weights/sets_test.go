package weights

import (
	"encoding/binary"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

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
	set, w := Of(board.ExactFive, board.X)
	assert.Equal(t, "exact", set)
	assert.NotContains(t, inForce, "exact")
	assert.Same(t, inForce["freestyle"]().Weights, w)
	loaded := Sets{"freestyle": {"a", new(Weights)}}
	_, other := loaded.Of(board.ExactFive, board.X)
	assert.Same(t, loaded["freestyle"], other)
}

// The sets in force are those of a rule, each in one file, which has the layout of Weights.
func TestSetsInForce(t *testing.T) {
	assert.Len(t, inForce, len(Embedded), "two files for one set")
	for _, f := range Embedded {
		w, _, err := Decode[Weights](f.Content)
		require.NoError(t, err, "the layout of %s", f.Name)
		assert.Equal(t, w, inForce[f.Set()]().Weights)
	}
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

func TestSetsLoadRefuses(t *testing.T) {
	sets := Sets{}
	require.NoError(t, sets.Load(fileOf("caro", new(Weights))))
	type older struct{ Worth [2379]int16 }
	for says, file := range map[string][]byte{
		"weights for caro twice":      fileOf("caro", new(Weights)),
		`weights for "chess": want`:   fileOf("chess", new(Weights)),
		"got {[2379]int16}":           Encode(Head{{Name: "set", Value: "exact"}}, new(older)),
		"want a file of weights that": []byte("Tahoun games"),
	} {
		assert.ErrorContains(t, sets.Load(file), says)
	}
	assert.Len(t, sets, 1)
}

// fileOf returns a file of weights for set.
func fileOf(set string, w *Weights) []byte {
	return Encode(Head{{Name: "set", Value: set}}, w)
}
