package search

import (
	"tahoun/search/nnue"
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

// judged returns the latest ply before this one that has been evaluated for the side to move, and how many of its turns
// ago that was; nil if there is none within lazyTurns.
func (p *position) lastEvaluated() (was *ply, turns int) {
	for turns = 1; turns <= min(lazyTurns, p.depth/2); turns++ {
		if was = &p.plies[p.depth-2*turns]; was.eval != noEval {
			return was, turns
		}
	}
	return nil, 0
}

// shapes returns what the shapes of a ply count in a guess for the side to move: their lead twice, the factor that fits
// best, and the threats.
func (p *position) shapeEval(at *ply) int {
	own, other := at.counts[p.side], at.counts[p.side^1]
	return 2*balance(own, other) + int(p.rules.weights[p.side].Threats[joinThreats(own, other)])
}

// chances returns the situation by what the side to move has, an index into Weights.Chances.
func (p *position) chances() int {
	return p.now().counts[p.side].threatGroups()>>2 | p.answered()<<4
}

// dangers returns the situation by what its opponent has, an index into Weights.Dangers.
func (p *position) dangers() int { return p.now().counts[p.side^1].threatGroups() >> 1 }

// answered tells what the last stone answered: 0 nothing (or nobody knows), 1 a threatened row, 2 a threatened open four.
func (p *position) answered() int {
	if p.depth == 0 {
		return 0
	}
	switch was := p.plies[p.depth-1].counts[p.side]; {
	case was.rows() > 0:
		return 1
	case was.wins() > 0:
		return 2
	}
	return 0
}

// touch writes which squares the last two stones touch, see Touches, into a table of zeros; a second time takes it
// back, since each stone changes a square once.
func (p *position) touch(table *[1 << cellBits]uint8) {
	for n := range 2 {
		for _, c := range p.changedBy(n) {
			table[c&cellMask] ^= 1 << n
		}
	}
}

// Scores are from the side to move, on the scale of Weights. A win in n plies from the root is
// winScore-n; everything beyond sureScore is such a proof.
const (
	winScore  = 30000
	sureScore = winScore - 2*maxPlies
	infinite  = winScore + 1
	deepest   = maxPlies - 40 // plies from the root; room is left for renju's look-ahead
)

// proves tells whether a score is the proof of a win or of a loss.
func proves(v int) bool { return v >= sureScore || v <= -sureScore }
