package search

import (
	"sync"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// A fact is what is known of a square from one side's code: its class, whether renju must look
// closer, and its rank as a move of that side and as an answer to it.
//
//	bits 0-3 class | 4 suspect | 5-17 rank for the side | 18-30 rank for its opponent
type cellInfo uint32

func (i cellInfo) class() pattern.Class { return pattern.Class(i & 15) }
func (i cellInfo) suspect() bool        { return i&16 != 0 }
func (i cellInfo) attack() int          { return int(i >> 5 & 8191) }
func (i cellInfo) defence() int         { return int(i >> 18) }

// knowledge holds what one rule says about every code, for x and for o.
type ruleTables struct {
	rule        board.Rule
	lines       *pattern.Set
	infos       [2]*[1 << 16]cellInfo // by side, then code
	counts      [2]*[1 << 16]threatCounts
	classes     [2]*[1 << 16]pattern.Class // the facts' classes alone: they fit a cache
	pairs       *[pattern.Pairs]nnue.Views
	evaluators  [2]*nnue.Judge // by side to move
	transformer *nnue.Seer     // nil if there is none
	weights     [2]*Weights    // by side to move
}

// newKnowledge works out what there is to know, on two cores if they are there: it is the larger part
// of an instant answer.
func newRuleTables(rule board.Rule) *ruleTables {
	set, x := WeightsOf(rule, board.X)
	other, o := WeightsOf(rule, board.O)
	k := &ruleTables{rule: rule, weights: [2]*Weights{x, o}}
	var beside sync.WaitGroup
	beside.Go(func() {
		k.lines = pattern.Build(rule)
		k.pairs = nnue.Tabulate(&x.Net, &o.Net)
		if !x.Sight.Blind() || !o.Sight.Blind() {
			k.transformer = nnue.NewSeer(&x.Sight, &o.Sight)
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

// tabulate works out for a side every code that can occur, and readies its network.
func (t *ruleTables) tabulate(side int, w *Weights) {
	facts, sums, classes := new([1 << 16]cellInfo), new([1 << 16]threatCounts), new([1 << 16]pattern.Class)
	for i, code := range pattern.Each {
		class, suspect := code.Class(t.rule.Forbids(stoneOf(side)))
		f := cellInfo(class) | cellInfo(b2i(suspect))<<4 | cellInfo(w.Attack[i])<<5 | cellInfo(w.Defence[i])<<18
		s := threatCounts(w.Worth[i])*oneValue + countedAs[class]
		for _, c := range code.Orders() {
			facts[c], sums[c], classes[c] = f, s, class
		}
	}
	t.infos[side], t.counts[side], t.classes[side] = facts, sums, classes
	t.evaluators[side] = nnue.NewJudge(&w.Net)
}

// view returns what an empty square of the given codes, of x in the low half and of o in the high one, adds to the
// lanes of the network.
func (t *ruleTables) accumulatorOf(codes uint32) nnue.Views {
	return t.pairs[pattern.Pair(t.classes[0][uint16(codes)], t.classes[1][codes>>16])]
}

// viewless returns k for boards of more than views can sum, some 60x60 squares with stones all over: there an empty
// square adds nothing to the lanes of the network.
func (t *ruleTables) withoutAccumulator() *ruleTables {
	without := *t
	without.pairs = new([pattern.Pairs]nnue.Views)
	return &without
}

// A sum adds up all empty squares of one side in one word, so that a move costs an addition per
// square and no branch: how many squares have each class that matters, and their worth above. The classes of each
// count, the lowest first, and its bits:
//
//	WinningRow 5 | WinningFour 6 | FourThree 5 | FourThree, FourPlus 6 | SingleFour 7 |
//	DoubleThree 5 | DoubleThree, ThreePlus 7 | Three 7 | worth 16
//
// The top bit of each count guards it: crowded tells when one is set, and nothing may then be concluded from the counts.
// A stone changes 40 squares at most, so that it lifts no count of 7 bits from below its guard to where the bit is clear
// again. It brings no more than 8 rows, on the first empty squares of its lines, and on boards grown for it no more than
// 16 wins and 23 of FourThree and FourPlus, whose guard serves FourThree too. Of DoubleThree 23 were grown: its count may
// be 32 too low, with which a win may be overlooked, but none is seen that is none.
//
// The worth may run over, since only the difference between the two sides is read, which is small: see lead.
type threatCounts uint64

// What one square adds to each count.
const (
	oneRow         threatCounts = 1
	oneWin         threatCounts = oneRow << 5
	oneFourThree   threatCounts = oneWin << 6
	oneFourPlus    threatCounts = oneFourThree << 5
	oneSingleFour  threatCounts = oneFourPlus << 6
	oneDoubleThree threatCounts = oneSingleFour << 7
	oneThreePlus   threatCounts = oneDoubleThree << 5
	oneThree       threatCounts = oneThreePlus << 7
	oneValue       threatCounts = oneThree << 7

	guardBits = oneRow<<4 | oneWin<<5 | oneFourThree<<4 | oneFourPlus<<5 | oneSingleFour<<6 |
		oneDoubleThree<<4 | oneThreePlus<<6 | oneThree<<6
	allFours = oneDoubleThree - oneWin // every class that makes a four, fives aside
)

// countedAs is what an empty square of a class adds to a sum, its worth aside.
var countedAs = [pattern.Classes]threatCounts{
	pattern.WinningRow: oneRow, pattern.WinningFour: oneWin, pattern.FourThree: oneFourThree + oneFourPlus,
	pattern.FourPlus: oneFourPlus, pattern.SingleFour: oneSingleFour, pattern.DoubleThree: oneDoubleThree + oneThreePlus,
	pattern.ThreePlus: oneThreePlus, pattern.Three: oneThree,
}

func (c threatCounts) rows() int         { return int(c & (oneWin - 1)) }
func (c threatCounts) wins() int         { return int(c / oneWin & 63) }
func (c threatCounts) fourThrees() int   { return int(c / oneFourThree & 31) }
func (c threatCounts) doubleThrees() int { return int(c / oneDoubleThree & 31) }

// fourSquares returns on how many squares a stone makes a four or five.
func (c threatCounts) fourSquares() int {
	return c.rows() + c.wins() + int(c/oneFourPlus&63) + int(c/oneSingleFour&127)
}

// lead returns how much more the squares of own are worth than those of other, exactly if that is
// below 1<<15 either way.
func balance(own, other threatCounts) int { return int(int16(own/oneValue - other/oneValue)) }

// anyFour tells whether some square makes a four, a five aside.
func (c threatCounts) anyFour() bool { return c&allFours != 0 }

// crowded tells whether some count is too near its limit to be believed.
func (c threatCounts) overflow() bool { return c&guardBits != 0 }

// threatGroups returns for which of the six groups of classes there is a square, a bit each: WinningRow, and then the
// groups that Threats lists. Less than a guard bit is added to each count, so that the guard is set where the count is
// not 0; a multiplication then brings the six guards together at the top.
func (c threatCounts) threatGroups() int {
	const (
		guarded = oneRow<<4 | oneWin<<5 | oneFourPlus<<5 | oneSingleFour<<6 | oneThreePlus<<6 | oneThree<<6
		fill    = guarded - (oneRow | oneWin | oneFourPlus | oneSingleFour | oneThreePlus | oneThree)
		gather  = 1<<58/(oneRow<<4) | 1<<59/(oneWin<<5) | 1<<60/(oneFourPlus<<5) |
			1<<61/(oneSingleFour<<6) | 1<<62/(oneThreePlus<<6) | 1<<63/(oneThree<<6)
	)
	return int((c + fill) & guarded * gather >> 58)
}
