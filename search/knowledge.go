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
