// Package swap2 plays the opening rules Swap1 and Swap2: it draws the stones of openings, one or three on an empty board
// and two more, and chooses between sides and stones by the scores of a search.
package swap2

import (
	"math/rand/v2"

	"tahoun/board"
	"tahoun/board/symmetry"
)

// An Opening is three stones, each counted in columns and rows from the square (width/2, height/2).
type Opening [3][2]int

// openings are stones of x, o and x: those of testdata/openings after which 50,000 and 500,000 nodes see
// neither side, with o to move, ahead by more than 50 on boards of 15 and of 20.
var openings = map[board.Rule][]Opening{
	board.Freestyle: {
		{{7, 3}, {5, 3}, {3, 1}},
		{{-2, -2}, {-3, -1}, {1, 1}},
		{{-3, -3}, {-4, -6}, {-6, -7}},
		{{1, 3}, {0, 2}, {2, 6}},
		{{0, 0}, {-3, 4}, {-2, 4}},
		{{-2, 0}, {-4, 1}, {-4, 4}},
		{{-2, -3}, {-1, -3}, {-5, -1}},
		{{3, -3}, {4, -6}, {7, -5}},
	},
	board.ExactFive: {
		{{7, 3}, {4, 6}, {3, 5}},
		{{-1, 5}, {-1, 0}, {0, 1}},
		{{5, -5}, {6, -6}, {7, -2}},
		{{5, 6}, {1, 5}, {1, 4}},
		{{2, 0}, {3, -2}, {-1, -3}},
		{{-3, 1}, {1, 1}, {1, 0}},
		{{-4, 0}, {-2, 0}, {0, -2}},
		{{3, -2}, {2, -4}, {-1, -4}},
	},
	board.Renju: {
		{{-1, -6}, {5, -3}, {4, -2}},
		{{3, -2}, {2, -4}, {-1, -4}},
		{{-1, 5}, {-1, 0}, {0, 1}},
		{{-3, -1}, {-3, 3}, {-2, 2}},
		{{2, 0}, {5, 0}, {7, 0}},
		{{-3, 0}, {-3, 1}, {-5, -2}},
		{{-3, 5}, {-5, 6}, {-7, 3}},
		{{2, 0}, {3, -2}, {-1, -3}},
	},
}

// DrawOpening draws three squares of an empty board at random: a random symmetry of an opening of the rule that fits,
// or any squares if none fits.
func DrawOpening(rng *rand.Rand, b *board.Board, rule board.Rule) []board.Point {
	kind := rule & board.ExactFive
	if rule.Forbids(board.X) {
		kind = board.Renju
	}
	list := openings[kind]
	for _, i := range rng.Perm(len(list)) {
		if squares := list[i].On(b, rng.IntN(symmetry.Count)); len(squares) == 3 {
			return squares
		}
	}
	return drawFrom(rng, empties(b, b.Contains), 3)
}

// On returns the squares of the opening on b after symmetry n, see package symmetry. It omits squares off the board.
func (o Opening) On(b *board.Board, n int) []board.Point {
	squares := make([]board.Point, 0, len(o))
	for _, xy := range o {
		d := symmetry.Apply(board.Point{X: xy[0], Y: xy[1]}, n, board.Point{})
		if at := (board.Point{X: b.Width()/2 + d.X, Y: b.Height()/2 + d.Y}); b.Contains(at) {
			squares = append(squares, at)
		}
	}
	return squares
}

// DrawPair draws two random empty squares, near stones if there are two such squares.
func DrawPair(rng *rand.Rand, b *board.Board) []board.Point {
	const far = 4
	near := empties(b, func(p board.Point) bool { return b.Beside(p, far) })
	if len(near) < 2 {
		near = empties(b, b.Contains)
	}
	return drawFrom(rng, near, 2)
}

func empties(b *board.Board, wanted func(board.Point) bool) []board.Point {
	var all []board.Point
	for p, s := range b.Points {
		if s == board.Empty && wanted(p) {
			all = append(all, p)
		}
	}
	return all
}

func drawFrom(rng *rand.Rand, squares []board.Point, n int) []board.Point {
	rng.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	return squares[:n]
}
