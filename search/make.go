package search

import (
	"math/bits"

	"tahoun/board"
	"tahoun/search/nnue"
)

// make plays c: it puts a stone of the side to move there and gives the turn to the opponent.
func (p *position) make(c cell) {
	p.putStone(c, p.side)
	p.nullMove()
}

// keyAfter returns the key that the position would have after make(c).
func (p *position) keyAfter(c cell) uint64 {
	return p.now().key ^ p.zobrist[p.side][c&cellMask] ^ oToMove
}

// unmake takes the last make back.
func (p *position) unmake() {
	p.removeStone()
	p.side ^= 1
}

// nullMove gives the turn to the other side. A second one takes it back.
func (p *position) nullMove() {
	p.side ^= 1
	now := p.now()
	now.key ^= oToMove
	now.eval = noEval
}

// putStone puts a stone of side on the empty square c, whosever turn it is, and updates all line patterns that it
// touches.
func (p *position) putStone(c cell, side int) {
	was, at := &p.plies[p.depth], &p.plies[p.depth+1]
	p.depth++
	at.key = was.key ^ p.zobrist[side][c&cellMask]
	at.empty, at.move = was.empty-1, c
	p.square[c&cellMask] = uint8(1 + side)
	p.saveAndAddCandidates(c, at)
	code := p.code[c&cellMask] // keeps its value for removeStone
	at.counts[0] = was.counts[0] - p.rules.counts[0][uint16(code)]
	at.counts[1] = was.counts[1] - p.rules.counts[1][code>>16]
	at.accValid = false
	at.changedEnd = was.changedEnd
	if p.rules.lines.Reach == 4 {
		update[reach4](p, at, c, uint64(1+side))
	} else {
		update[reach5](p, at, c, uint64(1+side))
	}
}

// The lengths of these arrays make the window's reach a constant in each instance of update.
type (
	reach4 [4]struct{}
	reach5 [5]struct{}
)

// update looks up the windows that a new stone on c changes, and adds the differences to the counts.
func update[R reach4 | reach5](p *position, at *ply, c cell, stone uint64) {
	var r R
	reach := len(r)
	half := uint64(1)<<(2*reach) - 1
	lines, sumsX, sumsO := p.rules.lines, p.rules.counts[0], p.rules.counts[1]
	x, o, end := at.counts[0], at.counts[1], int(at.changedEnd)
	// The neighbours, at bits 2*reach to 6*reach of the load, without c itself.
	neighbours := uint64(0x5555_5555_5555_5555) & (1<<(6*reach+2) - 1) &^ (1<<(2*reach) - 1) &^ (1 << (4 * reach))
	for d, i := range p.place[c&cellMask] {
		w := p.lineAt(i-2*uint16(reach)) | stone<<(4*reach)
		p.line[i/4] |= uint8(stone << (i % 4 * 2))
		at.around[d] = w >> (4 * (reach - nnue.Reach))
		base, step, nibble := int(c)-2*reach*p.step[d], p.step[d], 4*d&31
		for m := ^(w | w>>1) & neighbours; m != 0; m &= m - 1 {
			t := bits.TrailingZeros64(m)
			v := w >> ((t - 2*reach) & 63)
			n := (base + t/2*step) & cellMask
			shapes := spread(lines.Lookup(uint32(v&half), uint32(v>>(2*reach+2)&half)))
			before := p.code[n]
			after := before&^(0x000f000f<<nibble) | shapes<<nibble
			p.changed[end&changeMask], p.previous[end&changeMask], p.next[end&changeMask] = cell(n), before, after
			end++
			p.code[n] = after
			x += sumsX[uint16(after)] - sumsX[uint16(before)]
			o += sumsO[after>>16] - sumsO[before>>16]
		}
	}
	at.counts[0], at.counts[1], at.changedEnd = x, o, int32(end)
}

// removeStone takes the last stone off the board.
func (p *position) removeStone() {
	p.undoBoardAcc()
	at := &p.plies[p.depth]
	p.depth--
	was := &p.plies[p.depth]
	c := at.move & cellMask
	side := p.square[c] - 1
	p.square[c] = uint8(board.Empty)
	codes, changed := p.previous[was.changedEnd:at.changedEnd], p.changed[was.changedEnd:at.changedEnd]
	for i, c := range changed[:len(codes)] {
		p.code[c&cellMask] = codes[i]
	}
	for _, i := range p.place[c] {
		p.line[i/4] &^= (1 + side) << (i % 4 * 2)
	}
	p.restoreCandidates(c, at)
}
