package search

import (
	"tahoun/board"
	"tahoun/search/pattern"
)

// A ranked move is its rank above its square's complement, so that the greater number is the better
// move and ties go to the lower square.
type ranked uint32

func rank(c cell, merit int) ranked { return ranked(merit)<<16 | ranked(^c) }
func (r ranked) cell() cell         { return ^cell(r) }

// A history counts which moves were good elsewhere in the tree, by side and square, between -limit
// and limit.
type history [2][1 << cellBits]int16

const historyLimit = 8192

// reward moves a count towards the limit, the more slowly the nearer it is; a negative bonus punishes.
func (h *history) reward(side int, c cell, bonus int) {
	v := &h[side][c&cellMask]
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/historyLimit)
}

// merit ranks a move of the side to move: what it makes, what it takes from the opponent, and how good
// it was elsewhere. It is positive and below 1<<15.
func (s *searcher) merit(c cell) int {
	p := s.p
	return p.fact(c, p.side).attack() + p.fact(c, p.side^1).defence() + (int(s.history[p.side][c&cellMask])+historyLimit)>>7
}

// rankAll fills the stack of moves with the candidates for the side to move, ranked, and returns them.
// The caller gives them back by cutting s.moves to its old length.
func (s *searcher) rankAll(cells []cell) []ranked {
	start := len(s.moves)
	for _, c := range cells {
		s.moves = append(s.moves, rank(c, s.merit(c)))
	}
	return s.moves[start:]
}

// generate ranks what the side to move may try: the exact answers to a threatened open four, or every
// candidate.
func (s *searcher) generate() []ranked {
	p := s.p
	if n := p.now().sums[p.side^1].wins(); n > 0 {
		return s.rankAll(p.fourAnswers(n, s.cells[:0]))
	}
	return s.rankAll(p.candidates(s.cells[:0]))
}

// best brings the best of moves to the front: most nodes need few of them, so none sorts them all.
func best(moves []ranked) cell {
	b := 0
	for i, m := range moves {
		if m > moves[b] {
			b = i
		}
	}
	moves[0], moves[b] = moves[b], moves[0]
	return moves[0].cell()
}

// promote gives c the highest rank.
func promote(moves []ranked, c cell) {
	for i, m := range moves {
		if m.cell() == c {
			moves[i] = rank(c, 1<<15)
			return
		}
	}
}

// class returns what c makes for the side to move.
func (p *position) class(c cell) pattern.Class { return p.fact(c, p.side).class() }

func (p *position) isEmpty(c cell) bool { return p.square[c&cellMask] == uint8(board.Empty) }
