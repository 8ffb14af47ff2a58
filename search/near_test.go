package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
)

// Candidates are what a loop over all stones finds.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {4, 9}, {20, 20}, {63, 8}, {66, 70}, {120, 120}} {
		for _, stones := range []int{0, 1, 10, 95} {
			b := sprinkle(rng, size[0], size[1], stones, 3)
			var near, all []cell
			for at, s := range b.Points {
				if s == board.Empty {
					all = append(all, cell(at.Y*size[0]+at.X))
					if nearStone(b, at) {
						near = append(near, all[len(all)-1])
					}
				}
			}
			if near == nil {
				near = all
			}
			assert.Equal(t, near, newPosition(b, board.O, testRules(board.Freestyle)).candidates(nil))
		}
	}
}

// nearStone tells whether a stone lies in the square of seven by seven around at, or four away on one of its lines.
func nearStone(b *board.Board, at board.Point) bool {
	for dy := -4; dy <= 4; dy++ {
		for dx := -4; dx <= 4; dx++ {
			s := b.At(at.Add(board.Point{X: dx, Y: dy}, 1))
			short := max(dx, -dx, dy, -dy) <= 3
			if (s == board.X || s == board.O) && (short || dx == 0 || dy == 0 || dx == dy || dx == -dy) {
				return true
			}
		}
	}
	return false
}
