package position

import (
	"math/bits"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// setupBoardAcc computes the board accumulator of the line-pattern network.
func (p *Position) setupBoardAcc() {
	transformer := p.Rules.transformer
	if transformer == nil {
		return
	}
	f := transformer.NewAccumulator(p.Width, p.Height)
	var changes []nnue.Change
	for c := range Cell(p.Cells) {
		if !p.IsEmpty(c) {
			continue
		}
		at := f.At(p.Point(c).X, p.Point(c).Y)
		f.SetEmpty(at)
		for _, i := range p.place[c] {
			if w := transformer.Pattern(patternHalves(p.lineAt(i - nnue.Reach))); w != transformer.Blank() {
				changes = append(changes, nnue.Change{At: at, From: transformer.Blank(), To: w})
			}
		}
	}
	f.Update(changes)
	p.boardAcc = f
}

// patternHalves returns the two halves of the window at the beginning of squares.
func patternHalves(squares uint64) (low, high uint8) {
	return uint8(squares), uint8(squares >> (2*nnue.Reach + 2))
}

// listBoardUpdates lists the windows that the stone of ply at changed. at follows was.
func (p *Position) listBoardUpdates(was, at *Ply) {
	const (
		reach      = nnue.Reach
		centre     = 4 * reach // where the stone stands in at.around
		neighbours = uint64(0x5555_5555_5555_5555) & (1<<(6*reach+2) - 1) &^ (1<<(2*reach) - 1) &^ (1 << centre)
	)
	transformer, f, c := p.Rules.transformer, p.boardAcc, p.Point(at.Move)
	here, end := f.At(c.X, c.Y), was.boardUpdatesEnd
	p.boardUpdates[end&changeMask] = transformer.Occupy(here)
	end++
	for d, now := range at.around {
		before := now &^ (3 << centre)
		step := f.Step(board.Directions[d].X, board.Directions[d].Y)
		for m := ^(now | now>>1) & neighbours; m != 0; m &= m - 1 {
			t := bits.TrailingZeros64(m)
			from := (t - 2*reach) & 63
			p.boardUpdates[end&changeMask] = nnue.Change{
				At:   here + nnue.Square((t/2-2*reach)*step),
				From: transformer.Pattern(patternHalves(before >> from)),
				To:   transformer.Pattern(patternHalves(now >> from)),
			}
			end++
		}
	}
	at.boardUpdatesEnd = end
}

// updateBoardAcc brings the board accumulator up to the current ply.
func (p *Position) updateBoardAcc() {
	for ; p.boardAccDepth < p.Depth; p.boardAccDepth++ {
		was, at := &p.plies[p.boardAccDepth], &p.plies[p.boardAccDepth+1]
		p.listBoardUpdates(was, at)
		p.boardAcc.Update(p.boardUpdates[was.boardUpdatesEnd:at.boardUpdatesEnd])
	}
}

// undoBoardAcc takes the last stone out of the board accumulator, if that includes it.
func (p *Position) undoBoardAcc() {
	if p.boardAccDepth == p.Depth {
		p.boardAccDepth--
		p.boardAcc.Undo(p.boardUpdates[p.plies[p.boardAccDepth].boardUpdatesEnd:p.plies[p.boardAccDepth+1].boardUpdatesEnd])
	}
}

// updateAcc brings the accumulators for both perspectives up to the current ply, from the latest ply at which they are
// valid. putStone leaves this out because many stones are taken back before any evaluation (lazy update).
func (p *Position) updateAcc() {
	from := p.Depth
	for !p.plies[from].accValid {
		from--
	}
	if from == p.Depth {
		return
	}
	classX, classO, pairs := p.Rules.classes[0], p.Rules.classes[1], p.Rules.pairs
	acc := p.plies[from].acc
	for ; from < p.Depth; from++ {
		was, at := &p.plies[from], &p.plies[from+1]
		acc = acc.Minus(p.Rules.accumulatorOf(p.code[at.Move&CellMask]))
		codes, next := p.previous[was.changedEnd:at.changedEnd], p.next[was.changedEnd:at.changedEnd]
		for i, before := range codes[:len(next)] {
			after := next[i]
			had := pattern.Pair(classX[uint16(before)], classO[before>>16])
			has := pattern.Pair(classX[uint16(after)], classO[after>>16])
			acc = acc.Plus(pairs[has]).Minus(pairs[had])
		}
		at.acc, at.accValid = acc, true
	}
}
