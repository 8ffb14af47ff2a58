package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// forbidden tells whether renju forbids x the empty square c. It is board.Forbidden's fast twin: the
// shapes answer nearly always, and only what looks like a double three is played out.
func (p *position) forbidden(c cell) bool {
	left := board.ForbiddenTries
	return p.forbiddenWithin(c, &left)
}

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

// Renju's o wins by fours that are no more than that where x may not answer them, or where the answer forbids x the
// square that would answer the next one.

// maySnare tells whether the side to move is renju's o and can make a four.
func (p *position) mayWinByFoul() bool {
	return p.forbids && p.side == 1 && p.now().counts[p.side].anyFour()
}

// unanswered returns a four of the side to move that renju forbids x to answer, or noCell. It looks where the last two
// stones changed what the answers are.
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
			continue // no stone answers it, forbidden or not
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

// looksForbidden tells whether the shapes of x on an empty square are such that renju may forbid it.
func (p *position) looksForbidden(c cell) bool {
	f := p.info(c, 0)
	return f.class() == pattern.Forbidden || f.suspect()
}

// snares tells whether c makes a four of renju's o that x may not answer, or whose answer may forbid x other squares: those
// that it changes and that look forbidden then. A four that looks idle may so take from x the answer to the next one.
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
