package position

import (
	"tahoun/search/nnue"
)

// ThreatSet returns the set of threats in the position, an index into Weights.ThreatValue.
func (p *Position) ThreatSet() int {
	now := p.Now()
	return joinThreats(now.Counts[p.Side], now.Counts[p.Side^1])
}

// joinThreats returns the set for the counts of the side to move and of its opponent.
func joinThreats(own, other ThreatCounts) int { return own.threatGroups()>>1 | other.threatGroups()<<5 }

// Another number of flags than joinThreats has does not compile.
var _ = joinThreatsHasFlags([nnue.Flags]struct{}{})

type joinThreatsHasFlags [5 + 6]struct{}

// Bucket returns the output bucket of the networks, by the number of stones.
func (p *Position) Bucket() int { return nnue.BucketOf(p.Stones + p.Depth) }

// Evaluate returns the static evaluation for the side to move: the cheap part plus the line-pattern network.
func (p *Position) Evaluate() int { return p.EvaluateFrom(p.CheapEval()) }

// EvaluateFrom is Evaluate for a caller that has the cheap part already.
func (p *Position) EvaluateFrom(cheap int) int {
	v := cheap
	if p.valueAcc.BoardAccumulator != nil {
		p.updateLineAcc(&p.valueAcc)
		v += p.Rules.evaluator.Evaluate(p.valueAcc.BoardAccumulator, p.Side, p.ThreatSet(), p.Bucket())
	}
	v = ClampEval(v)
	p.Now().Eval = int32(v)
	return v
}

// CheapEval returns the evaluation without the line-pattern network, which takes most of the time: cell values, the set
// of threats, and the small network over classes.
func (p *Position) CheapEval() int {
	p.updateAcc()
	now := p.Now()
	acc := now.acc.X
	if p.Side == 1 {
		acc = now.acc.O
	}
	threats := p.ThreatSet()
	v := balance(now.Counts[p.Side], now.Counts[p.Side^1]) + int(p.Rules.Weights[p.Side].ThreatValue[threats]) +
		p.Rules.evaluators[p.Side].Evaluate(acc, threats, p.Bucket())
	now.CheapEval = int32(ClampEval(v))
	return v
}

// LazyTurns is the greatest age of an evaluation, in turns of the side, for lazy evaluation and improving.
const LazyTurns = 4

// LastEvaluated returns the latest earlier ply that was evaluated for the side to move, and how many of its turns ago
// that was. It returns nil if there is none within LazyTurns.
func (p *Position) LastEvaluated() (was *Ply, turns int) {
	for turns = 1; turns <= min(LazyTurns, p.Depth/2); turns++ {
		if was = &p.plies[p.Depth-2*turns]; was.Eval != NoEval {
			return was, turns
		}
	}
	return nil, 0
}

// ShapeEval estimates a ply for lazy evaluation: twice the balance of cell values, the factor that fits best, plus the
// set of threats.
func (p *Position) ShapeEval(at *Ply) int {
	own, other := at.Counts[p.Side], at.Counts[p.Side^1]
	return 2*balance(own, other) + int(p.Rules.Weights[p.Side].ThreatValue[joinThreats(own, other)])
}

// OwnThreats returns the index into Weights.OwnThreatPolicy, by the threats of the side to move.
func (p *Position) OwnThreats() int {
	return p.Now().Counts[p.Side].threatGroups()>>2 | p.parried()<<4
}

// OpponentThreats returns the index into Weights.OpponentThreatPolicy, by the threats of the opponent.
func (p *Position) OpponentThreats() int { return p.Now().Counts[p.Side^1].threatGroups() >> 1 }

// parried returns the threat that the last stone parried: 0 none or unknown, 1 a threatened row, 2 a threatened open
// four.
func (p *Position) parried() int {
	if p.Depth == 0 {
		return 0
	}
	switch was := p.plies[p.Depth-1].Counts[p.Side]; {
	case was.Rows() > 0:
		return 1
	case was.Wins() > 0:
		return 2
	}
	return 0
}

// MarkRecent marks the squares that the last two stones touch (see weights.Recencies) in marks, which must be zero. A
// second call clears the marks, since each stone changes a square once.
func (p *Position) MarkRecent(marks *[1 << CellBits]uint8) {
	for n := range 2 {
		for _, c := range p.ChangedBy(n) {
			marks[c&CellMask] ^= 1 << n
		}
	}
}
