package swap2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/swap2"
)

// Turned and mirrored, an opening is another one with the same distances to the middle.
func TestOn(t *testing.T) {
	b := board.New(15, 15)
	opening := swap2.Opening{{1, 3}, {0, 2}, {-2, 7}}
	seen := map[board.Point]bool{}
	for symmetry := range swap2.Symmetries {
		squares := opening.On(b, symmetry)
		assert.Len(t, squares, 3)
		for i, want := range []int{1 + 9, 4, 4 + 49} {
			x, y := squares[i].X-7, squares[i].Y-7
			assert.Equal(t, want, x*x+y*y)
		}
		seen[squares[2]] = true
	}
	assert.Len(t, seen, swap2.Symmetries)
	assert.Len(t, opening.On(board.New(10, 15), 0), 3)
	assert.Len(t, opening.On(board.New(15, 10), 0), 2, "one lies off the board")
}

// Whatever the board and the rule, three different squares are drawn, and then two empty ones, near the others if
// there are so many.
func TestDraw(t *testing.T) {
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive, board.Renju, board.Caro} {
		for _, size := range [][2]int{{5, 1}, {3, 3}, {15, 15}, {30, 14}} {
			for seed := range uint64(5) {
				rng := rand.New(rand.NewPCG(seed, 0))
				b := board.New(size[0], size[1])
				stones := swap2.DrawOpening(rng, b, rule)
				assert.Len(t, stones, 3)
				for _, p := range stones {
					assert.Equal(t, board.Empty, b.At(p))
					b.Set(p, board.X)
				}
				pair := swap2.DrawPair(rng, b)
				assert.Len(t, pair, 2)
				for _, p := range pair {
					assert.Equal(t, board.Empty, b.At(p))
					b.Set(p, board.O)
					near := false
					for _, q := range stones {
						near = near || max(p.X-q.X, q.X-p.X, p.Y-q.Y, q.Y-p.Y) <= 4
					}
					assert.True(t, near, "%v is far from %v", p, stones)
				}
			}
		}
	}
}
