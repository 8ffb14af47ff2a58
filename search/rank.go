package search

import "tahoun/search/pattern"

// A ranked move is its rank above its square's complement, so that the greater number is the better
// move and ties go to the lower square.
type scoredMove uint32

func newScoredMove(c cell, merit int) scoredMove { return scoredMove(merit)<<16 | scoredMove(^c) }
func (r scoredMove) cell() cell                  { return ^cell(r) }
func (r scoredMove) score() int                  { return int(r >> 16) }

// merit ranks a move of the side to move: what it makes, what it takes from the opponent, both together where the last
// two stones touch it or do not and in this situation, and how good it was elsewhere, at all and as a reply to the last
// stone. It is positive and below 1<<16.
func (w *worker) moveScore(c cell, chances, dangers *[pattern.Pairs]int16, first contHistIndex) int {
	p := w.p
	own, other := p.info(c, p.side), p.info(c, p.side^1)
	touches, pair := w.touched[c&cellMask]&(Touches-1), pattern.Pair(own.class(), other.class())
	return own.attack() + other.defence() + int(p.rules.weights[p.side].Both[touches][pair]) +
		int(chances[pair]) + int(dangers[pair]) +
		(int(w.history[p.side][c&cellMask])+historyLimit)*w.params.History>>14 +
		(int(w.contHist[p.side][first+contHistIndex(c)])+historyLimit)*w.params.ContHist>>14
}

// rankAll fills the stack of moves with the candidates for the side to move, ranked, and returns them.
// The caller gives them back by cutting s.moves to its old length.
func (w *worker) scoreMoves(cells []cell) []scoredMove {
	start := len(w.moves)
	p := w.p
	weights := p.rules.weights[p.side]
	chances, dangers := &weights.Chances[p.chances()], &weights.Dangers[p.dangers()]
	first := p.contHistBase()
	p.touch(&w.touched)
	for _, c := range cells {
		w.moves = append(w.moves, newScoredMove(c, w.moveScore(c, chances, dangers, first)))
	}
	p.touch(&w.touched)
	return w.moves[start:]
}

// chances returns the situation by what the side to move has, an index into Weights.Chances.
func (p *position) chances() int {
	return p.now().counts[p.side].threatGroups()>>2 | p.answered()<<4
}

// dangers returns the situation by what its opponent has, an index into Weights.Dangers.
func (p *position) dangers() int { return p.now().counts[p.side^1].threatGroups() >> 1 }

// answered tells what the last stone answered: 0 nothing (or nobody knows), 1 a threatened row, 2 a threatened open four.
func (p *position) answered() int {
	if p.depth == 0 {
		return 0
	}
	switch was := p.plies[p.depth-1].counts[p.side]; {
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
		for _, c := range p.changedBy(n) {
			table[c&cellMask] ^= 1 << n
		}
	}
}
