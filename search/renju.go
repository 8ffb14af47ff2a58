package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// forbidden tells whether renju forbids x the empty square c. It is board.Forbidden's fast twin: the
// shapes answer nearly always, and only what looks like a double three is played out.
func (p *position) forbidden(c cell) bool {
	left := forbiddenTries
	return p.forbiddenWithin(c, &left)
}

// forbiddenTries is how many squares are looked at to judge one, as in board.
const forbiddenTries = 1000

// forbiddenWithin is forbidden where left more squares may be looked at.
func (p *position) forbiddenWithin(c cell, left *int) bool {
	f := p.info(c, 0)
	if f.class() == pattern.Forbidden {
		return true
	}
	if *left--; *left < 0 || !f.suspect() || p.depth == maxPlies {
		return false
	}
	code := p.codeOf(c, 0)
	p.putStone(c, 0)
	threes := 0
	for d := range 4 {
		if code.Shape(d).IsOpenThree() && p.becomesStraightFour(c, d, left) {
			threes++
		}
	}
	p.removeStone()
	return threes > 1
}

// becomesStraightFour tells whether x may legally make an open four of the row through its stone c on
// line d. Its four stones stand side by side, so the new one lies at an end of the row or in its gap:
// it is the first square beyond the row, up or down the line.
func (p *position) becomesStraightFour(c cell, d int, left *int) bool {
	for _, sign := range [2]int{1, -1} {
		at := p.point(c)
		for p.squareAt(at) == board.X {
			at = at.Add(board.Directions[d], sign)
		}
		if p.squareAt(at) != board.Empty {
			continue
		}
		n := p.cell(at)
		if p.codeOf(n, 0).Shape(d) == pattern.OpenFour &&
			p.info(n, 0).class() != pattern.WinningRow && !p.forbiddenWithin(n, left) {
			return true
		}
	}
	return false
}

// mayPlay tells whether the side to move may play on the empty square c.
func (p *position) mayPlay(c cell) bool {
	return !p.forbids || p.side != 0 || !p.forbidden(c)
}

// legal drops from cells where the side to move may not play.
func (p *position) legal(cells []cell) []cell {
	return slices.DeleteFunc(cells, func(c cell) bool { return !p.mayPlay(c) })
}
