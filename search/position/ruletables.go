package position

import (
	"sync"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pages"
	"tahoun/search/pattern"
	"tahoun/search/weights"
)

// A CellInfo holds the tables' data about a square from the code of one side:
//
//	bits 0-3 class | 4 suspect: renju must look closer | 5-17 move score for the side | 18-30 the same for the other
type CellInfo uint32

// Class returns the class of the square, as far as the tables know it.
func (i CellInfo) Class() pattern.Class { return pattern.Class(i & 15) }

func (i CellInfo) suspect() bool { return i&16 != 0 }

// OwnPolicy returns the move score of the square for the side.
func (i CellInfo) OwnPolicy() int { return int(i >> 5 & 8191) }

// OpponentPolicy returns the move score of the square for the opponent.
func (i CellInfo) OpponentPolicy() int { return int(i >> 18) }

// RuleTables hold the data of one rule about every code, for x and for o.
type RuleTables struct {
	Rule       board.Rule
	lines      *pattern.Table
	infos      [2]*[1 << 16]CellInfo // by side, then code
	counts     [2]*[1 << 16]ThreatCounts
	classes    [2]*[1 << 16]pattern.Class // the classes of infos alone: they fit a cache
	pairs      *[pattern.Pairs]nnue.PairAccumulators
	evaluators [2]*nnue.PairEvaluator // by side to move
	lineIndex  *nnue.LineIndex
	evaluator  *nnue.LineEvaluator // nil if there is none
	scorer     *nnue.PolicyScorer  // nil if there is none
	Weights    [2]*weights.Weights // by side to move
	Names      [2]string           // of the weights
}

// NewRuleTables builds the tables, on two cores if there are two. This is the larger part of the time of a static move.
func NewRuleTables(rule board.Rule, sets weights.Sets) *RuleTables {
	set, setX := sets.Of(rule, board.X)
	other, setO := sets.Of(rule, board.O)
	x, o := setX.Weights, setO.Weights
	k := &RuleTables{Rule: rule, Weights: [2]*weights.Weights{x, o}, Names: [2]string{setX.Name, setO.Name}}
	var beside sync.WaitGroup
	beside.Go(func() {
		k.lines = pattern.NewTable(rule)
		k.pairs = nnue.PairTransformer(&x.PairNet, &o.PairNet)
		k.lineIndex = nnue.NewLineIndex()
		if !x.LineNet.IsZero() || !o.LineNet.IsZero() {
			k.evaluator = nnue.NewLineEvaluator(k.lineIndex, &x.LineNet, &o.LineNet)
		}
		if !x.PolicyNet.IsZero() || !o.PolicyNet.IsZero() {
			k.scorer = nnue.NewPolicyScorer(k.lineIndex, &x.PolicyNet, &o.PolicyNet)
		}
	})
	k.tabulate(0, x)
	k.infos[1], k.counts[1], k.classes[1], k.evaluators[1] = k.infos[0], k.counts[0], k.classes[0], k.evaluators[0]
	if other != set {
		k.tabulate(1, o)
	}
	beside.Wait()
	return k
}

// tabulate computes the tables of a side for every code that can occur, and prepares its network.
func (t *RuleTables) tabulate(side int, w *weights.Weights) {
	memory := pages.Filled[struct {
		infos   [1 << 16]CellInfo
		counts  [1 << 16]ThreatCounts
		classes [1 << 16]pattern.Class
	}]()
	infos, counts, classes := &memory.infos, &memory.counts, &memory.classes
	for i, code := range pattern.Each {
		class, suspect := code.Class(t.Rule.Forbids(StoneOf(side)))
		own, opponent := CellInfo(w.OwnPolicy[i]), CellInfo(w.OpponentPolicy[i])
		f := CellInfo(class) | CellInfo(bit(suspect))<<4 | own<<5 | opponent<<18
		s := ThreatCounts(w.CellValue[i])*oneValue + countedAs[class]
		for _, c := range code.Permutations() {
			infos[c], counts[c], classes[c] = f, s, class
		}
	}
	t.infos[side], t.counts[side], t.classes[side] = infos, counts, classes
	t.evaluators[side] = nnue.NewPairEvaluator(&w.PairNet)
}

// accumulatorOf returns an empty square's part of the accumulators. codes has x in the low half and o in the high
// one.
func (t *RuleTables) accumulatorOf(codes uint32) nnue.PairAccumulators {
	return t.pairs[pattern.Pair(t.classes[0][uint16(codes)], t.classes[1][codes>>16])]
}

// withoutAccumulator returns a copy of t for boards that would overflow the accumulators: some 60x60 squares with
// stones all over. There an empty square adds nothing to them.
func (t *RuleTables) withoutAccumulator() *RuleTables {
	without := *t
	without.pairs = new([pattern.Pairs]nnue.PairAccumulators)
	return &without
}

// ThreatCounts add up all empty squares of one side in one word, so that a move costs one addition per changed square
// and no branch. They count the squares of each class that matters, and add up the cell values in the top bits. The
// counts, from the lowest bit, with their widths:
//
//	WinningRow 5 | WinningFour 6 | FourThree 5 | FourThree, FourPlus 6 | SingleFour 7 |
//	DoubleThree 5 | DoubleThree, ThreePlus 7 | Three 7 | value 16
//
// The top bit of each count is its guard: overflow reports whether one is set, and then no count is valid. A stone
// changes at most 40 squares, so that it cannot lift a count of 7 bits from below its guard past it. One stone adds at
// most 8 rows, on the first empty squares of its lines. A search for the worst boards found at most 16 wins and
// 23 of FourThree and FourPlus, whose guard also serves FourThree. It found up to 23 of DoubleThree: that count may
// wrap and be 32 too low, which can only miss a win.
//
// The value may wrap around. Only the difference between the sides is read, and that is small: see balance.
type ThreatCounts uint64

// One square of each class.
const (
	oneRow         ThreatCounts = 1
	oneWin         ThreatCounts = oneRow << 5
	oneFourThree   ThreatCounts = oneWin << 6
	oneFourPlus    ThreatCounts = oneFourThree << 5
	oneSingleFour  ThreatCounts = oneFourPlus << 6
	oneDoubleThree ThreatCounts = oneSingleFour << 7
	oneThreePlus   ThreatCounts = oneDoubleThree << 5
	oneThree       ThreatCounts = oneThreePlus << 7
	oneValue       ThreatCounts = oneThree << 7

	guardBits = oneRow<<4 | oneWin<<5 | oneFourThree<<4 | oneFourPlus<<5 | oneSingleFour<<6 |
		oneDoubleThree<<4 | oneThreePlus<<6 | oneThree<<6
	allFours = oneDoubleThree - oneWin // every class that makes a four; fives are left out
)

// countedAs is the contribution of an empty square of a class to the counts, without its value.
var countedAs = [pattern.Classes]ThreatCounts{
	pattern.WinningRow: oneRow, pattern.WinningFour: oneWin, pattern.FourThree: oneFourThree + oneFourPlus,
	pattern.FourPlus: oneFourPlus, pattern.SingleFour: oneSingleFour,
	pattern.DoubleThree: oneDoubleThree + oneThreePlus, pattern.ThreePlus: oneThreePlus, pattern.Three: oneThree,
}

// Rows returns the number of squares that finish a row.
func (c ThreatCounts) Rows() int { return int(c & (oneWin - 1)) }

// Wins returns the number of squares that make a WinningFour.
func (c ThreatCounts) Wins() int { return int(c / oneWin & 63) }

func (c ThreatCounts) fourThrees() int   { return int(c / oneFourThree & 31) }
func (c ThreatCounts) doubleThrees() int { return int(c / oneDoubleThree & 31) }

// fourSquares returns on how many squares the side makes a four or five.
func (c ThreatCounts) fourSquares() int {
	return c.Rows() + c.Wins() + int(c/oneFourPlus&63) + int(c/oneSingleFour&127)
}

// balance returns the cell values of own minus those of other. It is exact if that is below 1<<15 either way.
func balance(own, other ThreatCounts) int { return int(int16(own/oneValue - other/oneValue)) }

// AnyFour reports whether some square makes a four; fives are left out.
func (c ThreatCounts) AnyFour() bool { return c&allFours != 0 }

// overflow reports whether some count is too near its limit to be valid.
func (c ThreatCounts) overflow() bool { return c&guardBits != 0 }

// threatGroups returns a bit for each of six groups of classes that has a square: WinningRow, and then the groups that
// weights.ThreatSets lists. It adds just less than a guard bit to each count, which sets the guard if the count is not
// 0. A multiplication then gathers the six guards at the top.
func (c ThreatCounts) threatGroups() int {
	const (
		guarded = oneRow<<4 | oneWin<<5 | oneFourPlus<<5 | oneSingleFour<<6 | oneThreePlus<<6 | oneThree<<6
		fill    = guarded - (oneRow | oneWin | oneFourPlus | oneSingleFour | oneThreePlus | oneThree)
		gather  = 1<<58/(oneRow<<4) | 1<<59/(oneWin<<5) | 1<<60/(oneFourPlus<<5) |
			1<<61/(oneSingleFour<<6) | 1<<62/(oneThreePlus<<6) | 1<<63/(oneThree<<6)
	)
	return int((c + fill) & guarded * gather >> 58)
}
