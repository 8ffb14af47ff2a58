package search

import (
	"slices"

	"tahoun/search/pattern"
)

// Renju's o wins by fours that are no more than that where x may not answer them, or where the answer forbids x the
// square that would answer the next one.

// maySnare tells whether the side to move is renju's o and can make a four.
func (p *position) maySnare() bool {
	return p.forbids && p.side == 1 && p.now().sums[p.side].anyFour()
}

// unanswered returns a four of the side to move that renju forbids x to answer, or noCell. It looks where the last two
// stones changed what the answers are.
func (p *position) unanswered() cell {
	if !p.maySnare() || p.depth+1 > maxPlies {
		return noCell
	}
	answers := func(at cell) bool {
		return p.isEmpty(at) && p.classFor(at, 1) >= pattern.SingleFour && p.looksForbidden(at)
	}
	if !slices.ContainsFunc(p.lately(0), answers) && !slices.ContainsFunc(p.lately(1), answers) {
		return noCell
	}
	var buffer [32]cell
	for _, c := range p.fourSquares(buffer[:0]) {
		p.put(c, p.side)
		answer, one := p.onlyAnswer()
		wins := one && p.forbidden(answer)
		p.take()
		if wins {
			return c
		}
	}
	return noCell
}

// onlyAnswer returns a square that finishes a row of renju's o, who has just made a four, and tells whether it is the one
// such square.
func (p *position) onlyAnswer() (answer cell, one bool) {
	var buffer [8]cell
	rows := p.find(1, pattern.WinningRow, p.now().sums[1].rows(), buffer[:0])
	return rows[0], len(rows) == 1
}

// looksForbidden tells whether the shapes of x on an empty square are such that renju may forbid it.
func (p *position) looksForbidden(c cell) bool {
	f := p.fact(c, 0)
	return f.class() == pattern.Forbidden || f.suspect()
}

// snares tells whether c makes a four of renju's o that x may not answer, or whose answer may forbid x other squares: those
// that it changes and that look forbidden then. A four that looks idle may so take from x the answer to the next one.
func (p *position) snares(c cell) bool {
	if !p.maySnare() || p.class(c) < pattern.SingleFour || p.depth+2 > maxPlies {
		return false
	}
	p.put(c, p.side)
	defer p.take()
	answer, one := p.onlyAnswer()
	if !one || p.forbidden(answer) {
		return true
	}
	p.put(answer, 0)
	defer p.take()
	return slices.ContainsFunc(p.lately(0), func(at cell) bool { return p.isEmpty(at) && p.looksForbidden(at) })
}
