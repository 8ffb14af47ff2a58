package search

// Params are margins and amounts of the search that play depends on gradually, in the scale of Weights and
// in plies: tree.go carries the words, this file the numbers. Tools vary them, see Engine.Params.
type Params struct {
	Aspiration int // half width of the first window around the last score

	Futility      int // how far above beta a ply the evaluation must lie for a node to be given up as too good
	FutilityDepth int // up to what depth that is believed

	TableShort int // how far below alpha the table's score must lie to count where its search was hardly deep enough

	Razor      int // how far below alpha the evaluation must lie for a node to be judged by fours alone,
	RazorSlope int // and how much more times the square of its depth
	RazorDepth int // up to what depth that is believed

	LateMoves int // how many moves a node looks at once one that does not lose is known,
	LateSlope int // how fast their number grows with depth,
	LateWorse int // what percentage of them there is where things do not go up,
	LateFull  int // what percentage with a full window,
	LateShort int // what percentage where the evaluation falls far short of alpha,
	LateAmple int // and what percentage where it lies above, see lateMoves

	RealDepth int // up to what depth a move must promise more than an open two, see promise

	// By how many 64ths of a ply late moves are searched less deep, see reduction.
	Reduction   int // by depth and place in the order
	ReduceFull  int // less with a full window
	ReduceLoud  int // less for a move that makes or takes a three
	ReduceWorse int // more where things do not go up
	ReduceCut   int // more where a refutation is expected
	ReduceReply int // less for what was best as a reply to the last stone, more for the worst
	ReduceShort int // more where the evaluation falls short of alpha by shortLimit, less where it lies as far above
	ReduceMiss  int // more where the best move so far falls short of alpha by missLimit, from the third move on
	ReduceRank  int // more for each point that its rank lies behind the best, two plies at most
	IdleFrom    int // from which move on idle fours are reduced too

	History int // what the best history adds to a rank; the worst adds nothing
	Replies int // the same for how good the move was as a reply to the last stone
	Counter int // what a move gains in rank for having refuted the opponent's last move before

	LazyShapes int // how far beyond what is asked a guess by shapes must lie to stand for the evaluation,
	LazyGlance int // and a guess by a glance,
	LazyTurn   int // and how much farther for each turn more since the side to move was judged, see guess

	InstantSlack int // how far behind the best a well ranked move may look in an instant answer
}

// DefaultParams are the numbers in force; tried/ says why.
var DefaultParams = Params{
	Aspiration: 24,
	Futility:   60, FutilityDepth: 6,
	TableShort: 150,
	Razor:      80, RazorSlope: 60, RazorDepth: 2,
	LateMoves: 3, LateSlope: 8, LateWorse: 67, LateFull: 200, LateShort: 60, LateAmple: 130,
	RealDepth: 3,
	Reduction: 98, ReduceFull: 96, ReduceLoud: 64, ReduceWorse: 64, ReduceCut: 64, ReduceReply: 64,
	ReduceShort: 48, ReduceMiss: 64, ReduceRank: 1, IdleFrom: 6,
	History: 128, Replies: 64, Counter: 12,
	LazyShapes: 900, LazyGlance: 450, LazyTurn: 150,
	InstantSlack: 80,
}

// futileAbove is what the evaluation must reach for a node of depth plies to be given up as too good, if that proves
// nothing.
func (p *Params) futileAbove(beta, depth int) int {
	if depth > p.FutilityDepth || beta <= -sureScore {
		return infinite
	}
	return beta + p.Futility*depth
}

// razorBelow is what the evaluation must lie below for a node of depth plies to be judged by fours alone.
func (p *Params) razorBelow(alpha, depth int) int {
	if depth > p.RazorDepth {
		return -infinite
	}
	return alpha - p.Razor - p.RazorSlope*depth*depth
}

// settles tells whether what the table knows of a node of depth plies with an empty window above alpha, v as its score
// there, makes another search needless: where that was as deep, or hardly less and came out far below alpha.
func (p *Params) settles(known memo, v, alpha, depth int) bool {
	switch bound, missing := known.bound(), depth-known.depth(); {
	case missing <= 0:
		return bound == exact || bound == lower && v > alpha || bound == upper && v <= alpha
	case missing <= tableSlack:
		return bound != lower && v <= alpha-p.TableShort && !proves(v) && !proves(alpha)
	}
	return false
}

// lateMoves is how many moves a node of depth plies looks at once one that does not lose is known: fewer where the
// evaluation makes it unlikely that one of them reaches alpha, more where it makes it likely.
func (p *Params) lateMoves(depth int, in circumstances) int {
	n := p.LateMoves + depth*(depth+p.LateSlope)/8
	switch {
	case in.full:
		n = n * p.LateFull / 100
	case !in.improving:
		n = n * p.LateWorse / 100
	}
	switch {
	case in.short > shortFrom:
		n = n * p.LateShort / 100
	case in.short < -ampleFrom:
		n = n * p.LateAmple / 100
	}
	return n
}

// promise is what a node of depth plies wants of the moves that it ranks first.
func (p *Params) promise(depth int) promise {
	if depth <= p.RealDepth {
		return realPromise
	}
	return anyPromise
}

// circumstances are what a reduction, and the number of late moves, depend on beside depth and place in the order.
type circumstances struct {
	full      bool // the node has a full window
	improving bool // things go up, see improving
	cut       bool // a refutation is expected
	short     int  // how far the evaluation lies below alpha, see short; 0 with a full window or a threatened open four
	missed    int  // how far the best move so far falls short of alpha, see missed; 0 for the first two moves
	loud      bool // the move makes or takes a three
	reply     int  // its count in replies
	behind    int  // how far its rank lies behind the best
}

// reduction is by how many plies the n-th move of a node of depth plies is searched less deep at first: it
// grows with ln(depth)*ln(n), in integers so that every machine agrees.
func (p *Params) reduction(depth, n int, in circumstances) int {
	r := log16(depth)*log16(n)*p.Reduction>>10 - b2i(in.full)*p.ReduceFull - b2i(in.loud)*p.ReduceLoud +
		b2i(!in.improving)*p.ReduceWorse + b2i(in.cut)*p.ReduceCut + in.short*p.ReduceShort/shortLimit +
		in.missed*p.ReduceMiss/missLimit - in.reply*p.ReduceReply/historyLimit + min(in.behind*p.ReduceRank, 2*64)
	return max(0, min(r/64, depth-2))
}

// short is how far the evaluation lies below alpha, or above it as a negative number, from -shortLimit to shortLimit.
func short(alpha, eval int) int { return max(-shortLimit, min(alpha-eval, shortLimit)) }

// missed is how far the best of the moves searched so far falls short of alpha, up to missLimit; 0 where either is a
// proof.
func missed(alpha, best int) int {
	if proves(alpha) || proves(best) {
		return 0
	}
	return min(alpha-best, missLimit)
}

// log16 returns about sixteen times the logarithm of n to base two.
func log16(n int) int {
	bits := 0
	for n>>bits > 1 {
		bits++
	}
	return 16*bits + (n<<4>>bits - 16)
}

const (
	shortFrom  = 100 // how far short of alpha the evaluation must fall to count as far,
	ampleFrom  = 20  // how far above it must lie,
	shortLimit = 128 // and beyond what it makes no difference
	missLimit  = 256 // the same for the best move's score

	tableSlack = 2 // how many plies less deep a search was hardly deep enough

	aspirationFrom = 4 // depth at which scores are steady enough for a window

	extendWithin = 2 // times the iteration's depth from the root is how far answers to a threatened open four are searched deeper

	lazyTurns = 4 // how many of its turns ago a side may have been judged, for a guess and for improving

	leafFours      = 12 // fours that a leaf follows in a row
	leafFoursLoose = 1  // of them, how many need no second threat

	instantFours  = 4000  // nodes of the search for a win by fours, each side, of an instant answer
	rootFours     = 60000 // the same before a long search
	instantThrees = 4000  // nodes of the search for a win by threats, each side, where no other follows
	noteNodes     = 6000  // nodes of the searches that find the rest of a proven win's line for a note
)

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
