package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// defencesOrCandidates appends the defences that the side to move needs, or every candidate if it needs none.
func (p *position) defencesOrCandidates(to []cell) []cell {
	if answers, needed := p.defences(to); needed {
		return answers
	}
	return p.candidates(to)
}

// defences appends the exact defences against a threatened open four, or against a four with an open three. If there is
// no such threat, it appends nothing and needed is false.
func (p *position) defences(to []cell) (_ []cell, needed bool) {
	other := p.now().counts[p.side^1]
	if n := other.wins(); n > 0 {
		return p.fourDefences(n, to), true
	}
	if n := other.fourThrees(); n > 0 {
		return p.fourThreeDefences(n, to)
	}
	return to, false
}

// fiveDefences appends every legal move of the side to move that leaves the opponent, who threatens n winning rows,
// without any.
func (p *position) fiveDefences(n int, to []cell) []cell {
	var buffer [8]cell
	rows := p.find(p.side^1, pattern.WinningRow, n, buffer[:0])
	if p.rules.rule&board.Caro == 0 {
		if n == 1 && p.mayPlay(rows[0]) {
			to = append(to, rows[0])
		}
		return to
	}
	for _, c := range p.caroBlocks(rows[0], nil) {
		p.putStone(c, p.side)
		stopped := p.now().counts[p.side^1].rows() == 0
		p.removeStone()
		if stopped {
			to = append(to, c)
		}
	}
	return to
}

// caroBlocks appends, for caro, the squares that may stop the opponent's row at c: c itself and the ends of the row
// that would arise.
func (p *position) caroBlocks(c cell, to []cell) []cell {
	to = append(to, c)
	code := p.codeOf(c, p.side^1)
	for d := range 4 {
		if code.Shape(d) != pattern.Five {
			continue
		}
		for _, sign := range [2]int{1, -1} {
			at := p.point(c).Add(board.Directions[d], sign)
			for p.squareAt(at) == stoneOf(p.side^1) {
				at = at.Add(board.Directions[d], sign)
			}
			if p.squareAt(at) == board.Empty {
				to = append(to, p.cell(at))
			}
		}
	}
	return to
}

// fourDefences appends every move that may save the side to move from n squares where its opponent makes a double
// threat of five: all fours of its own, and the quiet moves that remove every double threat. No other move can.
func (p *position) fourDefences(n int, to []cell) []cell {
	var threats, saves [64]cell
	start := len(to)
	for i, c := range p.find(p.side^1, pattern.WinningFour, n, threats[:0]) {
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
func (p *position) fourThreeDefences(n int, to []cell) (_ []cell, needed bool) {
	if p.forbids || p.rules.rule&board.Caro != 0 || p.depth+2 > maxPlies {
		return to, false
	}
	var threats, saves [64]cell
	start := len(to)
	for _, c := range p.find(p.side^1, pattern.FourThree, n, threats[:0]) {
		answer, wins := p.fourThree(c, p.side^1)
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
func intersect(cells, others []cell) []cell {
	return slices.DeleteFunc(cells, func(c cell) bool { return !slices.Contains(others, c) })
}

// addOwnFours appends all fours of the side to move to the moves from start on, and removes illegal moves.
func (p *position) addOwnFours(start int, to []cell) []cell {
	if p.now().counts[p.side].anyFour() {
		saving := len(to)
		to = dropDuplicates(p.fourSquares(to), start, saving)
	}
	return append(to[:start], p.legal(to[start:])...)
}

// fourThreeBlocks appends the quiet moves against the opponent's four with an open three on c: those that weaken it,
// and those with which the answer to it becomes a four.
func (p *position) fourThreeBlocks(c, answer cell, to []cell) []cell {
	start := len(to)
	p.putStone(c, p.side^1)
	to = p.strengthen(answer, to)
	p.removeStone()
	less := len(to)
	return dropDuplicates(p.blocks(c, pattern.FourThree, to), start, less)
}

// dropDuplicates removes from the moves from index again on those that also stand between start and again.
func dropDuplicates(to []cell, start, again int) []cell {
	return append(to[:again], slices.DeleteFunc(to[again:], func(c cell) bool { return slices.Contains(to[start:again], c) })...)
}

// fourSquares appends the squares where the side to move makes a four or five.
func (p *position) fourSquares(to []cell) []cell {
	return p.candidatesOfClass(p.side, pattern.SingleFour, pattern.WinningRow, p.now().counts[p.side].fourSquares(), to)
}

// blocks appends the squares where a stone of the side to move lowers the opponent's square c, of class or more, below
// class.
func (p *position) blocks(c cell, class pattern.Class, to []cell) []cell {
	other := p.side ^ 1
	to = append(to, c)
	code := p.codeOf(c, other)
	for d := range 4 {
		if s := code.Shape(d); !s.IsFour() && (class == pattern.WinningFour || !s.IsOpenThree()) {
			continue
		}
		for at, shape := range p.reshaped(c, d, other) {
			weaker := code&^(15<<(4*d)) | pattern.Code(shape)<<(4*d)
			if p.rules.infos[other][weaker].class() < class {
				to = append(to, at)
			}
		}
	}
	return to
}

// strengthen appends the squares where a stone of the side to move lets it make a four on c.
func (p *position) strengthen(c cell, to []cell) []cell {
	for d := range 4 {
		for at, shape := range p.reshaped(c, d, p.side) {
			if shape.IsFour() || shape == pattern.Five {
				to = append(to, at)
			}
		}
	}
	return to
}

// reshaped yields every empty square within reach on line d through c, with the shape that c would have for side if the
// side to move had a stone on that square.
func (p *position) reshaped(c cell, d, side int) func(yield func(at cell, shape pattern.Shape) bool) {
	return func(yield func(cell, pattern.Shape) bool) {
		reach := p.rules.lines.Reach
		low, high := p.halves(p.place[c][d])
		for i := range 2 * reach {
			tried := [2]uint32{low, high}
			half, shift := &tried[i/reach], 2*(i%reach)
			if *half>>shift&3 != 0 {
				continue
			}
			*half |= uint32(stoneOf(p.side)) << shift
			offset := i - reach
			if offset >= 0 {
				offset++
			}
			shape := pattern.Shape(p.rules.lines.Lookup(tried[0], tried[1]) >> (4 * side) & 15)
			if !yield(c+cell(offset*p.step[d]), shape) {
				return
			}
		}
	}
}

// lostReply returns the move of a side that cannot stop all of n threatened rows. It blocks one of them, unless renju
// forbids all those squares.
func (p *position) lostReply(n int) cell {
	var buffer [8]cell
	rows := p.find(p.side^1, pattern.WinningRow, n, buffer[:0])
	if i := slices.IndexFunc(rows, p.mayPlay); i >= 0 {
		return rows[i]
	}
	return p.mostUrgent()
}

// mostUrgent returns the legal square with the highest class for either side. It serves boards on which the counts
// overflow, and lost positions.
func (p *position) mostUrgent() cell {
	bestCell, bestRank := noCell, -1
	for _, c := range p.allEmpty() {
		own, theirs := p.info(c, p.side), p.info(c, p.side^1)
		r := max(2*int(own.class())+1, 2*int(theirs.class()))
		if p.mayPlay(c) {
			r += 1 << 8
		}
		if r > bestRank {
			bestCell, bestRank = c, r
		}
	}
	return bestCell
}
