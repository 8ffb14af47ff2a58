// Package threat searches for forced wins: by continuous fours (VCF), and by continuous threats (VCT).
package threat

import (
	"slices"

	"tahoun/search/pattern"
	"tahoun/search/position"
)

// A VCF searches for a win by continuous fours (VCF) until it finds one, has refuted all, or runs out of nodes.
// It remembers positions without a win: the order of moves does not matter to them.
type VCF struct {
	p      *position.Position
	failed [1 << vcfFailedBits]uint64
	nodes  int
	limit  int
	end    int             // greatest number of stones from the root with the five; 0: no bound
	line   []position.Cell // the win, both sides' moves, last move first
	fours  []position.Cell // stack of lists of squares that make fours
}

const vcfFailedBits = 13

// vcfDeepest is the greatest number of stones at which a search still tries a four. The rest of MaxPlies is for the
// answers to it and for renju's look-ahead at forbidden squares.
const vcfDeepest = position.MaxPlies - 20

// Solve reports whether the side to move wins by fours. Win then returns the moves. If there is no win, Exhausted
// reports whether the node limit left that open.
func (s *VCF) Solve(p *position.Position, limit int) bool { return s.solve(p, 0, limit) }

// Shortest reports whether the side to move wins by fours within so many plies, and finds the shortest such win. It gives up
// at the first length for which limit nodes do not suffice.
func (s *VCF) Shortest(p *position.Position, plies, limit int) bool {
	for n := 1; n <= plies; n += 2 {
		if found := s.solve(p, p.Depth+n, limit); found || s.Exhausted() {
			return found
		}
	}
	return false
}

// solve is Solve for a win that ends with so many stones at most, 0 for no bound.
func (s *VCF) solve(p *position.Position, end, limit int) bool {
	s.p, s.end, s.nodes, s.limit = p, end, 0, limit
	s.line, s.fours = s.line[:0], s.fours[:0]
	if p.Overflow {
		return false
	}
	s.fours = p.FourSquares(s.fours)
	return s.attack(0)
}

// Exhausted reports whether the last Solve used up its nodes.
func (s *VCF) Exhausted() bool { return s.nodes >= s.limit }

// Visited returns the number of nodes of the last Solve.
func (s *VCF) Visited() int { return s.nodes }

// Win returns the moves of the win that was found last, and how many plies it takes.
func (s *VCF) Win() (line []position.Cell, plies int) {
	line = slices.Clone(s.line)
	slices.Reverse(line)
	return line, len(line)
}

// attack reports whether the side to move wins. Its fours are listed from index from on.
func (s *VCF) attack(from int) bool {
	p := s.p
	own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
	s.nodes++
	switch {
	case own.Rows() > 0:
		s.line = append(s.line, p.Find(p.Side, pattern.WinningRow, own.Rows(), nil)[0])
		return true
	case s.Exhausted(), p.Depth > vcfDeepest, p.Now().Empty < 3, !own.AnyFour(), p.Now().Overflow():
		return false
	}
	if s.end > 0 && p.Depth+3 > s.end { // a four, its answer and the five
		return false
	}
	key := p.Now().Key ^ uint64(s.end)*endKey
	slot := &s.failed[key>>(64-vcfFailedBits)]
	if *slot == key {
		return false
	}
	moves := s.fours[from:]
	if n := other.Rows(); n > 0 {
		moves = p.FiveDefences(n, nil)
	}
	for _, c := range moves {
		if p.IsEmpty(c) && p.Class(c) >= pattern.SingleFour &&
			p.MayPlay(c) && s.winsWith(c, from) {
			return true
		}
	}
	if !s.Exhausted() {
		*slot = key
	}
	return false
}

// endKey is the part of a key in failed for each stone of a bound.
const endKey = 0x9fb21c651e98df25

// winsWith plays the four c and reports whether every answer loses.
func (s *VCF) winsWith(c position.Cell, from int) bool {
	p := s.p
	p.Make(c)
	defer p.Unmake()
	if p.Now().Counts[p.Side].Rows() > 0 {
		return false
	}
	rows := p.Now().Counts[p.Side^1].Rows()
	if rows == 0 {
		return false // no four: a suspect square has less than its patterns say
	}
	answers := p.FiveDefences(rows, nil)
	if len(answers) == 0 {
		s.appendLostReply(rows)
		s.line = append(s.line, c)
		return true
	}
	mark := len(s.fours)
	var longest []position.Cell // only caro has several answers
	for _, a := range answers {
		p.Make(a)
		s.listFours(from, mark)
		s.line = s.line[:0]
		won := s.attack(mark)
		s.fours = s.fours[:mark]
		p.Unmake()
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
func (s *VCF) listFours(from, to int) {
	p := s.p
	s.listNewFours(to, p.ChangedBy(1))
	if p.Forbids && p.Side == 0 {
		s.listNewFours(to, p.ChangedBy(0))
	}
	fresh := s.fours[to:]
	for _, c := range s.fours[from:to] {
		if !slices.Contains(fresh, c) {
			s.fours = append(s.fours, c)
		}
	}
}

// listNewFours appends those of cells where a four is possible, unless they are in s.fours[to:].
func (s *VCF) listNewFours(to int, cells []position.Cell) {
	for _, c := range cells {
		if s.p.IsEmpty(c) && s.p.Class(c) >= pattern.SingleFour && !slices.Contains(s.fours[to:], c) {
			s.fours = append(s.fours, c)
		}
	}
}

// appendLostReply appends the end of a line against which no answer helps: a reply to the n threatened rows, then the
// five.
func (s *VCF) appendLostReply(n int) {
	p := s.p
	answer := p.LostReply(n)
	p.Make(answer)
	defer p.Unmake()
	s.line = append(s.line, p.Find(p.Side, pattern.WinningRow, p.Now().Counts[p.Side].Rows(), nil)[0], answer)
}
