package search

import (
	"math/bits"
	"slices"

	"tahoun/search/pattern"
)

// Moves worth a look lie near a stone: in the square of seven by seven around it, or four away on one
// of its lines. Rows of bits keep them; a stone ors a stencil into nine rows.

// drawStencils prepares the rows that a stone in each column adds, and closes what is off the board.
func (p *position) setupStencils() {
	for y := range p.occupied {
		p.occupied[y] = row{^uint64(0), ^uint64(0)}
		if y >= 4 && y < p.height+4 {
			p.occupied[y] = span(p.width, 127)
		}
	}
	for x := range p.width {
		p.stencil[x][0] = span(x-4, x+4)
		p.stencil[x][1] = span(x-3, x+3)
		for _, far := range []int{x - 4, x, x + 4} {
			bit := span(far, far)
			p.stencil[x][2][0] |= bit[0]
			p.stencil[x][2][1] |= bit[1]
		}
	}
}

// span returns a row with the bits from first to last, as far as they exist.
func span(first, last int) row {
	var r row
	for x := max(first, 0); x <= min(last, 127); x++ {
		r[x>>6] |= 1 << (x & 63)
	}
	return r
}

// stencilOf tells which stencil serves the row i-4 rows below a stone.
var stencilOf = [9]uint8{2, 1, 1, 1, 0, 1, 1, 1, 2}

// approach adds what is near a stone on c.
func (p *position) addCandidates(c cell) {
	at := p.point(c)
	for i, kind := range stencilOf {
		r := &p.candidateRows[at.Y+i]
		r[0] |= p.stencil[at.X][kind][0]
		r[1] |= p.stencil[at.X][kind][1]
	}
}

// approachSaving occupies c and does the same, keeping in at what leave needs.
func (p *position) saveAndAddCandidates(c cell, at *ply) {
	s := p.point(c)
	p.occupied[s.Y+4][s.X>>6] |= 1 << (s.X & 63)
	at.savedRows = [9]row(p.candidateRows[s.Y : s.Y+9])
	p.addCandidates(c)
}

// leave undoes approachSaving.
func (p *position) restoreCandidates(c cell, at *ply) {
	s := p.point(c)
	p.occupied[s.Y+4][s.X>>6] &^= 1 << (s.X & 63)
	*(*[9]row)(p.candidateRows[s.Y : s.Y+9]) = at.savedRows
}

// candidates appends the empty squares near a stone, row by row, or all empty squares if there is
// none near one.
func (p *position) candidates(to []cell) []cell {
	start := len(to)
	for y := range p.height {
		near, taken := &p.candidateRows[y+4], &p.occupied[y+4]
		to = appendBits(to, near[0]&^taken[0], y*p.width)
		to = appendBits(to, near[1]&^taken[1], y*p.width+64)
	}
	if len(to) > start {
		return to
	}
	for y := range p.height {
		taken := &p.occupied[y+4]
		to = appendBits(to, ^taken[0], y*p.width)
		to = appendBits(to, ^taken[1], y*p.width+64)
	}
	return to
}

// sift appends the empty squares near a stone on which a stone of side makes a class from least to most, row by row:
// the first n of them. A class that makes a four stands nowhere else.
func (p *position) candidatesOfClass(side int, least, most pattern.Class, n int, to []cell) []cell {
	full := len(to) + n
	for y := 0; y < p.height && len(to) < full; y++ {
		near, taken := &p.candidateRows[y+4], &p.occupied[y+4]
		for half := range near {
			for m := near[half] &^ taken[half]; m != 0 && len(to) < full; m &= m - 1 {
				c := cell(y*p.width + 64*half + bits.TrailingZeros64(m))
				if class := p.classFor(c, side); class >= least && class <= most {
					to = append(to, c)
				}
			}
		}
	}
	return to
}

func appendBits(to []cell, m uint64, base int) []cell {
	for ; m != 0; m &= m - 1 {
		to = append(to, cell(base+bits.TrailingZeros64(m)))
	}
	return to
}

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
