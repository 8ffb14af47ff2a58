package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// forbidden reports whether renju forbids x the empty square c. It is the fast version of board.Forbidden: the line
// patterns nearly always decide, and only possible double threes are played out.
func (p *position) forbidden(c cell) bool {
	left := board.ForbiddenTries
	return p.forbiddenWithin(c, &left)
}

// forbiddenWithin is forbidden with at most left more squares to look at.
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

// becomesStraightFour reports whether x may legally turn the row through its stone c on line d into an open four. The
// four stones of an open four are adjacent, so that the new one is at an end of the row or in its gap: the first square
// beyond the row in either direction.
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

// mayPlay reports whether the side to move may play on the empty square c.
func (p *position) mayPlay(c cell) bool {
	return !p.forbids || p.side != 0 || !p.forbidden(c)
}

// legal removes the moves that are forbidden to the side to move.
func (p *position) legal(cells []cell) []cell {
	return slices.DeleteFunc(cells, func(c cell) bool { return !p.mayPlay(c) })
}

// Foul wins: White (o) wins in renju by forcing Black (x) onto a forbidden square. Black must answer a four, but the square
// is forbidden, or the answer makes the square forbidden that would answer the next four.

// mayWinByFoul reports whether the side to move is renju's White and can make a four.
func (p *position) mayWinByFoul() bool {
	return p.forbids && p.side == 1 && p.now().counts[p.side].anyFour()
}

// foulWin returns a four of the side to move that renju forbids Black to answer, or noCell. It only looks if the last
// two stones changed a square that answers a four and may be forbidden.
func (p *position) foulWin() cell {
	if !p.mayWinByFoul() || p.depth == maxPlies {
		return noCell
	}
	answers := func(at cell) bool {
		return p.isEmpty(at) && p.class(at) >= pattern.SingleFour && p.looksForbidden(at)
	}
	if !slices.ContainsFunc(p.changedBy(0), answers) && !slices.ContainsFunc(p.changedBy(1), answers) {
		return noCell
	}
	var fours [32]cell
	for _, c := range p.fourSquares(fours[:0]) {
		if p.class(c) == pattern.WinningFour {
			continue // no stone answers it anyway
		}
		p.make(c)
		var answer [4]cell
		wins := len(p.fiveDefences(p.now().counts[p.side^1].rows(), answer[:0])) == 0
		p.unmake()
		if wins {
			return c
		}
	}
	return noCell
}

// looksForbidden reports whether the line patterns of x on an empty square may make it forbidden.
func (p *position) looksForbidden(c cell) bool {
	f := p.info(c, 0)
	return f.class() == pattern.Forbidden || f.suspect()
}

// setsUpFoul reports whether the four c of renju's White has no legal answer, or may turn other squares into forbidden
// ones: the answer changes squares that then look forbidden. A four that looks idle can make x's reply to the next four
// illegal.
func (p *position) setsUpFoul(c cell) bool {
	if !p.mayWinByFoul() || p.class(c) < pattern.SingleFour || p.depth+2 > maxPlies {
		return false
	}
	p.make(c)
	defer p.unmake()
	var buffer [4]cell
	answers := p.fiveDefences(p.now().counts[p.side^1].rows(), buffer[:0])
	if len(answers) == 0 {
		return true
	}
	p.putStone(answers[0], p.side)
	defer p.removeStone()
	return slices.ContainsFunc(p.changedBy(0), func(at cell) bool { return p.isEmpty(at) && p.looksForbidden(at) })
}
