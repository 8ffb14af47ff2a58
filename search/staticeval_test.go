package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// The evaluation is what plain loops over all squares add up, before stones are put, after each of them, and when
// they have been taken again.
func TestEvaluateAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sets := randomSets(rng)
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			know := newRuleTables(rule, sets)
			seen := map[int]bool{}
			for range 200 {
				b := boardtest.Sprinkle(rng, 5+rng.IntN(16), 5+rng.IntN(16), rng.IntN(30), rng.IntN(10))
				p := newPosition(b, board.X+board.Stone(rng.IntN(2)), know)
				if p.overflow || p.now().empty == 0 {
					continue
				}
				want := []int{plainEvaluation(p)}
				for range min(8, int(p.now().empty)) {
					free := p.allEmpty()
					p.make(free[rng.IntN(len(free))])
					if p.now().overflow() {
						p.unmake()
						break
					}
					want = append(want, plainEvaluation(p))
					if rng.IntN(2) == 0 {
						require.Equal(t, want[p.depth], p.evaluate())
					}
					seen[p.threatSet()] = true
				}
				for {
					require.Equal(t, want[p.depth], p.evaluate())
					if p.depth == 0 {
						break
					}
					p.unmake()
				}
			}
			assert.Greater(t, len(seen), 50)
		})
	}
}

// plainEvaluation adds up the weights of all squares.
func plainEvaluation(p *position) int {
	x, o := p.rules.weights[0], p.rules.weights[1]
	var views nnue.PairAccumulators
	pairs := nnue.PairTransformer(&x.PairNet, &o.PairNet)
	for _, c := range p.allEmpty() {
		views = views.Plus(pairs[pattern.Pair(p.info(c, 0).class(), p.info(c, 1).class())])
	}
	w, lanes := x, views.X
	if p.side == 1 {
		w, lanes = o, views.O
	}
	set := plainThreatSet(p)
	stage := nnue.BucketOf(stonesOn(p))
	return plainValue(p) + int(w.Threats[set]) + nnue.NewPairEvaluator(&w.PairNet).Evaluate(lanes, set, stage) +
		plainField(p, p.rules.transformer).Evaluate(p.side, set, stage)
}

// plainField lays the field of a position square by square.
func plainField(p *position, seer *nnue.LineTransformer) *nnue.BoardAccumulator {
	f := seer.NewAccumulator(p.width, p.height)
	for _, c := range p.allEmpty() {
		f.SetEmpty(f.At(p.point(c).X, p.point(c).Y))
	}
	for _, c := range p.allEmpty() {
		at := f.At(p.point(c).X, p.point(c).Y)
		for _, d := range board.Directions {
			var low, high uint8
			for i := range nnue.Reach {
				low = low<<2 | uint8(p.squareAt(p.point(c).Add(d, -1-i)))
				high |= uint8(p.squareAt(p.point(c).Add(d, 1+i))) << (2 * i)
			}
			f.Update([]nnue.Change{{At: at, From: seer.Blank(), To: seer.Pattern(low, high)}})
		}
	}
	return f
}

// stonesOn counts the stones on the board.
func stonesOn(p *position) (n int) {
	for _, s := range p.board().Points {
		n += bit(s == board.X || s == board.O)
	}
	return n
}

// plainValue adds up the worth of all squares for the side to move.
func plainValue(p *position) int {
	v := 0
	for _, c := range p.allEmpty() {
		for side, sign := range map[int]int{p.side: 1, p.side ^ 1: -1} {
			v += sign * int(p.rules.weights[side].Worth[p.codeOf(c, side).Combination()])
		}
	}
	return v
}

// plainThreatSet returns the set of threats that the classes of all squares make.
func plainThreatSet(p *position) int {
	groups := [][]pattern.Class{
		{pattern.WinningFour}, {pattern.FourThree, pattern.FourPlus}, {pattern.SingleFour},
		{pattern.DoubleThree, pattern.ThreePlus}, {pattern.Three},
	}
	mask := 0
	for i, group := range append(groups, append([][]pattern.Class{{pattern.WinningRow}}, groups...)...) {
		side := p.side
		if i >= len(groups) {
			side ^= 1
		}
		for _, c := range p.allEmpty() {
			for _, class := range group {
				mask |= bit(p.info(c, side).class() == class) << i
			}
		}
	}
	return mask
}
