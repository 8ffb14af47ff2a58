package search

// Params are margins and amounts of the search that play depends on gradually, in the scale of Weights and
// in plies: tree.go carries the words, this file the numbers. Tools vary them, see Engine.Params.
type Params struct {
	Aspiration int // half width of the first window around the last score

	RFPMargin int // how far above beta a ply the evaluation must lie for a node to be given up as too good
	RFPDepth  int // up to what depth that is believed

	TTMargin int // how far below alpha the table's score must lie to count where its search was hardly deep enough

	RazorMargin int // how far below alpha the evaluation must lie for a node to be judged by fours alone,
	RazorSlope  int // and how much more times the square of its depth
	RazorDepth  int // up to what depth that is believed

	LMPMoves        int // how many moves a node looks at once one that does not lose is known,
	LMPSlope        int // how fast their number grows with depth,
	LMPNotImproving int // what percentage of them there is where things do not go up,
	LMPPVNode       int // what percentage with a full window,
	LMPEvalGap      int // what percentage where the evaluation falls far short of alpha,
	LMPEvalAbove    int // and what percentage where it lies above, see lateMoves

	StrongFilterDepth int // up to what depth a move must promise more than an open two, see promise

	// By how many 64ths of a ply late moves are searched less deep, see reduction.
	LMRBase         int // by depth and place in the order
	LMRPVNode       int // less with a full window
	LMRTactical     int // less for a move that makes or takes a three
	LMRNotImproving int // more where things do not go up
	LMRCutNode      int // more where a refutation is expected
	LMRContHist     int // less for what was best as a reply to the last stone, more for the worst
	LMREvalGap      int // more where the evaluation falls short of alpha by shortLimit, less where it lies as far above
	LMRBestGap      int // more where the best move so far falls short of alpha by missLimit, from the third move on
	LMROrderGap     int // more for each point that its rank lies behind the best, two plies at most
	LMRIdleFourFrom int // from which move on idle fours are reduced too

	History     int // what the best history adds to a rank; the worst adds nothing
	ContHist    int // the same for how good the move was as a reply to the last stone
	Countermove int // what a move gains in rank for having refuted the opponent's last move before

	LazyShapes int // how far beyond what is asked a guess by shapes must lie to stand for the evaluation,
	LazyCheap  int // and a guess by a glance,
	LazyTurn   int // and how much farther for each turn more since the side to move was judged, see guess

	StaticSlack int // how far behind the best a well ranked move may look in an instant answer
}

// DefaultParams are the numbers in force; TRIED.md says why.
var DefaultParams = Params{
	Aspiration: 24,
	RFPMargin:  60, RFPDepth: 6,
	TTMargin:    150,
	RazorMargin: 80, RazorSlope: 60, RazorDepth: 2,
	LMPMoves: 3, LMPSlope: 8, LMPNotImproving: 67, LMPPVNode: 200, LMPEvalGap: 60, LMPEvalAbove: 130,
	StrongFilterDepth: 3,
	LMRBase:           98, LMRPVNode: 96, LMRTactical: 64, LMRNotImproving: 64, LMRCutNode: 64, LMRContHist: 64,
	LMREvalGap: 48, LMRBestGap: 64, LMROrderGap: 1, LMRIdleFourFrom: 6,
	History: 128, ContHist: 64, Countermove: 12,
	LazyShapes: 900, LazyCheap: 450, LazyTurn: 150,
	StaticSlack: 80,
}

const (
	evalGapFrom   = 100 // how far short of alpha the evaluation must fall to count as far,
	evalAboveFrom = 20  // how far above it must lie,
	evalGapLimit  = 128 // and beyond what it makes no difference
	bestGapLimit  = 256 // the same for the best move's score

	ttSlack = 2 // how many plies less deep a search was hardly deep enough

	aspirationFrom = 4 // depth at which scores are steady enough for a window

	extendWithin = 2 // times the iteration's depth from the root is how far answers to a threatened open four are searched deeper

	lazyTurns = 4 // how many of its turns ago a side may have been judged, for a guess and for improving

	quiescenceFours       = 12 // fours that a leaf follows in a row
	quiescenceSingleFours = 1  // of them, how many need no second threat

	staticVCFNodes = 4000  // nodes of the search for a win by fours, each side, of an instant answer
	rootVCFNodes   = 60000 // the same before a long search
	staticVCTNodes = 4000  // nodes of the search for a win by threats, each side, where no other follows
	pvNodes        = 6000  // nodes of the searches that find the rest of a proven win's line for a note
)
