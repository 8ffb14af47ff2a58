package search

// Params are the margins and amounts of the search, on the scale of Weights and in plies. pruning.go has the formulas,
// this file the constants. Tools vary them, see Engine.Params.
type Params struct {
	Aspiration int // aspiration windows: half width of the first one around the last score

	RFPMargin int // reverse futility pruning (RFP): margin above beta for each ply of depth
	RFPDepth  int // greatest depth for it

	TTMargin int // margin below alpha for a TT cutoff from a slightly shallower search

	RazorMargin int // razoring: margin below alpha for going straight to quiescence,
	RazorSlope  int // plus this times the square of the depth
	RazorDepth  int // greatest depth for it

	LMPMoves        int // late move pruning (LMP): moves that a node searches once one does not lose
	LMPSlope        int // growth of that number with depth
	LMPNotImproving int // percentage kept when the evaluation is not improving
	LMPPVNode       int // percentage in a PV node
	LMPEvalGap      int // percentage when the evaluation is far below alpha
	LMPEvalAbove    int // percentage when it is above alpha

	StrongFilterDepth int // greatest depth at which moves must pass StrongFilter

	// Late move reduction (LMR), in 64ths of a ply.
	LMRBase         int // factor of log4(depth) * log4(move number)
	LMRPVNode       int // less in a PV node
	LMRTactical     int // less for a move that makes or blocks a three
	LMRNotImproving int // more when the evaluation is not improving
	LMRCutNode      int // more in an expected cut node
	LMRContHist     int // less for the best continuation history, more for the worst
	LMREvalGap      int // more when the evaluation is evalGapLimit below alpha, less when it is as far above
	LMRBestGap      int // more when the best score so far is bestGapLimit below alpha, from the third move on
	LMROrderGap     int // more for each point of move score behind the best, two plies at most
	LMRIdleFourFrom int // first move number at which idle fours are reduced too

	History        int // move score for the best history; the worst adds nothing
	ContHist       int // the same for continuation history
	PolicyHistory  int // both where a policy network scores the moves, too
	PolicyContHist int
	Countermove    int // move score of the countermove

	LazyShapes int // lazy evaluation: margin beyond the bounds for an estimate by cell values,
	LazyCheap  int // for one by the cheap part of the evaluation,
	LazyTurn   int // and for each turn more since the side to move was evaluated

	StaticSlack int // greatest distance from the best one-ply score of a better ordered static move
}

// DefaultParams are the numbers in force. tried/ gives the reasons.
var DefaultParams = Params{
	Aspiration: 24,
	RFPMargin:  60, RFPDepth: 6,
	TTMargin:    150,
	RazorMargin: 80, RazorSlope: 60, RazorDepth: 2,
	LMPMoves: 3, LMPSlope: 8, LMPNotImproving: 67, LMPPVNode: 200, LMPEvalGap: 60, LMPEvalAbove: 130,
	StrongFilterDepth: 3,
	LMRBase:           98, LMRPVNode: 96, LMRTactical: 64, LMRNotImproving: 64, LMRCutNode: 64, LMRContHist: 64,
	LMREvalGap: 48, LMRBestGap: 64, LMROrderGap: 1, LMRIdleFourFrom: 6,
	History: 128, ContHist: 64, PolicyHistory: 64, PolicyContHist: 32, Countermove: 12,
	LazyShapes: 900, LazyCheap: 450, LazyTurn: 150,
	StaticSlack: 80,
}

const (
	evalGapFrom   = 100 // distance below alpha from which LMPEvalGap applies
	evalAboveFrom = 20  // distance above alpha from which LMPEvalAbove applies
	evalGapLimit  = 128 // greater gaps count as this
	bestGapLimit  = 256 // the same for the gap of the best score

	ttSlack = 2 // greatest lack of depth of an entry for TTMargin

	aspirationFrom = 4 // depth from which scores are steady enough for aspiration windows

	extendWithin = 2 // answers to a threatened open four are extended to this times the iteration's depth from the root

	quiescenceFours       = 12 // greatest number of fours in a row in quiescence
	quiescenceSingleFours = 1  // the first of them, which need no second threat

	staticVCFNodes = 4000  // VCF nodes for each side of a static move
	rootVCFNodes   = 60000 // the same before the main search
	staticVCTNodes = 4000  // VCT nodes for each side of a static move
	pvNodes        = 6000  // positions of a proof tree at most, for the line of a proof

	forcedNodes   = 4000 // of the search for the score of a forced move, which is played at once
	forcedWinning = 500  // score from which that search goes on, to prove the win: odds of 12 : 1
)
