package search

import (
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// Threats is the number of sets of threats that Weights tells apart: a bit each for what the two sides
// threaten.
//
//	bits 0-4 the side to move:  WinningFour | FourThree, FourPlus | SingleFour | DoubleThree, ThreePlus | Three
//	bits 5-10 its opponent:     WinningRow, then the same
//
// The side to move with a WinningRow has won.
const Threats = 1 << nnue.Flags

// threatSet returns the set of threats in the position, an index into Weights.Threats.
func (p *position) threatSet() int {
	now := p.now()
	return joinThreats(now.counts[p.side], now.counts[p.side^1])
}

// joinThreats returns the set that the sums of the side to move and of its opponent make.
func joinThreats(own, other threatCounts) int { return own.threatGroups()>>1 | other.threatGroups()<<5 }

// stage returns the stage of the game, for the network.
func (p *position) stage() int { return nnue.Stage(p.stones + p.depth) }

// evaluate judges the position for the side to move: what its shapes are worth, one by one, and what a small
// network makes of how they go together, and of the windows of lines.
func (p *position) evaluate() int {
	v := p.cheapEval()
	if p.boardAcc != nil {
		p.updateBoardAcc()
		v += p.boardAcc.Score(p.side, p.threatSet(), p.stage())
	}
	v = clampEval(v)
	p.now().eval = int32(v)
	return v
}

// glance judges like evaluate, but for the windows of lines, which take most of the time.
func (p *position) cheapEval() int {
	p.updateAcc()
	now := p.now()
	lanes := now.acc.X
	if p.side == 1 {
		lanes = now.acc.O
	}
	threats := p.threatSet()
	v := balance(now.counts[p.side], now.counts[p.side^1]) + int(p.rules.weights[p.side].Threats[threats]) +
		p.rules.evaluators[p.side].Score(lanes, threats, p.stage())
	now.cheapEval = int32(clampEval(v))
	return v
}

// clamp makes of v a score that proves nothing.
func clampEval(v int) int { return max(-sureScore+1, min(v, sureScore-1)) }

// updateViews brings what the network sees of classes up to date, from the latest ply at which it was. put leaves it
// aside, since many stones are put only to be taken again.
func (p *position) updateAcc() {
	from := p.depth
	for !p.plies[from].accValid {
		from--
	}
	if from == p.depth {
		return
	}
	classX, classO, pairs := p.rules.classes[0], p.rules.classes[1], p.rules.pairs
	views := p.plies[from].acc
	for ; from < p.depth; from++ {
		was, at := &p.plies[from], &p.plies[from+1]
		views = views.Minus(p.rules.accumulatorOf(p.code[at.move&cellMask]))
		codes, next := p.previous[was.changedEnd:at.changedEnd], p.next[was.changedEnd:at.changedEnd]
		for i, before := range codes[:len(next)] {
			after := next[i]
			had := pattern.Pair(classX[uint16(before)], classO[before>>16])
			has := pattern.Pair(classX[uint16(after)], classO[after>>16])
			views = views.Plus(pairs[has]).Minus(pairs[had])
		}
		at.acc, at.accValid = views, true
	}
}
