package search

// futileAbove is what the evaluation must reach for a node of depth plies to be given up as too good, if that proves
// nothing.
func (p *Params) reverseFutilityAbove(beta, depth int) int {
	if depth > p.RFPDepth || beta <= -sureScore {
		return infinite
	}
	return beta + p.RFPMargin*depth
}

// razorBelow is what the evaluation must lie below for a node of depth plies to be judged by fours alone.
func (p *Params) razorBelow(alpha, depth int) int {
	if depth > p.RazorDepth {
		return -infinite
	}
	return alpha - p.RazorMargin - p.RazorSlope*depth*depth
}

// settles tells whether what the table knows of a node of depth plies with an empty window above alpha, v as its score
// there, makes another search needless: where that was as deep, or hardly less and came out far below alpha.
func (p *Params) ttCutoff(known ttEntry, v, alpha, depth int) bool {
	switch bound, missing := known.bound(), depth-known.depth(); {
	case missing <= 0:
		return bound == exact || bound == lower && v > alpha || bound == upper && v <= alpha
	case missing <= ttSlack:
		return bound != lower && v <= alpha-p.TTMargin && !proves(v) && !proves(alpha)
	}
	return false
}

// lateMoves is how many moves a node of depth plies looks at once one that does not lose is known: fewer where the
// evaluation makes it unlikely that one of them reaches alpha, more where it makes it likely.
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

// promise is what a node of depth plies wants of the moves that it ranks first.
func (p *Params) candidateFilter(depth int) candidateFilter {
	if depth <= p.StrongFilterDepth {
		return strongFilter
	}
	return openTwoFilter
}

// circumstances are what a reduction, and the number of late moves, depend on beside depth and place in the order.
type moveContext struct {
	pvNode    bool // the node has a full window
	improving bool // things go up, see improving
	cutNode   bool // a refutation is expected
	evalGap   int  // how far the evaluation lies below alpha, see short; 0 with a full window or a threatened open four
	bestGap   int  // how far the best move so far falls short of alpha, see missed; 0 for the first two moves
	tactical  bool // the move makes or takes a three
	contHist  int  // its count in replies
	orderGap  int  // how far its rank lies behind the best
}

// reduction is by how many plies the n-th move of a node of depth plies is searched less deep at first: it
// grows with ln(depth)*ln(n), in integers so that every machine agrees.
func (p *Params) lateMoveReduction(depth, n int, in moveContext) int {
	r := log16(depth)*log16(n)*p.LMRBase>>10 - b2i(in.pvNode)*p.LMRPVNode - b2i(in.tactical)*p.LMRTactical +
		b2i(!in.improving)*p.LMRNotImproving + b2i(in.cutNode)*p.LMRCutNode + in.evalGap*p.LMREvalGap/evalGapLimit +
		in.bestGap*p.LMRBestGap/bestGapLimit - in.contHist*p.LMRContHist/historyLimit + min(in.orderGap*p.LMROrderGap, 2*64)
	return max(0, min(r/64, depth-2))
}

// short is how far the evaluation lies below alpha, or above it as a negative number, from -shortLimit to shortLimit.
func evalGap(alpha, eval int) int { return max(-evalGapLimit, min(alpha-eval, evalGapLimit)) }

// missed is how far the best of the moves searched so far falls short of alpha, up to missLimit; 0 where either is a
// proof.
func bestGap(alpha, best int) int {
	if proves(alpha) || proves(best) {
		return 0
	}
	return min(alpha-best, bestGapLimit)
}

// log16 returns about sixteen times the logarithm of n to base two.
func log16(n int) int {
	bits := 0
	for n>>bits > 1 {
		bits++
	}
	return 16*bits + (n<<4>>bits - 16)
}
