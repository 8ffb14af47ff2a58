package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// winIn returns in how many plies the side to move is certain to have won, as far as the counts of
// shapes tell: 1, 3 or 5, and 0 where they do not.
//
//	1: a square finishes a row.
//	3: the opponent has no such square, and one of ours makes two threats of that kind at once.
//	5: the opponent cannot even make a four, so that one move of ours leaves it a single quiet answer:
//	   a four with an open three (the answer stops the four), or two open threes (it stops one).
//
// Renju's x gets no 5: the squares that continue may be forbidden when their time comes.
func (p *position) winIn() int {
	own, other := p.now().sums[p.side], p.now().sums[p.side^1]
	switch {
	case own.rows() > 0:
		return 1
	case other.rows() > 0:
		return 0
	case own.wins() > 0:
		return 3
	case other.anyFour(), p.forbids && p.side == 0:
		return 0
	case own.fourThrees() > 0, own.doubleThrees() > 0:
		return 5
	}
	return 0
}

// find appends the squares of a class for side, of which there are n: those that the last stones
// changed are looked at first.
func (p *position) find(side int, class pattern.Class, n int, to []cell) []cell {
	start := len(to)
	for i := range 3 {
		for _, c := range p.lately(i) {
			if p.isEmpty(c) && p.fact(c, side).class() == class && !slices.Contains(to[start:], c) {
				to = append(to, c)
			}
		}
		if len(to)-start >= n {
			return to
		}
	}
	to = to[:start]
	for c := range cell(p.cells) {
		if p.isEmpty(c) && p.fact(c, side).class() == class {
			to = append(to, c)
		}
	}
	return to
}

// fiveAnswers appends every legal move of the side to move after which its opponent, who threatens n
// winning rows, threatens none.
func (p *position) fiveAnswers(n int, to []cell) []cell {
	var buffer [8]cell
	rows := p.find(p.side^1, pattern.WinningRow, n, buffer[:0])
	if p.know.rule&board.Caro == 0 {
		if n == 1 && p.mayPlay(rows[0]) {
			to = append(to, rows[0])
		}
		return to
	}
	for _, c := range p.spoilers(rows[0], nil) {
		p.put(c, p.side)
		stopped := p.now().sums[p.side^1].rows() == 0
		p.take()
		if stopped {
			to = append(to, c)
		}
	}
	return to
}

// spoilers appends, for caro, the squares that may stop the opponent's row at c: c itself, and the
// ends of the row that would arise.
func (p *position) spoilers(c cell, to []cell) []cell {
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

// fourAnswers appends every move that may save the side to move when its opponent threatens n squares
// that win by a double threat of five: all fours of its own, and the quiet moves that take the double
// threat from each of those squares. No other move can.
func (p *position) fourAnswers(n int, to []cell) []cell {
	var threats, saves [64]cell
	start := len(to)
	for i, c := range p.find(p.side^1, pattern.WinningFour, n, threats[:0]) {
		if i == 0 {
			to = p.defuse(c, to)
			continue
		}
		both := p.defuse(c, saves[:0])
		to = append(to[:start], slices.DeleteFunc(to[start:], func(c cell) bool { return !slices.Contains(both, c) })...)
	}
	if p.now().sums[p.side].anyFour() {
		saving := len(to)
		to = p.fourSquares(to)
		to = append(to[:saving], slices.DeleteFunc(to[saving:], func(c cell) bool { return slices.Contains(to[start:saving], c) })...)
	}
	return append(to[:start], p.legal(to[start:])...)
}

// fourSquares appends the squares where the side to move makes a four or five.
func (p *position) fourSquares(to []cell) []cell {
	start := len(to)
	to = p.candidates(to)
	return append(to[:start], slices.DeleteFunc(to[start:], func(c cell) bool { return p.class(c) < pattern.SingleFour })...)
}

// defuse appends the squares where a stone of the side to move takes from the opponent's square c the
// double threat that it would make.
func (p *position) defuse(c cell, to []cell) []cell {
	other := p.side ^ 1
	to = append(to, c)
	code := uint16(p.code[c] >> (16 * other))
	reach := p.know.lines.Reach
	for d := range 4 {
		if !pattern.Code(code).Shape(d).IsFour() {
			continue
		}
		low, high := p.halves(p.place[c][d])
		for i := range 2 * reach {
			tried := [2]uint32{low, high}
			if half, shift := &tried[i/reach], 2*(i%reach); *half>>shift&3 == 0 {
				*half |= uint32(stoneOf(p.side)) << shift
			} else {
				continue
			}
			shapes := p.know.lines.Both(tried[0], tried[1]) >> (4 * other) & 15
			weaker := code&^(15<<(4*d)) | uint16(shapes)<<(4*d)
			if p.know.facts[other][weaker].class() < pattern.WinningFour {
				offset := i - reach
				if offset >= 0 {
					offset++
				}
				to = append(to, c+cell(offset*p.step[d]))
			}
		}
	}
	return to
}
