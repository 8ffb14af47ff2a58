package position

import (
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
	p.update(at, c, uint64(1+side))
}

// update looks up the windows that a new stone on c changes, and adds the differences to the counts.
func (p *Position) update(at *Ply, c Cell, stone uint64) {
	reach, first := p.Rules.lines.Reach, int(at.changedEnd)
	var windows [4]uint64 // from 2*reach squares before c on
	for d, i := range p.place[c&CellMask] {
		windows[d] = p.lineAt(i-2*uint16(reach)) | stone<<(4*reach&63)
		p.line[i/4] |= uint8(stone << (i % 4 * 2))
		at.around[d] = windows[d] >> (4 * (reach - nnue.Reach) & 63)
	}
	end := p.reshape(c, &windows, first)
	at.changedEnd = int32(end)
	countsX, countsO := p.Rules.counts[0], p.Rules.counts[1]
	x, o := at.Counts[0], at.Counts[1]
	previous, next := p.previous[first&changeMask:end&changeMask], p.next[first&changeMask:end&changeMask]
	for i, before := range previous[:len(next)] {
		after := next[i]
		x += countsX[uint16(after)] - countsX[uint16(before)]
		o += countsO[after>>16] - countsO[before>>16]
	}
	at.Counts[0], at.Counts[1] = x, o
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
