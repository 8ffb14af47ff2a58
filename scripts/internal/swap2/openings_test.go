package swap2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/board/symmetry"
	"tahoun/scripts/internal/swap2"
)

// Turned and mirrored, an opening is another one with the same distances to the middle.
func TestOn(t *testing.T) {
	b := board.New(15, 15)
	opening := swap2.Opening{{1, 3}, {0, 2}, {-2, 7}}
	seen := map[board.Point]bool{}
	for n := range symmetry.Count {
		squares := opening.On(b, n)
		assert.Len(t, squares, 3)
		for i, want := range []int{1 + 9, 4, 4 + 49} {
			x, y := squares[i].X-7, squares[i].Y-7
			assert.Equal(t, want, x*x+y*y)
		}
		seen[squares[2]] = true
	}
	assert.Len(t, seen, symmetry.Count)
	assert.Equal(t, []board.Point{{X: 6, Y: 10}, {X: 5, Y: 9}, {X: 3, Y: 14}}, opening.On(board.New(10, 15), 0), "from the middle")
	assert.Len(t, opening.On(board.New(15, 10), 0), 2, "one lies off the board")
}

// On every board and under every rule three different squares are drawn, and then two empty ones, near the others if
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

// Where openings fit, one of the rule's eight is drawn; caro has those of five or more.
func TestOpeningsOfTheRule(t *testing.T) {
	for rule, own := range map[board.Rule]swap2.Opening{
		board.Freestyle: {{7, 3}, {5, 3}, {3, 1}}, board.Caro: {{7, 3}, {5, 3}, {3, 1}},
		board.ExactFive: {{7, 3}, {4, 6}, {3, 5}}, board.Renju: {{2, 0}, {5, 0}, {7, 0}},
	} {
		b := board.New(20, 20)
		seen := map[[3]int]bool{} // squared distances from the middle
		for seed := range uint64(200) {
			seen[distances(swap2.DrawOpening(rand.New(rand.NewPCG(seed, 0)), b, rule))] = true
		}
		assert.Len(t, seen, 8, "rule %d", rule)
		assert.Contains(t, seen, distances(own.On(b, 0)), "rule %d", rule)
	}
}

func distances(stones []board.Point) (all [3]int) {
	for i, p := range stones {
		all[i] = (p.X-10)*(p.X-10) + (p.Y-10)*(p.Y-10)
	}
	return all
}

// Pairs are drawn by lot, from all empty squares only where fewer than two are near.
func TestDrawPair(t *testing.T) {
	for walls, want := range map[int]int{0: 12, 2: 2, 3: 16 * 15, 4: 15 * 14} { // ways, of squares 1 to 4, 3 and 4, 4 to 19, 5 to 19
		b := board.New(20, 1)
		b.Set(board.Point{}, board.X)
		for x := range walls {
			b.Set(board.Point{X: 1 + x}, board.Wall)
		}
		seen := map[[2]board.Point]bool{}
		for seed := range uint64(5000) {
			pair := swap2.DrawPair(rand.New(rand.NewPCG(seed, 0)), b)
			seen[[2]board.Point(pair)] = true
		}
		assert.Len(t, seen, want, "%d walls", walls)
	}
}
