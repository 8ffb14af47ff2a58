package search

import (
	"slices"

	"tahoun/board"
	"tahoun/search/pattern"
)

// A ranked move is its rank above its square's complement, so that the greater number is the better
// move and ties go to the lower square.
type ranked uint32

func rank(c cell, merit int) ranked { return ranked(merit)<<16 | ranked(^c) }
func (r ranked) cell() cell         { return ^cell(r) }

// A history counts which moves were good elsewhere in the tree, by side and square, between -historyLimit and
// historyLimit.
type history [2][1 << cellBits]int16

const historyLimit = 8192

// reward moves a count towards the limit, the more slowly the nearer it is; a negative bonus punishes.
func (h *history) reward(side int, c cell, bonus int) {
	v := &h[side][c&cellMask]
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/historyLimit)
}

// merit ranks a move of the side to move: what it makes, what it takes from the opponent, both together where the last
// two stones touch it or do not and in this situation, and how good it was elsewhere. It is positive and below 1<<16.
func (s *searcher) merit(c cell, chances, dangers *[pattern.Pairs]int16) int {
	p := s.p
	own, other := p.fact(c, p.side), p.fact(c, p.side^1)
	touches, pair := s.touched[c&cellMask]&(Touches-1), pattern.Pair(own.class(), other.class())
	return own.attack() + other.defence() + int(p.know.weights[p.side].Both[touches][pair]) +
		int(chances[pair]) + int(dangers[pair]) +
		(int(s.history[p.side][c&cellMask])+historyLimit)*s.params.History>>14
}

// rankAll fills the stack of moves with the candidates for the side to move, ranked, and returns them.
// The caller gives them back by cutting s.moves to its old length.
func (s *searcher) rankAll(cells []cell) []ranked {
	start := len(s.moves)
	p := s.p
	w := p.know.weights[p.side]
	chances, dangers := &w.Chances[p.chances()], &w.Dangers[p.dangers()]
	p.touch(&s.touched)
	for _, c := range cells {
		s.moves = append(s.moves, rank(c, s.merit(c, chances, dangers)))
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

// tries appends what the side to move may try: the answers that it needs, or every candidate.
func (p *position) tries(to []cell) []cell {
	if answers, needed := p.answers(to); needed {
		return answers
	}
	return p.candidates(to)
}

// answers appends the exact answers to a threatened open four, or four with an open three. needed is false, and
// nothing appended, where there is no such threat.
func (p *position) answers(to []cell) (_ []cell, needed bool) {
	other := p.now().sums[p.side^1]
	if n := other.wins(); n > 0 {
		return p.fourAnswers(n, to), true
	}
	if n := other.fourThrees(); n > 0 {
		return p.fourThreeAnswers(n, to)
	}
	return to, false
}

// A picker hands out the moves of a node, the best ranked first. The move that the table knows comes before any other is
// even listed: often no other is needed. Moves that promise nothing are listed where all others lose.
type picker struct {
	known  cell    // the table's, noCell if it knows none
	least  promise // of the moves to list first
	given  bool    // known has been handed out
	listed bool    // the others are in searcher.moves,
	whole  bool    // also those that promise nothing
	first  int     // index there of their list, to be cut off by the node when it ends
	left   int     // index there of the first that has not been handed out
}

func (s *searcher) picker(known cell, least promise) picker {
	return picker{known: known, least: least, given: known == noCell, first: len(s.moves), left: len(s.moves)}
}

// next returns the next move, noCell after the last one. lost tells whether all that have been handed out lose.
func (s *searcher) next(k *picker, lost bool) cell {
	if !k.given {
		k.given = true
		return k.known
	}
	if !k.listed {
		s.list(k)
	}
	if k.left == len(s.moves) && lost && !k.whole {
		s.listRest(k)
	}
	if k.left == len(s.moves) {
		return noCell
	}
	c := best(s.moves[k.left:])
	k.left++
	return c
}

// list fills the list of a picker. A move that once refuted the opponent's last move elsewhere is
// lifted, where the table does not know better.
func (s *searcher) list(k *picker) {
	p := s.p
	k.listed = true
	var cells []cell
	if cells, k.whole = p.answers(s.cells[:0]); !k.whole {
		cells = p.promising(k.least, cells)
	}
	moves := s.rankAll(cells)
	if k.known != noCell {
		s.drop(k.known, moves)
		return
	}
	if last := p.now().move; last != noCell {
		if i := indexOf(s.counters[p.side^1][last&cellMask], moves); i >= 0 {
			moves[i] += ranked(s.params.Counter) << 16
		}
	}
}

// listRest adds the moves that promise nothing.
func (s *searcher) listRest(k *picker) {
	k.whole = true
	s.drop(k.known, s.rankAll(s.p.unpromising(k.least, s.cells[:0])))
}

// drop takes c out of moves, which are the last ones on the stack, if it is there.
func (s *searcher) drop(c cell, moves []ranked) {
	if i := indexOf(c, moves); i >= 0 {
		moves[i] = moves[len(moves)-1]
		s.moves = s.moves[:len(s.moves)-1]
	}
}

// indexOf returns where c stands in moves, or -1.
func indexOf(c cell, moves []ranked) int {
	return slices.IndexFunc(moves, func(m ranked) bool { return m.cell() == c })
}

// best brings the best of moves to the front: most nodes need few of them, so none sorts them all.
func best(moves []ranked) cell {
	b, top := 0, moves[0]
	for i, m := range moves {
		if m > top {
			b, top = i, m
		}
	}
	moves[0], moves[b] = top, moves[0]
	return top.cell()
}

// class returns what c makes for the side to move, classFor what it makes for side.
func (p *position) class(c cell) pattern.Class { return p.classFor(c, p.side) }

func (p *position) classFor(c cell, side int) pattern.Class {
	return p.know.classes[side&1][p.codeOf(c, side)]
}

func (p *position) isEmpty(c cell) bool { return p.square[c&cellMask] == uint8(board.Empty) }
