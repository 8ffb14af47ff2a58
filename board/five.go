package board

import "slices"

// Run returns the first and the last square of side's unbroken row through p along d, and how many
// squares it has. p counts as a stone of side; it must be on the board, and side is X or O.
func (b *Board) Run(p, d Point, side Stone) (from, to Point, n int) {
	from, to, n = p, p, 1
	for next := p.Add(d, -1); b.At(next) == side; next = next.Add(d, -1) {
		from, n = next, n+1
	}
	for next := p.Add(d, 1); b.At(next) == side; next = next.Add(d, 1) {
		to, n = next, n+1
	}
	return from, to, n
}

// Wins reports whether a stone of side on p stands in a row that wins under r, or would do so if it were
// played there: p counts as a stone of side. It must be on the board, and side is X or O.
// Whether the move is forbidden to x is for Forbidden to tell. Tests compare the searches with it.
func (b *Board) Wins(p Point, side Stone, r Rule) bool {
	rows := r.Rows(side)
	return slices.ContainsFunc(Directions[:], func(d Point) bool { return b.winsAlong(p, d, side, rows) })
}

// Won returns a stone that stands in a winning row under r, the first one in the order of Points, and whether there is
// any. In a continuous game there is none: its finished rows are walls.
func (b *Board) Won(r Rule) (Point, bool) {
	for p, s := range b.Points {
		if (s == X || s == O) && r&Continuous == 0 && b.Wins(p, s, r) {
			return p, true
		}
	}
	return Point{}, false
}

func (b *Board) winsAlong(p, d Point, side Stone, rows Rows) bool {
	from, to, n := b.Run(p, d, side)
	switch {
	case n < 5:
		return false
	case n > 5:
		return !rows.Exact
	case rows.Caro:
		opponent := side.Other()
		return b.At(from.Add(d, -1)) != opponent || b.At(to.Add(d, 1)) != opponent
	}
	return true
}
