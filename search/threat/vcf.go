// Package threat searches for forced wins: by continuous fours (VCF), and by continuous threats (VCT).
package threat

import (
	"slices"

	"tahoun/search/pattern"
	"tahoun/search/position"
)

// A VCF searches for a win by continuous fours (VCF) until it finds one, has refuted all, or runs out of nodes.
// It remembers positions without a win: the order of moves does not matter to them. Package search calls
// Solve and Shortest before the main search (root.go: solveThreats, shortestVCF, retryVCF; staticmove.go), in proof
// trees (prooftree.go: shortVCF) and for a person (threats.go: ForcedWin).
type VCF struct {
	Stop func() bool // reports whether to end without a win, nil: never; called every stopEvery nodes

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
func (v *VCF) Solve(p *position.Position, limit int) bool { return v.solve(p, 0, limit) }

// Shortest reports whether the side to move wins by fours within so many plies, and finds the shortest such win. It
// gives up at the first length for which limit nodes do not suffice.
func (v *VCF) Shortest(p *position.Position, plies, limit int) bool {
	for n := 1; n <= plies; n += 2 {
		if found := v.solve(p, p.Depth+n, limit); found || v.Exhausted() {
			return found
		}
	}
	return false
}

// solve is Solve for a win that ends with so many stones at most, 0 for no bound.
func (v *VCF) solve(p *position.Position, end, limit int) bool {
	v.p, v.end, v.nodes, v.limit = p, end, 0, limit
	v.line, v.fours = v.line[:0], v.fours[:0]
	if p.RootOverflow {
		return false
	}
	v.fours = p.FourSquares(v.fours)
	return v.attack(0)
}

// Exhausted reports whether the last Solve used up its nodes.
func (v *VCF) Exhausted() bool { return v.nodes >= v.limit }

// stopEvery is the number of nodes between two calls of Stop.
const stopEvery = 64

// mustStop reports whether stop, which may be nil, ends a search at its node of this number, from 1.
func mustStop(stop func() bool, node int) bool { return node%stopEvery == 1 && stop != nil && stop() }

// Visited returns the number of nodes of the last Solve.
func (v *VCF) Visited() int { return v.nodes }

// Win returns the moves of the win that was found last, and how many plies it takes.
func (v *VCF) Win() (line []position.Cell, plies int) {
	line = slices.Clone(v.line)
	slices.Reverse(line)
	return line, len(line)
}

// attack reports whether the side to move wins. Its fours are listed from index from on.
func (v *VCF) attack(from int) bool {
	p := v.p
	own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
	v.nodes++
	if mustStop(v.Stop, v.nodes) {
		v.limit = 0
	}
	switch {
	case own.Rows() > 0:
		v.line = append(v.line, p.Find(p.Side, pattern.WinningRow, own.Rows(), nil)[0])
		return true
	case v.Exhausted(), p.Depth > vcfDeepest, p.Now().Empty < 3, !own.AnyFour(), p.Now().Overflow():
		return false
	}
	if v.end > 0 && p.Depth+3 > v.end { // a four, its answer and the five
		return false
	}
	key := p.Now().Key ^ uint64(v.end)*endKey
	slot := &v.failed[key>>(64-vcfFailedBits)]
	if *slot == key {
		return false
	}
	moves := v.fours[from:]
	if n := other.Rows(); n > 0 {
		moves = p.FiveDefences(n, nil)
	}
	for _, c := range moves {
		if p.IsEmpty(c) && p.Class(c) >= pattern.SingleFour &&
			p.MayPlay(c) && v.winsWith(c, from) {
			return true
		}
	}
	if !v.Exhausted() {
		*slot = key
	}
	return false
}

// endKey is the part of a key in failed for each stone of a bound.
const endKey = 0x9fb21c651e98df25

// winsWith plays the four c and reports whether every answer loses.
func (v *VCF) winsWith(c position.Cell, from int) bool {
	p := v.p
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
	if len(answers) == 0 { // no legal answer: two rows, or renju forbids the square that would stop the only one
		v.appendLostReply(rows)
		v.line = append(v.line, c)
		return true
	}
	mark := len(v.fours)
	var longest []position.Cell // only caro has several answers
	for _, a := range answers {
		p.Make(a)
		v.listFours(from, mark)
		v.line = v.line[:0]
		won := v.attack(mark)
		v.fours = v.fours[:mark]
		p.Unmake()
		if !won {
			return false
		}
		if v.line = append(v.line, a); len(v.line) > len(longest) {
			longest = slices.Clone(v.line)
		}
	}
	v.line = append(longest, c)
	return true
}

// listFours appends the squares where a four is possible now. Those that the attacker's last stone changed come first.
// For renju's x those follow that the defence changed, which may have left one of two forbidden fours. Last come the
// earlier ones, v.fours[from:to].
func (v *VCF) listFours(from, to int) {
	p := v.p
	v.listNewFours(to, p.ChangedBy(1))
	if p.Forbids && p.Side == 0 {
		v.listNewFours(to, p.ChangedBy(0))
	}
	fresh := v.fours[to:]
	for _, c := range v.fours[from:to] {
		if !slices.Contains(fresh, c) {
			v.fours = append(v.fours, c)
		}
	}
}

// listNewFours appends those of cells where a four is possible, unless they are in v.fours[to:].
func (v *VCF) listNewFours(to int, cells []position.Cell) {
	for _, c := range cells {
		if v.p.IsEmpty(c) && v.p.Class(c) >= pattern.SingleFour && !slices.Contains(v.fours[to:], c) {
			v.fours = append(v.fours, c)
		}
	}
}

// appendLostReply appends the end of a line against which no answer helps: a reply to the n threatened rows, then the
// five.
func (v *VCF) appendLostReply(n int) {
	p := v.p
	answer := p.LostReply(n)
	p.Make(answer)
	defer p.Unmake()
	v.line = append(v.line, p.Find(p.Side, pattern.WinningRow, p.Now().Counts[p.Side].Rows(), nil)[0], answer)
}
