package position

import (
	"slices"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// A lineAccumulator is the board accumulator of one of the line-pattern networks.
type lineAccumulator struct {
	*nnue.BoardAccumulator     // nil if the weights have no such network
	depth                  int // stones since the root that it includes
}

// setupLineAccs computes the accumulators of the networks that the rule's weights have. These see the same squares.
func (p *Position) setupLineAccs() {
	var all []*nnue.BoardAccumulator
	if e := p.Rules.evaluator; e != nil {
		p.valueAcc.BoardAccumulator = e.NewAccumulator(p.Width, p.Height)
		all = append(all, p.valueAcc.BoardAccumulator)
	}
	if s := p.Rules.scorer; s != nil {
		p.policyAcc.BoardAccumulator = s.NewAccumulator(p.Width, p.Height)
		all = append(all, p.policyAcc.BoardAccumulator)
	}
	if len(all) == 0 {
		return
	}
	for d, step := range board.Directions {
		p.accStep[d] = all[0].Step(step.X, step.Y)
	}
	index := p.Rules.lineIndex
	var changes []nnue.Change
	for c := range Cell(p.Cells) {
		at := all[0].At(p.Point(c).X, p.Point(c).Y)
		p.accSquare[c] = at
		if !p.IsEmpty(c) {
			continue
		}
		for _, a := range all {
			a.SetEmpty(at)
		}
		for _, i := range p.place[c] {
			if w := index.PatternAt(p.lineAt(i - nnue.Reach)); w != index.Blank() {
				changes = append(changes, nnue.Change{At: at, From: index.Blank(), To: w})
			}
		}
	}
	for _, a := range all {
		a.Update(changes)
	}
}

// listLineUpdates lists the windows that the stone of ply at changed. at follows was.
func (p *Position) listLineUpdates(was, at *Ply) {
	first := was.lineUpdatesEnd & changeMask
	n := p.Rules.lineIndex.ListChanges(&at.around, p.accSquare[at.Move&CellMask], &p.accStep,
		(*[nnue.MostChanges]nnue.Change)(p.lineUpdates[first:]))
	at.lineUpdatesEnd = was.lineUpdatesEnd + int32(n)
}

// updateLineAcc brings a line accumulator up to the current ply.
func (p *Position) updateLineAcc(a *lineAccumulator) {
	for ; a.depth < p.Depth; a.depth++ {
		was, at := &p.plies[a.depth], &p.plies[a.depth+1]
		if a.depth == p.linesListed {
			p.listLineUpdates(was, at)
			p.linesListed++
		}
		a.Update(p.lineUpdates[was.lineUpdatesEnd:at.lineUpdatesEnd])
	}
}

// undoLineAccs takes the last stone out of the line accumulators that include it.
func (p *Position) undoLineAccs() {
	for _, a := range [...]*lineAccumulator{&p.valueAcc, &p.policyAcc} {
		if a.depth == p.Depth {
			a.depth--
			a.Undo(p.lineUpdates[p.plies[a.depth].lineUpdatesEnd:p.plies[a.depth+1].lineUpdatesEnd])
		}
	}
	p.linesListed = min(p.linesListed, p.Depth-1)
}

// PolicyScores returns the policy network's move scores of empty squares for the side to move. It returns nil if the
// weights have no such network, and against a threatened open four: its few answers are every second node, and the
// tables know them. The scores hold until the next call.
func (p *Position) PolicyScores(cells []Cell) []int32 {
	if p.policyAcc.BoardAccumulator == nil || p.Now().Counts[p.Side^1].Wins() > 0 {
		return nil
	}
	p.updateLineAcc(&p.policyAcc)
	at := slices.Grow(p.scoredSquares[:0], len(cells))[:len(cells)]
	for i, c := range cells {
		at[i] = p.accSquare[c&CellMask]
	}
	p.scoredSquares, p.squareScores = at, slices.Grow(p.squareScores[:0], len(at))[:len(at)]
	p.Rules.scorer.Score(p.policyAcc.BoardAccumulator, p.Side, p.ThreatSet(), p.Bucket(), at, p.squareScores)
	return p.squareScores
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
