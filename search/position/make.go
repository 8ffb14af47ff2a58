package position

import (
	"math/bits"

	"tahoun/board"
	"tahoun/search/nnue"
)

// Make plays c: it puts a stone of the side to move there and gives the turn to the opponent.
func (p *Position) Make(c Cell) {
	p.putStone(c, p.Side)
	p.NullMove()
}

// KeyAfter returns the key that the position would have after Make(c).
func (p *Position) KeyAfter(c Cell) uint64 {
	return p.Now().Key ^ p.zobrist[p.Side][c&CellMask] ^ oToMove
}

// Unmake takes the last Make back.
func (p *Position) Unmake() {
	p.removeStone()
	p.Side ^= 1
}

// NullMove gives the turn to the other side. A second one takes it back.
func (p *Position) NullMove() {
	p.Side ^= 1
	now := p.Now()
	now.Key ^= oToMove
	now.Eval = NoEval
}

// putStone puts a stone of side on the empty square c, whosever turn it is, and updates all line patterns that it
// touches.
func (p *Position) putStone(c Cell, side int) {
	was, at := &p.plies[p.Depth], &p.plies[p.Depth+1]
	p.Depth++
	at.Key = was.Key ^ p.zobrist[side][c&CellMask]
	at.Empty, at.Move = was.Empty-1, c
	p.square[c&CellMask] = uint8(1 + side)
	p.saveAndAddCandidates(c, at)
	code := p.code[c&CellMask] // keeps its value for removeStone
	at.Counts[0] = was.Counts[0] - p.Rules.counts[0][uint16(code)]
	at.Counts[1] = was.Counts[1] - p.Rules.counts[1][code>>16]
	at.accValid = false
	at.changedEnd = was.changedEnd
	if p.Rules.lines.Reach == 4 {
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
func update[R reach4 | reach5](p *Position, at *Ply, c Cell, stone uint64) {
	var r R
	reach := len(r)
	half := uint64(1)<<(2*reach) - 1
	lines, countsX, countsO := p.Rules.lines, p.Rules.counts[0], p.Rules.counts[1]
	x, o, end := at.Counts[0], at.Counts[1], int(at.changedEnd)
	// The neighbours, at bits 2*reach to 6*reach of the load, without c itself.
	neighbours := uint64(0x5555_5555_5555_5555) & (1<<(6*reach+2) - 1) &^ (1<<(2*reach) - 1) &^ (1 << (4 * reach))
	for d, i := range p.place[c&CellMask] {
		w := p.lineAt(i-2*uint16(reach)) | stone<<(4*reach)
		p.line[i/4] |= uint8(stone << (i % 4 * 2))
		at.around[d] = w >> (4 * (reach - nnue.Reach))
		base, step, nibble := int(c)-2*reach*p.step[d], p.step[d], 4*d&31
		for m := ^(w | w>>1) & neighbours; m != 0; m &= m - 1 {
			t := bits.TrailingZeros64(m)
			v := w >> ((t - 2*reach) & 63)
			n := (base + t/2*step) & CellMask
			shapes := spread(lines.Lookup(uint32(v&half), uint32(v>>(2*reach+2)&half)))
			before := p.code[n]
			after := before&^(0x000f000f<<nibble) | shapes<<nibble
			p.changed[end&changeMask], p.previous[end&changeMask], p.next[end&changeMask] = Cell(n), before, after
			end++
			p.code[n] = after
			x += countsX[uint16(after)] - countsX[uint16(before)]
			o += countsO[after>>16] - countsO[before>>16]
		}
	}
	at.Counts[0], at.Counts[1], at.changedEnd = x, o, int32(end)
}

// removeStone takes the last stone off the board.
func (p *Position) removeStone() {
	p.undoLineAccs()
	at := &p.plies[p.Depth]
	p.Depth--
	was := &p.plies[p.Depth]
	c := at.Move & CellMask
	side := p.square[c] - 1
	p.square[c] = uint8(board.Empty)
	codes, changed := p.previous[was.changedEnd:at.changedEnd], p.changed[was.changedEnd:at.changedEnd]
	for i, c := range changed[:len(codes)] {
		p.code[c&CellMask] = codes[i]
	}
	for _, i := range p.place[c] {
		p.line[i/4] &^= (1 + side) << (i % 4 * 2)
	}
	p.restoreCandidates(c, at)
}
