package search

import (
	"slices"

	"tahoun/search/pattern"
)

// A vcfSolver searches for a win by continuous fours (VCF) until it finds one, has refuted all, or runs out of nodes.
// It remembers positions without a win: the order of moves does not matter to them.
type vcfSolver struct {
	p      *position
	failed [1 << vcfFailedBits]uint64
	nodes  int
	limit  int
	line   []cell // the win, both sides' moves, last move first
	fours  []cell // stack of lists of squares that make fours
}

const vcfFailedBits = 13

// vcfDeepest is the greatest number of stones at which a search still tries a four. The rest of maxPlies is for the
// answers to it and for renju's look-ahead at forbidden squares.
const vcfDeepest = maxPlies - 20

// solve reports whether the side to move wins by fours. line then holds the moves, the last one first. If there is no
// win, exhausted reports whether the node limit left that open.
func (s *vcfSolver) solve(p *position, limit int) bool {
	s.p, s.nodes, s.limit = p, 0, limit
	s.line, s.fours = s.line[:0], s.fours[:0]
	if p.overflow {
		return false
	}
	s.fours = p.fourSquares(s.fours)
	return s.attack(0)
}

func (s *vcfSolver) exhausted() bool { return s.nodes >= s.limit }
func (s *vcfSolver) visited() int    { return s.nodes }

// win returns the moves of the win that was found last, and how many plies it takes.
func (s *vcfSolver) win() (line []cell, plies int) {
	line = slices.Clone(s.line)
	slices.Reverse(line)
	return line, len(line)
}

// attack reports whether the side to move wins. Its fours are listed from index from on.
func (s *vcfSolver) attack(from int) bool {
	p := s.p
	own, other := p.now().counts[p.side], p.now().counts[p.side^1]
	s.nodes++
	switch {
	case own.rows() > 0:
		s.line = append(s.line, p.find(p.side, pattern.WinningRow, own.rows(), nil)[0])
		return true
	case s.exhausted(), p.depth > vcfDeepest, p.now().empty < 3, !own.anyFour(), p.now().overflow():
		return false
	}
	slot := &s.failed[p.now().key>>(64-vcfFailedBits)]
	if *slot == p.now().key {
		return false
	}
	moves := s.fours[from:]
	if n := other.rows(); n > 0 {
		moves = p.fiveDefences(n, nil)
	}
	for _, c := range moves {
		if p.isEmpty(c) && p.class(c) >= pattern.SingleFour &&
			p.mayPlay(c) && s.winsWith(c, from) {
			return true
		}
	}
	if !s.exhausted() {
		*slot = p.now().key
	}
	return false
}

// winsWith plays the four c and reports whether every answer loses.
func (s *vcfSolver) winsWith(c cell, from int) bool {
	p := s.p
	p.make(c)
	defer p.unmake()
	if p.now().counts[p.side].rows() > 0 {
		return false
	}
	rows := p.now().counts[p.side^1].rows()
	if rows == 0 {
		return false // no four: a suspect square has less than its patterns say
	}
	answers := p.fiveDefences(rows, nil)
	if len(answers) == 0 {
		s.appendLostReply(rows)
		s.line = append(s.line, c)
		return true
	}
	mark := len(s.fours)
	var longest []cell // only caro has several answers
	for _, a := range answers {
		p.make(a)
		s.listFours(from, mark)
		s.line = s.line[:0]
		won := s.attack(mark)
		s.fours = s.fours[:mark]
		p.unmake()
		if !won {
			return false
		}
		if s.line = append(s.line, a); len(s.line) > len(longest) {
			longest = slices.Clone(s.line)
		}
	}
	s.line = append(longest, c)
	return true
}

// listFours appends the squares where a four is possible now. Those that the attacker's last stone changed come first.
// For renju's x those follow that the defence changed, which may have left one of two forbidden fours. Last come the
// earlier ones, s.fours[from:to].
func (s *vcfSolver) listFours(from, to int) {
	p := s.p
	s.listNewFours(to, p.changedBy(1))
	if p.forbids && p.side == 0 {
		s.listNewFours(to, p.changedBy(0))
	}
	fresh := s.fours[to:]
	for _, c := range s.fours[from:to] {
		if !slices.Contains(fresh, c) {
			s.fours = append(s.fours, c)
		}
	}
}

// listNewFours appends those of cells where a four is possible, unless they are in s.fours[to:].
func (s *vcfSolver) listNewFours(to int, cells []cell) {
	for _, c := range cells {
		if s.p.isEmpty(c) && s.p.class(c) >= pattern.SingleFour && !slices.Contains(s.fours[to:], c) {
			s.fours = append(s.fours, c)
		}
	}
}

// appendLostReply appends the end of a line against which no answer helps: a reply to the n threatened rows, then the
// five.
func (s *vcfSolver) appendLostReply(n int) {
	p := s.p
	answer := p.lostReply(n)
	p.make(answer)
	defer p.unmake()
	s.line = append(s.line, p.find(p.side, pattern.WinningRow, p.now().counts[p.side].rows(), nil)[0], answer)
}
