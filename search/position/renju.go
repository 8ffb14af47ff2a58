package position

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// Forbidden reports whether renju forbids x the empty square c. It is the fast version of board.Forbidden: the line
// patterns nearly always decide, and only possible double threes are played out. The search asks MayPlay and Legal
// before x moves; o wins by a foul (foulWin, in WinIn and Winner), and prunes no move that may lead to one
// (MayWinByFoul, SetsUpFoul).
func (p *Position) Forbidden(c Cell) bool {
	left := board.ForbiddenTries
	return p.forbiddenWithin(c, &left)
}

// forbiddenWithin is Forbidden with at most left more squares to look at.
func (p *Position) forbiddenWithin(c Cell, left *int) bool {
	f := p.Info(c, 0)
	if f.Class() == pattern.Forbidden {
		return true
	}
	if *left--; *left < 0 || !f.suspect() || p.Depth == MaxPlies {
		return false
	}
	code := p.CodeOf(c, 0)
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
func (p *Position) becomesStraightFour(c Cell, d int, left *int) bool {
	for _, sign := range [2]int{1, -1} {
		at := p.Point(c)
		for p.SquareAt(at) == board.X {
			at = at.Add(board.Directions[d], sign)
		}
		if p.SquareAt(at) != board.Empty {
			continue
		}
		n := p.Cell(at)
		if p.CodeOf(n, 0).Shape(d) == pattern.OpenFour &&
			p.Info(n, 0).Class() != pattern.WinningRow && !p.forbiddenWithin(n, left) {
			return true
		}
	}
	return false
}

// MayPlay reports whether the side to move may play on the empty square c.
func (p *Position) MayPlay(c Cell) bool {
	return !p.Forbids || p.Side != 0 || !p.Forbidden(c)
}

// Legal removes the moves that are forbidden to the side to move.
func (p *Position) Legal(cells []Cell) []Cell {
	return slices.DeleteFunc(cells, func(c Cell) bool { return !p.MayPlay(c) })
}

// Foul wins: White (o) wins in renju by forcing Black (x) onto a forbidden square. Black must answer a four, but the
// square is forbidden, or the answer makes the square forbidden that would answer the next four.

// MayWinByFoul reports whether the side to move is renju's White and can make a four.
func (p *Position) MayWinByFoul() bool {
	return p.Forbids && p.Side == 1 && p.Now().Counts[p.Side].AnyFour()
}

// foulWin returns a four of the side to move that renju forbids Black to answer, or NoCell. It only looks if the last
// two stones changed a square that answers a four and may be forbidden.
func (p *Position) foulWin() Cell {
	if !p.MayWinByFoul() || p.Depth == MaxPlies {
		return NoCell
	}
	answers := func(at Cell) bool {
		return p.IsEmpty(at) && p.Class(at) >= pattern.SingleFour && p.looksForbidden(at)
	}
	if !slices.ContainsFunc(p.ChangedBy(0), answers) && !slices.ContainsFunc(p.ChangedBy(1), answers) {
		return NoCell
	}
	var fours [32]Cell
	for _, c := range p.FourSquares(fours[:0]) {
		if p.Class(c) == pattern.WinningFour {
			continue // no stone answers it anyway
		}
		p.Make(c)
		var answer [4]Cell
		wins := len(p.FiveDefences(p.Now().Counts[p.Side^1].Rows(), answer[:0])) == 0
		p.Unmake()
		if wins {
			return c
		}
	}
	return NoCell
}

// looksForbidden reports whether the line patterns of x on an empty square may make it forbidden.
func (p *Position) looksForbidden(c Cell) bool {
	f := p.Info(c, 0)
	return f.Class() == pattern.Forbidden || f.suspect()
}

// SetsUpFoul reports whether the four c of renju's White has no legal answer, or may turn other squares into forbidden
// ones: the answer changes squares that then look forbidden. A four that looks idle can make x's reply to the next four
// illegal.
func (p *Position) SetsUpFoul(c Cell) bool {
	if !p.MayWinByFoul() || p.Class(c) < pattern.SingleFour || p.Depth+2 > MaxPlies {
		return false
	}
	p.Make(c)
	defer p.Unmake()
	var buffer [4]Cell
	answers := p.FiveDefences(p.Now().Counts[p.Side^1].Rows(), buffer[:0])
	if len(answers) == 0 {
		return true
	}
	p.putStone(answers[0], p.Side)
	defer p.removeStone()
	return slices.ContainsFunc(p.ChangedBy(0), func(at Cell) bool { return p.IsEmpty(at) && p.looksForbidden(at) })
}
