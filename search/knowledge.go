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
type fact uint32

func (f fact) class() pattern.Class { return pattern.Class(f & 15) }
func (f fact) suspect() bool        { return f&16 != 0 }
func (f fact) attack() int          { return int(f >> 5 & 8191) }
func (f fact) defence() int         { return int(f >> 18) }

// knowledge holds what one rule says about every code, for x and for o.
type knowledge struct {
	rule    board.Rule
	lines   *pattern.Set
	facts   [2]*[1 << 16]fact // by side, then code
	sums    [2]*[1 << 16]sum
	classes [2]*[1 << 16]pattern.Class // the facts' classes alone: they fit a cache
	pairs   *[pattern.Pairs]nnue.Views
	judges  [2]*nnue.Judge // by side to move
	seer    *nnue.Seer     // nil if there is none
	weights [2]*Weights    // by side to move
}

// newKnowledge works out what there is to know, on two cores if they are there: it is the larger part
// of an instant answer.
func newKnowledge(rule board.Rule) *knowledge {
	set, x := WeightsOf(rule, board.X)
	other, o := WeightsOf(rule, board.O)
	k := &knowledge{rule: rule, weights: [2]*Weights{x, o}}
	var beside sync.WaitGroup
	beside.Go(func() {
		k.lines = pattern.Build(rule)
		k.pairs = nnue.Tabulate(&x.Net, &o.Net)
		if !x.Sight.Blind() || !o.Sight.Blind() {
			k.seer = nnue.NewSeer(&x.Sight, &o.Sight)
		}
	})
	k.tabulate(0, x)
	k.facts[1], k.sums[1], k.classes[1], k.judges[1] = k.facts[0], k.sums[0], k.classes[0], k.judges[0]
	if other != set {
		k.tabulate(1, o)
	}
	beside.Wait()
	return k
}

// tabulate works out for a side every code that can occur, and readies its network.
func (k *knowledge) tabulate(side int, w *Weights) {
	facts, sums, classes := new([1 << 16]fact), new([1 << 16]sum), new([1 << 16]pattern.Class)
	for i, code := range pattern.Each {
		class, suspect := code.Class(k.rule.Forbids(stoneOf(side)))
		f := fact(class) | fact(b2i(suspect))<<4 | fact(w.Attack[i])<<5 | fact(w.Defence[i])<<18
		s := sum(w.Worth[i])*oneWorth + countedAs[class]
		for _, c := range code.Orders() {
			facts[c], sums[c], classes[c] = f, s, class
		}
	}
	k.facts[side], k.sums[side], k.classes[side] = facts, sums, classes
	k.judges[side] = nnue.NewJudge(&w.Net)
}

// view returns what an empty square of the given codes, of x in the low half and of o in the high one, adds to the
// lanes of the network.
func (k *knowledge) view(codes uint32) nnue.Views {
	return k.pairs[pattern.Pair(k.classes[0][uint16(codes)], k.classes[1][codes>>16])]
}

// viewless returns k for boards of more than views can sum, some 60x60 squares with stones all over: there an empty
// square adds nothing to the lanes of the network.
func (k *knowledge) viewless() *knowledge {
	without := *k
	without.pairs = new([pattern.Pairs]nnue.Views)
	return &without
}
