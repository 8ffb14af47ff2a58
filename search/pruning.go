package search

import (
	"tahoun/search/pattern"
	"tahoun/search/position"
	"tahoun/search/table"
)

// reverseFutilityAbove returns the evaluation from which a node of that depth fails high (reverse futility pruning, or
// static null move pruning).
func (p *Params) reverseFutilityAbove(beta, depth int) int {
	if depth > p.RFPDepth || beta <= -position.SureScore {
		return position.Infinite
	}
	return beta + p.RFPMargin*depth
}

// razorBelow returns the evaluation below which a node of that depth goes straight to quiescence (razoring).
func (p *Params) razorBelow(alpha, depth int) int {
	if depth > p.RazorDepth {
		return -position.Infinite
	}
	return alpha - p.RazorMargin - p.RazorSlope*depth*depth
}

// ttCutoff reports whether a table entry settles a node with an empty window above alpha. v is the entry's score at
// this node. The entry must be deep enough, or slightly shallower with a score far below alpha.
func (p *Params) ttCutoff(entry table.Entry, v, alpha, depth int) bool {
	switch bound, missing := entry.Bound(), depth-entry.Depth(); {
	case missing <= 0:
		return bound == table.Exact || bound == table.Lower && v > alpha || bound == table.Upper && v <= alpha
	case missing <= ttSlack:
		return bound != table.Lower && v <= alpha-p.TTMargin && !position.Proves(v) && !position.Proves(alpha)
	}
	return false
}

// lateMovePruning returns how many moves a node searches once one does not lose (late move pruning, or move count
// pruning). It allows fewer when the evaluation makes it unlikely that one of them reaches alpha, more when it makes it
// likely.
func (p *Params) lateMovePruning(depth int, in moveContext) int {
	n := p.LMPMoves + depth*(depth+p.LMPSlope)/8
	switch {
	case in.pvNode:
		n = n * p.LMPPVNode / 100
	case !in.improving:
		n = n * p.LMPNotImproving / 100
	}
	switch {
	case in.evalGap > evalGapFrom:
		n = n * p.LMPEvalGap / 100
	case in.evalGap < -evalAboveFrom:
		n = n * p.LMPEvalAbove / 100
	}
	return n
}

// candidateFilter returns the filter for the moves that a node searches first.
func (p *Params) candidateFilter(depth int) position.CandidateFilter {
	if depth <= p.StrongFilterDepth {
		return position.StrongFilter
	}
	return position.OpenTwoFilter
}

// A moveContext holds the conditions of late move reduction and late move pruning besides depth and move number.
type moveContext struct {
	pvNode    bool // the node has an open window
	improving bool // the evaluation is improving, see worker.improving
	cutNode   bool // the node is expected to fail high
	evalGap   int  // distance of the evaluation below alpha, see evalGap; 0 in PV nodes and against an open four
	bestGap   int  // distance of the best score so far below alpha, see bestGap; 0 for the first two moves
	tactical  bool // the move makes or blocks a three
	contHist  int  // its continuation history
	orderGap  int  // distance of its move score from the best
}

// reduction returns by how many plies the n-th move c is first searched less deep (late move reduction, LMR). The first
// move, fours (except late idle ones) and answers to a threatened open four are not reduced. c has not been played yet.
// searchMove and rootSearch call it.
func (w *worker) reduction(c position.Cell, depth, n int, in moveContext) int {
	p := w.p
	class := p.Class(c)
	if n == 1 || depth < 3 || p.Now().Counts[p.Side^1].Wins() > 0 {
		return 0
	}
	if class >= pattern.SingleFour && (n < w.params.LMRIdleFourFrom || !p.IdleFour(c)) {
		return 0
	}
	in.contHist = int(w.contHist[p.Side][contHistBase(p)+contHistIndex(c)])
	in.tactical = class >= pattern.Three || p.ClassFor(c, p.Side^1) >= pattern.Three
	return w.params.lateMoveReduction(depth, n, in)
}

// lateMoveReduction returns by how many plies the n-th move of a node is first searched less deep. As in Stockfish it
// grows with log(depth)*log(n), here in integers so that all machines agree, and the context adjusts it.
func (p *Params) lateMoveReduction(depth, n int, in moveContext) int {
	r := log16(depth)*log16(n)*p.LMRBase>>10 - b2i(in.pvNode)*p.LMRPVNode - b2i(in.tactical)*p.LMRTactical +
		b2i(!in.improving)*p.LMRNotImproving + b2i(in.cutNode)*p.LMRCutNode + in.evalGap*p.LMREvalGap/evalGapLimit +
		in.bestGap*p.LMRBestGap/bestGapLimit - in.contHist*p.LMRContHist/historyLimit +
		min(in.orderGap*p.LMROrderGap, 2*64)
	return max(0, min(r/64, depth-2))
}

// evalGap returns the distance of eval below alpha, negative if it is above, between -evalGapLimit and evalGapLimit.
func evalGap(alpha, eval int) int { return max(-evalGapLimit, min(alpha-eval, evalGapLimit)) }

// bestGap returns the distance of the best score so far below alpha, at most bestGapLimit. It is 0 if either is a
// proof.
func bestGap(alpha, best int) int {
	if position.Proves(alpha) || position.Proves(best) {
		return 0
	}
	return min(alpha-best, bestGapLimit)
}

// log16 returns about 16*log2(n).
func log16(n int) int {
	bits := 0
	for n>>bits > 1 {
		bits++
	}
	return 16*bits + (n<<4>>bits - 16)
}

// b2i returns 1 for true and 0 for false.
func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
