package position

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// WinIn returns after how many plies the side to move is certain to have won, from the threat counts and a look at its
// fours (static win detection): 1, 3 or 5, or 0 if that is unknown.
//
//	1: a square finishes a row.
//	3: the opponent has no such square, and a square of the side to move makes a double threat of five, or a
//	   four that renju forbids x to answer (foulWin).
//	5: a four with an open three, or two open threes, while the opponent cannot make a four and so has only one
//	   quiet answer, which stops the four or one of the threes; or a four with an open three whose only answer
//	   makes no four.
//
// In renju a 5 is verified by playing the moves. x has no double three, the continuation of a four may become
// forbidden, and a stone of o may leave x one of two fours that were forbidden together.
func (p *Position) WinIn() int {
	own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
	switch {
	case own.Rows() > 0:
		return 1
	case other.Rows() > 0:
		return 0
	case own.Wins() > 0, p.foulWin() != NoCell:
		return 3
	case !other.AnyFour() && own.fourThrees()+own.doubleThrees() > 0 && (!p.Forbids || p.quietDoubleThree() != NoCell):
		return 5
	case own.fourThrees() > 0 && p.winningFourThree() != NoCell:
		return 5
	}
	return 0
}

// Winner returns a square that begins the win that WinIn found, in so many plies.
func (p *Position) Winner(plies int) Cell {
	own := p.Now().Counts[p.Side]
	class, n := pattern.WinningRow, own.Rows()
	switch plies {
	case 3:
		if class, n = pattern.WinningFour, own.Wins(); n == 0 {
			return p.foulWin()
		}
	case 5:
		if c := p.winningFourThree(); c != NoCell { // other squares may not win against the opponent's fours
			return c
		}
		if p.Forbids {
			return p.quietDoubleThree()
		}
		if class, n = pattern.FourThree, own.fourThrees(); n == 0 {
			class, n = pattern.DoubleThree, own.doubleThrees()
		}
	}
	var buffer [64]Cell
	return p.Find(p.Side, class, n, buffer[:0])[0]
}

// quietDoubleThree returns a double three of the side to move that leaves the opponent without a four, or NoCell.
func (p *Position) quietDoubleThree() Cell {
	if p.Depth == MaxPlies {
		return NoCell
	}
	var buffer [32]Cell
	for _, c := range p.Find(p.Side, pattern.DoubleThree, p.Now().Counts[p.Side].doubleThrees(), buffer[:0]) {
		p.putStone(c, p.Side)
		quiet := !p.Now().Counts[p.Side^1].AnyFour()
		p.removeStone()
		if quiet {
			return c
		}
	}
	return NoCell
}

// winningFourThree returns a four with an open three that wins against all fours of the opponent elsewhere, or
// NoCell. It does not look in caro, where a five has more than one answer.
func (p *Position) winningFourThree() Cell {
	if p.Rules.Rule&board.Caro != 0 || p.Depth+2 > MaxPlies {
		return NoCell
	}
	var buffer [32]Cell
	for _, c := range p.Find(p.Side, pattern.FourThree, p.Now().Counts[p.Side].fourThrees(), buffer[:0]) {
		if _, wins := p.fourThree(c, p.Side); wins {
			return c
		}
	}
	return NoCell
}

// fourThree plays out a four with an open three of side on c. It returns the opponent's only answer, and whether side
// then makes a double threat of five because that answer was no four.
func (p *Position) fourThree(c Cell, side int) (answer Cell, wins bool) {
	other := side ^ 1
	p.putStone(c, side)
	defer p.removeStone()
	if p.Now().Counts[side].Rows() != 1 {
		return NoCell, false // a suspect square has less than its patterns say
	}
	var buffer [4]Cell
	answer = p.Find(side, pattern.WinningRow, 1, buffer[:0])[0]
	if p.ClassFor(answer, other) >= pattern.SingleFour {
		return answer, false
	}
	p.putStone(answer, other)
	defer p.removeStone()
	return answer, p.Now().Counts[side].Wins() > 0
}

// Find appends the n squares that have class for side. It looks first at those that the last stones changed.
func (p *Position) Find(side int, class pattern.Class, n int, to []Cell) []Cell {
	start := len(to)
	for i := range 3 {
		for _, c := range p.ChangedBy(i) {
			if p.IsEmpty(c) && p.ClassFor(c, side) == class && !slices.Contains(to[start:], c) {
				to = append(to, c)
			}
		}
		if len(to)-start >= n {
			return to
		}
	}
	return p.candidatesOfClass(side, class, class, n, to[:start])
}
