package search

import (
	"slices"

	"tahoun/search/pattern"
)

// Two of three squares near stones promise nothing: a stone of either side makes no more there than an open two. Where
// others do not lose, the search need not even rank them. In positions of up to 20 stones such a square was best in 1,961 of
// 1,170,000 nodes, in won and lost ones in 18 of 250,000, and a square without an open two in none.

// A promise is what a stone must make on a square for a node to rank it.
type candidateFilter int

const (
	openTwoFilter candidateFilter = iota // an open two
	strongFilter                         // two of them, or a blocked three
)

// keeps tells, as 1 or 0, whether a stone of one of the two sides makes what is promised on an empty square of the
// given codes, of x in the low half and of o in the high one. It knows no Five.
func (f candidateFilter) passes(codes uint32) uint32 {
	const (
		each    = 0x11111111 // a shape of each line, of each side
		eighth  = 8 * each   // shapes from BlockedThree on have this bit
		fromTwo = (8 - uint32(pattern.OpenTwo)) * each
	)
	found := (codes + fromTwo) & eighth // no shape but Five runs over
	if f == strongFilter {
		x, o := found&0xffff, found>>16
		found = codes&eighth | x&(x-1) | o&(o-1)
	}
	return (found | -found) >> 31
}

// promising appends the candidates that keep the least promise, and unpromising the others.
func (p *position) passingCandidates(least candidateFilter, to []cell) []cell {
	return p.filterCandidates(least, 0, to)
}
func (p *position) failingCandidates(least candidateFilter, to []cell) []cell {
	return p.filterCandidates(least, 1, to)
}

// choose writes every candidate to the next place and goes on to the one behind it only if the candidate is wanted:
// there is no branch to guess.
func (p *position) filterCandidates(least candidateFilter, unwanted uint32, to []cell) []cell {
	n, all := len(to), p.candidates(to)
	for _, c := range all[n:] {
		all[n] = c
		n += int(least.passes(p.code[c&cellMask]) ^ unwanted)
	}
	return all[:n]
}

// idle tells whether c makes no more than a four, off the lines of the opponent's last stone: it forces an answer, and
// seldom anything else. Against a threatened open four one in 44 such moves was too good for the opponent, of the moves
// that take the threat away one in 4.
func (p *position) idleFour(c cell) bool {
	return p.class(c) == pattern.SingleFour && p.depth > 0 && !slices.Contains(p.changedBy(0), c)
}
