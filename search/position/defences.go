package position

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// DefencesOrCandidates appends the defences that the side to move needs, or every candidate if it needs none.
func (p *Position) DefencesOrCandidates(to []Cell) []Cell {
	if answers, needed := p.Defences(to); needed {
		return answers
	}
	return p.Candidates(to)
}

// Defences appends the exact defences against a threatened open four, or against a four with an open three. If there is
// no such threat, it appends nothing and needed is false.
func (p *Position) Defences(to []Cell) (_ []Cell, needed bool) {
	other := p.Now().Counts[p.Side^1]
	if n := other.Wins(); n > 0 {
		return p.FourDefences(n, to), true
	}
	if n := other.fourThrees(); n > 0 {
		return p.fourThreeDefences(n, to)
	}
	return to, false
}

// FiveDefences appends every legal move of the side to move that leaves the opponent, who threatens n winning rows,
// without any.
func (p *Position) FiveDefences(n int, to []Cell) []Cell {
	var buffer [8]Cell
	rows := p.Find(p.Side^1, pattern.WinningRow, n, buffer[:0])
	if p.Rules.Rule&board.Caro == 0 {
		if n == 1 && p.MayPlay(rows[0]) {
			to = append(to, rows[0])
		}
		return to
	}
	for _, c := range p.caroBlocks(rows[0], nil) {
		p.putStone(c, p.Side)
		stopped := p.Now().Counts[p.Side^1].Rows() == 0
		p.removeStone()
		if stopped {
			to = append(to, c)
		}
	}
	return to
}

// caroBlocks appends, for caro, the squares that may stop the opponent's row at c: c itself and the ends of the row
// that would arise.
func (p *Position) caroBlocks(c Cell, to []Cell) []Cell {
	to = append(to, c)
	code := p.CodeOf(c, p.Side^1)
	for d := range 4 {
		if code.Shape(d) != pattern.Five {
			continue
		}
		for _, sign := range [2]int{1, -1} {
			at := p.Point(c).Add(board.Directions[d], sign)
			for p.SquareAt(at) == StoneOf(p.Side^1) {
				at = at.Add(board.Directions[d], sign)
			}
			if p.SquareAt(at) == board.Empty {
				to = append(to, p.Cell(at))
			}
		}
	}
	return to
}

// FourDefences appends every move that may save the side to move from n squares where its opponent makes a double
// threat of five: all fours of its own, and the quiet moves that remove every double threat. No other move can.
func (p *Position) FourDefences(n int, to []Cell) []Cell {
	var threats, saves [64]Cell
	start := len(to)
	for i, c := range p.Find(p.Side^1, pattern.WinningFour, n, threats[:0]) {
		if i == 0 {
			to = p.blocks(c, pattern.WinningFour, to)
			continue
		}
		both := p.blocks(c, pattern.WinningFour, saves[:0])
		to = append(to[:start], intersect(to[start:], both)...)
	}
	return p.addOwnFours(start, to)
}

// fourThreeDefences appends every move that may save the side to move if its opponent threatens fours with an open
// three on n squares and no double threat of five. If none of them is certain to win, it appends nothing and needed is
// false. The same holds in renju and caro, where more moves may help.
func (p *Position) fourThreeDefences(n int, to []Cell) (_ []Cell, needed bool) {
	if p.Forbids || p.Rules.Rule&board.Caro != 0 || p.Depth+2 > MaxPlies {
		return to, false
	}
	var threats, saves [64]Cell
	start := len(to)
	for _, c := range p.Find(p.Side^1, pattern.FourThree, n, threats[:0]) {
		answer, wins := p.fourThree(c, p.Side^1)
		switch {
		case !wins:
		case !needed:
			needed = true
			to = p.fourThreeBlocks(c, answer, to)
		default:
			to = append(to[:start], intersect(to[start:], p.fourThreeBlocks(c, answer, saves[:0]))...)
		}
	}
	if !needed {
		return to, false
	}
	return p.addOwnFours(start, to), true
}

// intersect removes from cells those that are not in others.
func intersect(cells, others []Cell) []Cell {
	return slices.DeleteFunc(cells, func(c Cell) bool { return !slices.Contains(others, c) })
}

// addOwnFours appends all fours of the side to move to the moves from start on, and removes illegal moves.
func (p *Position) addOwnFours(start int, to []Cell) []Cell {
	if p.Now().Counts[p.Side].AnyFour() {
		saving := len(to)
		to = dropDuplicates(p.FourSquares(to), start, saving)
	}
	return append(to[:start], p.Legal(to[start:])...)
}

// fourThreeBlocks appends the quiet moves against the opponent's four with an open three on c: those that weaken it,
// and those with which the answer to it becomes a four.
func (p *Position) fourThreeBlocks(c, answer Cell, to []Cell) []Cell {
	start := len(to)
	p.putStone(c, p.Side^1)
	to = p.strengthen(answer, to)
	p.removeStone()
	less := len(to)
	return dropDuplicates(p.blocks(c, pattern.FourThree, to), start, less)
}

// dropDuplicates removes from the moves from index again on those that also stand between start and again.
func dropDuplicates(to []Cell, start, again int) []Cell {
	fresh := slices.DeleteFunc(to[again:], func(c Cell) bool { return slices.Contains(to[start:again], c) })
	return append(to[:again], fresh...)
}

// FourSquares appends the squares where the side to move makes a four or five.
func (p *Position) FourSquares(to []Cell) []Cell {
	return p.candidatesOfClass(p.Side, pattern.SingleFour, pattern.WinningRow, p.Now().Counts[p.Side].fourSquares(), to)
}

// blocks appends the squares where a stone of the side to move lowers the opponent's square c, of class or more, below
// class.
func (p *Position) blocks(c Cell, class pattern.Class, to []Cell) []Cell {
	other := p.Side ^ 1
	to = append(to, c)
	code := p.CodeOf(c, other)
	for d := range 4 {
		if s := code.Shape(d); !s.IsFour() && (class == pattern.WinningFour || !s.IsOpenThree()) {
			continue
		}
		for at, shape := range p.reshaped(c, d, other) {
			weaker := code&^(15<<(4*d)) | pattern.Code(shape)<<(4*d)
			if p.Rules.infos[other][weaker].Class() < class {
				to = append(to, at)
			}
		}
	}
	return to
}

// strengthen appends the squares where a stone of the side to move lets it make a four on c.
func (p *Position) strengthen(c Cell, to []Cell) []Cell {
	for d := range 4 {
		for at, shape := range p.reshaped(c, d, p.Side) {
			if shape.IsFour() || shape == pattern.Five {
				to = append(to, at)
			}
		}
	}
	return to
}

// reshaped yields every empty square within reach on line d through c, with the shape that c would have for side if the
// side to move had a stone on that square.
func (p *Position) reshaped(c Cell, d, side int) func(yield func(at Cell, shape pattern.Shape) bool) {
	return func(yield func(Cell, pattern.Shape) bool) {
		reach := p.Rules.lines.Reach
		low, high := p.halves(p.place[c][d])
		for i := range 2 * reach {
			tried := [2]uint32{low, high}
			half, shift := &tried[i/reach], 2*(i%reach)
			if *half>>shift&3 != 0 {
				continue
			}
			*half |= uint32(StoneOf(p.Side)) << shift
			offset := i - reach
			if offset >= 0 {
				offset++
			}
			shape := pattern.Shape(p.Rules.lines.Lookup(tried[0], tried[1]) >> (4 * side) & 15)
			if !yield(c+Cell(offset*p.step[d]), shape) {
				return
			}
		}
	}
}

// LostReply returns the move of a side that cannot stop all of n threatened rows. It blocks one of them, unless renju
// forbids all those squares.
func (p *Position) LostReply(n int) Cell {
	var buffer [8]Cell
	rows := p.Find(p.Side^1, pattern.WinningRow, n, buffer[:0])
	if i := slices.IndexFunc(rows, p.MayPlay); i >= 0 {
		return rows[i]
	}
	return p.MostUrgent()
}

// MostUrgent returns the legal square with the highest class for either side. It serves boards on which the counts
// overflow, and lost positions.
func (p *Position) MostUrgent() Cell {
	bestCell, bestRank := NoCell, -1
	for _, c := range p.AllEmpty() {
		own, theirs := p.Info(c, p.Side), p.Info(c, p.Side^1)
		r := max(2*int(own.Class())+1, 2*int(theirs.Class()))
		if p.MayPlay(c) {
			r += 1 << 8
		}
		if r > bestRank {
			bestCell, bestRank = c, r
		}
	}
	return bestCell
}
