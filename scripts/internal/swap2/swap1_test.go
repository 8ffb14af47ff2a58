package swap2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/swap2"
	"tahoun/search"
)

// The first player draws one of the most even stones, turned or mirrored so that it stays on the board, or any square
// if there is none.
func TestSwap1Places(t *testing.T) {
	even := []search.Variation{{Move: board.Point{X: 2, Y: 1}}, {Move: board.Point{X: 1, Y: 1}, Score: -9}}
	for _, c := range []struct{ width, height, even, want int }{{15, 15, 2, 8 + 4}, {15, 9, 2, 4 + 4}, {3, 2, 0, 6}} {
		b := board.New(c.width, c.height)
		seen := map[board.Point]bool{}
		for seed := range uint64(300) {
			chooser := swap2.Chooser{RNG: rand.New(rand.NewPCG(seed, 0))}
			chooser.Balance = func(*board.Board, int) []search.Variation { return even[:c.even] }
			got, err := chooser.ChooseSwap1(b, 0)
			require.NoError(t, err)
			require.Len(t, got.Squares, 1)
			require.True(t, b.Contains(got.Squares[0]))
			seen[got.Squares[0]] = true
		}
		assert.Len(t, seen, c.want, c)
	}
}

// The second player keeps o unless its score is negative.
func TestSwap1ChoosesASide(t *testing.T) {
	b, answer := board.New(15, 15), board.Point{X: 7, Y: 7}
	for score, swaps := range map[int]bool{-1: true, 0: false, 1: false} {
		var chooser swap2.Chooser
		chooser.Search = func(_ *board.Board, side board.Stone, from, to int) swap2.Verdict {
			assert.Equal(t, []any{board.O, 0, 100}, []any{side, from, to})
			return swap2.Verdict{Move: answer, Score: score}
		}
		got, err := chooser.ChooseSwap1(b, 1)
		require.NoError(t, err)
		assert.Equal(t, swaps, got.Swap)
		if !swaps {
			assert.Equal(t, []board.Point{answer}, got.Squares)
		}
	}
	for stones, small := range map[int]*board.Board{2: b, 3: b, 0: board.New(1, 1)} {
		_, err := swap2.Chooser{}.ChooseSwap1(small, stones)
		assert.Error(t, err)
	}
}
