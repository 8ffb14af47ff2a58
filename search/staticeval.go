package search

import (
	"tahoun/search/nnue"
)

// threatSet returns the set of threats in the position, an index into Weights.Threats.
func (p *position) threatSet() int {
	now := p.now()
	return joinThreats(now.counts[p.side], now.counts[p.side^1])
}

// joinThreats returns the set for the counts of the side to move and of its opponent.
func joinThreats(own, other threatCounts) int { return own.threatGroups()>>1 | other.threatGroups()<<5 }

// stage returns the output bucket of the networks, by the number of stones.
func (p *position) stage() int { return nnue.BucketOf(p.stones + p.depth) }

// evaluate returns the static evaluation for the side to move: the cheap part plus the line-pattern network.
func (p *position) evaluate() int {
	v := p.cheapEval()
	if p.boardAcc != nil {
		p.updateBoardAcc()
		v += p.boardAcc.Evaluate(p.side, p.threatSet(), p.stage())
	}
	v = clampEval(v)
	p.now().eval = int32(v)
	return v
}

// cheapEval returns the evaluation without the line-pattern network, which takes most of the time: cell values, the set
// of threats, and the small network over classes.
func (p *position) cheapEval() int {
	p.updateAcc()
	now := p.now()
	lanes := now.acc.X
	if p.side == 1 {
		lanes = now.acc.O
	}
	threats := p.threatSet()
	v := balance(now.counts[p.side], now.counts[p.side^1]) + int(p.rules.weights[p.side].Threats[threats]) +
		p.rules.evaluators[p.side].Evaluate(lanes, threats, p.stage())
	now.cheapEval = int32(clampEval(v))
	return v
}

// clampEval limits v to scores that prove nothing.
func clampEval(v int) int { return max(-sureScore+1, min(v, sureScore-1)) }

// lazyTurns is the greatest age of an evaluation, in turns of the side, for lazy evaluation and improving.
const lazyTurns = 4

// lastEvaluated returns the latest earlier ply that was evaluated for the side to move, and how many of its turns ago
// that was. It returns nil if there is none within lazyTurns.
func (p *position) lastEvaluated() (was *ply, turns int) {
	for turns = 1; turns <= min(lazyTurns, p.depth/2); turns++ {
		if was = &p.plies[p.depth-2*turns]; was.eval != noEval {
			return was, turns
		}
	}
	return nil, 0
}

// shapeEval estimates a ply for lazy evaluation: twice the balance of cell values, the factor that fits best, plus the
// set of threats.
func (p *position) shapeEval(at *ply) int {
	own, other := at.counts[p.side], at.counts[p.side^1]
	return 2*balance(own, other) + int(p.rules.weights[p.side].Threats[joinThreats(own, other)])
}

// chances returns the index into Weights.Chances, by the threats of the side to move.
func (p *position) chances() int {
	return p.now().counts[p.side].threatGroups()>>2 | p.answered()<<4
}

// dangers returns the index into Weights.Dangers, by the threats of the opponent.
func (p *position) dangers() int { return p.now().counts[p.side^1].threatGroups() >> 1 }

// answered returns what the last stone parried: 0 nothing or unknown, 1 a threatened row, 2 a threatened open four.
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

// touch marks the squares that the last two stones touch (see Touches) in marks, which must be zero. A second call clears the
// marks, since each stone changes a square once.
func (p *position) touch(marks *[1 << cellBits]uint8) {
	for n := range 2 {
		for _, c := range p.changedBy(n) {
			marks[c&cellMask] ^= 1 << n
		}
	}
}

// Scores are for the side to move, on the scale of Weights. A win in n plies from the root is winScore-n. Scores beyond
// sureScore are proofs.
const (
	winScore  = 30000
	sureScore = winScore - 2*maxPlies
	infinite  = winScore + 1
	deepest   = maxPlies - 40 // plies from the root; the rest is for renju's look-ahead
)

// proves reports whether a score is a proven win or loss.
func proves(v int) bool { return v >= sureScore || v <= -sureScore }
