package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// winIn returns after how many plies the side to move is certain to have won, from the threat counts and a look at its
// fours (static win detection): 1, 3 or 5, or 0 if that is unknown.
//
//	1: a square finishes a row.
//	3: the opponent has no such square, and one of ours makes two such threats at once, or a four that renju
//	   forbids x to answer (foulWin).
//	5: a four with an open three, or two open threes, while the opponent cannot make a four and so has only one
//	   quiet answer, which stops the four or one of the threes; or a four with an open three whose only answer
//	   makes no four.
//
// In renju a 5 has been played out. x has no double three, the continuation of a four may become forbidden, and a stone
// of o may leave x one of two fours that were forbidden together.
func (p *position) winIn() int {
	own, other := p.now().counts[p.side], p.now().counts[p.side^1]
	switch {
	case own.rows() > 0:
		return 1
	case other.rows() > 0:
		return 0
	case own.wins() > 0, p.foulWin() != noCell:
		return 3
	case !other.anyFour() && own.fourThrees()+own.doubleThrees() > 0 && (!p.forbids || p.quietDoubleThree() != noCell):
		return 5
	case own.fourThrees() > 0 && p.winningFourThree() != noCell:
		return 5
	}
	return 0
}

// winner returns a square that begins the win that winIn found, in so many plies.
func (p *position) winner(plies int) cell {
	own := p.now().counts[p.side]
	class, n := pattern.WinningRow, own.rows()
	switch plies {
	case 3:
		if class, n = pattern.WinningFour, own.wins(); n == 0 {
			return p.foulWin()
		}
	case 5:
		if c := p.winningFourThree(); c != noCell { // other squares may not win against the opponent's fours
			return c
		}
		if p.forbids {
			return p.quietDoubleThree()
		}
		if class, n = pattern.FourThree, own.fourThrees(); n == 0 {
			class, n = pattern.DoubleThree, own.doubleThrees()
		}
	}
	var buffer [64]cell
	return p.find(p.side, class, n, buffer[:0])[0]
}

// quietDoubleThree returns a double three of the side to move that leaves the opponent without a four, or noCell.
func (p *position) quietDoubleThree() cell {
	if p.depth == maxPlies {
		return noCell
	}
	var buffer [32]cell
	for _, c := range p.find(p.side, pattern.DoubleThree, p.now().counts[p.side].doubleThrees(), buffer[:0]) {
		p.putStone(c, p.side)
		quiet := !p.now().counts[p.side^1].anyFour()
		p.removeStone()
		if quiet {
			return c
		}
	}
	return noCell
}

// winningFourThree returns a four with an open three that wins whatever fours the opponent can make elsewhere, or
// noCell. It does not look in caro, where a five has more than one answer.
func (p *position) winningFourThree() cell {
	if p.rules.rule&board.Caro != 0 || p.depth+2 > maxPlies {
		return noCell
	}
	var buffer [32]cell
	for _, c := range p.find(p.side, pattern.FourThree, p.now().counts[p.side].fourThrees(), buffer[:0]) {
		if _, wins := p.fourThree(c, p.side); wins {
			return c
		}
	}
	return noCell
}

// fourThree plays out a four with an open three of side on c. It returns the opponent's only answer, and whether side
// then makes a double threat of five because that answer was no four.
func (p *position) fourThree(c cell, side int) (answer cell, wins bool) {
	other := side ^ 1
	p.putStone(c, side)
	defer p.removeStone()
	if p.now().counts[side].rows() != 1 {
		return noCell, false // a suspect square has less than its patterns say
	}
	var buffer [4]cell
	answer = p.find(side, pattern.WinningRow, 1, buffer[:0])[0]
	if p.classFor(answer, other) >= pattern.SingleFour {
		return answer, false
	}
	p.putStone(answer, other)
	defer p.removeStone()
	return answer, p.now().counts[side].wins() > 0
}

// find appends the n squares that have class for side. It looks first at those that the last stones changed.
func (p *position) find(side int, class pattern.Class, n int, to []cell) []cell {
	start := len(to)
	for i := range 3 {
		for _, c := range p.changedBy(i) {
			if p.isEmpty(c) && p.classFor(c, side) == class && !slices.Contains(to[start:], c) {
				to = append(to, c)
			}
		}
		if len(to)-start >= n {
			return to
		}
	}
	return p.candidatesOfClass(side, class, class, n, to[:start])
}
