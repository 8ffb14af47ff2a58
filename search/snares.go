package search

import (
	"slices"

	"tahoun/search/pattern"
)

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
