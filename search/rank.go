package search

import "tahoun/search/pattern"

// A ranked move is its rank above its square's complement, so that the greater number is the better
// move and ties go to the lower square.
type ranked uint32

func rank(c cell, merit int) ranked { return ranked(merit)<<16 | ranked(^c) }
func (r ranked) cell() cell         { return ^cell(r) }
func (r ranked) merit() int         { return int(r >> 16) }

// merit ranks a move of the side to move: what it makes, what it takes from the opponent, both together where the last
// two stones touch it or do not and in this situation, and how good it was elsewhere, at all and as a reply to the last
// stone. It is positive and below 1<<16.
func (s *searcher) merit(c cell, chances, dangers *[pattern.Pairs]int16, first reply) int {
	p := s.p
	own, other := p.fact(c, p.side), p.fact(c, p.side^1)
	touches, pair := s.touched[c&cellMask]&(Touches-1), pattern.Pair(own.class(), other.class())
	return own.attack() + other.defence() + int(p.know.weights[p.side].Both[touches][pair]) +
		int(chances[pair]) + int(dangers[pair]) +
		(int(s.history[p.side][c&cellMask])+historyLimit)*s.params.History>>14 +
		(int(s.replies[p.side][first+reply(c)])+historyLimit)*s.params.Replies>>14
}

// rankAll fills the stack of moves with the candidates for the side to move, ranked, and returns them.
// The caller gives them back by cutting s.moves to its old length.
func (s *searcher) rankAll(cells []cell) []ranked {
	start := len(s.moves)
	p := s.p
	w := p.know.weights[p.side]
	chances, dangers := &w.Chances[p.chances()], &w.Dangers[p.dangers()]
	first := p.firstReply()
	p.touch(&s.touched)
	for _, c := range cells {
		s.moves = append(s.moves, rank(c, s.merit(c, chances, dangers, first)))
	}
	p.touch(&s.touched)
	return s.moves[start:]
}

// chances returns the situation by what the side to move has, an index into Weights.Chances.
func (p *position) chances() int {
	return p.now().sums[p.side].threatGroups()>>2 | p.answered()<<4
}

// dangers returns the situation by what its opponent has, an index into Weights.Dangers.
func (p *position) dangers() int { return p.now().sums[p.side^1].threatGroups() >> 1 }

// answered tells what the last stone answered: 0 nothing (or nobody knows), 1 a threatened row, 2 a threatened open four.
func (p *position) answered() int {
	if p.depth == 0 {
		return 0
	}
	switch was := p.plies[p.depth-1].sums[p.side]; {
	case was.rows() > 0:
		return 1
	case was.wins() > 0:
		return 2
	}
	return 0
}

// touch writes which squares the last two stones touch, see Touches, into a table of zeros; a second time takes it
// back, since each stone changes a square once.
func (p *position) touch(table *[1 << cellBits]uint8) {
	for n := range 2 {
		for _, c := range p.lately(n) {
			table[c&cellMask] ^= 1 << n
		}
	}
}
