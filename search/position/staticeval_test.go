package position

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
	"tahoun/search/weights/weightstest"
)

// Evaluation and policy scores agree with plain loops over all squares, before stones are put, after each of them, and when
// they have been taken again.
func TestNetworksAgreeWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	sets := weightstest.Sets(rng)
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			rules := NewRuleTables(rule, sets)
			seen := map[int]bool{}
			for range boardtest.Sweep(24) {
				b := boardtest.Sprinkle(rng, 5+rng.IntN(16), 5+rng.IntN(16), rng.IntN(30), rng.IntN(10))
				p := New(b, board.X+board.Stone(rng.IntN(2)), rules)
				if p.RootOverflow || p.Now().Empty == 0 {
					continue
				}
				want, wantScores := []int{plainEvaluation(p)}, [][]int32{plainPolicyScores(p)}
				for range min(8, int(p.Now().Empty)) {
					free := p.AllEmpty()
					p.Make(free[rng.IntN(len(free))])
					if p.Now().Overflow() {
						p.Unmake()
						break
					}
					want, wantScores = append(want, plainEvaluation(p)), append(wantScores, plainPolicyScores(p))
					if rng.IntN(2) == 0 {
						require.Equal(t, want[p.Depth], p.Evaluate())
					}
					if rng.IntN(2) == 0 {
						require.Equal(t, wantScores[p.Depth], p.PolicyScores(p.AllEmpty()))
					}
					seen[p.ThreatSet()] = true
				}
				for {
					require.Equal(t, want[p.Depth], p.Evaluate())
					require.Equal(t, wantScores[p.Depth], p.PolicyScores(p.AllEmpty()))
					if p.Depth == 0 {
						break
					}
					p.Unmake()
				}
			}
			assert.Greater(t, len(seen), 20)
		})
	}
}

// plainEvaluation adds up the weights of all squares.
func plainEvaluation(p *Position) int {
	x, o := p.Rules.Weights[0], p.Rules.Weights[1]
	var views nnue.PairAccumulators
	pairs := nnue.PairTransformer(&x.PairNet, &o.PairNet)
	for _, c := range p.AllEmpty() {
		views = views.Plus(pairs[pattern.Pair(p.Info(c, 0).Class(), p.Info(c, 1).Class())])
	}
	w, lanes := x, views.X
	if p.Side == 1 {
		w, lanes = o, views.O
	}
	set := plainThreatSet(p)
	stage := nnue.BucketOf(stonesOn(p))
	return plainValue(p) + int(w.ThreatValue[set]) + nnue.NewPairEvaluator(&w.PairNet).Evaluate(lanes, set, stage) +
		p.Rules.evaluator.Evaluate(plainAccumulator(p, p.Rules.evaluator.NewAccumulator(p.Width, p.Height)), p.Side, set, stage)
}

// plainPolicyScores returns the policy network's scores of all empty squares, nil against a threatened open four.
func plainPolicyScores(p *Position) []int32 {
	if p.Now().Counts[p.Side^1].Wins() > 0 {
		return nil
	}
	s := p.Rules.scorer
	a := plainAccumulator(p, s.NewAccumulator(p.Width, p.Height))
	var at []nnue.Square
	for _, c := range p.AllEmpty() {
		at = append(at, a.At(p.Point(c).X, p.Point(c).Y))
	}
	scores := make([]int32, len(at))
	s.Score(a, p.Side, p.ThreatSet(), p.Bucket(), at, scores)
	return scores
}

// plainAccumulator fills the board accumulator of a position square by square.
func plainAccumulator(p *Position, f *nnue.BoardAccumulator) *nnue.BoardAccumulator {
	index := p.Rules.lineIndex
	for _, c := range p.AllEmpty() {
		f.SetEmpty(f.At(p.Point(c).X, p.Point(c).Y))
	}
	for _, c := range p.AllEmpty() {
		at := f.At(p.Point(c).X, p.Point(c).Y)
		for _, d := range board.Directions {
			var low, high uint8
			for i := range nnue.Reach {
				low = low<<2 | uint8(p.SquareAt(p.Point(c).Add(d, -1-i)))
				high |= uint8(p.SquareAt(p.Point(c).Add(d, 1+i))) << (2 * i)
			}
			f.Update([]nnue.Change{{At: at, From: index.Blank(), To: index.Pattern(low, high)}})
		}
	}
	return f
}

// stonesOn counts the stones on the board.
func stonesOn(p *Position) (n int) {
	for _, s := range p.Board().Points {
		n += bit(s == board.X || s == board.O)
	}
	return n
}

// plainValue adds up the worth of all squares for the side to move.
func plainValue(p *Position) int {
	v := 0
	for _, c := range p.AllEmpty() {
		for side, sign := range map[int]int{p.Side: 1, p.Side ^ 1: -1} {
			v += sign * int(p.Rules.Weights[side].CellValue[p.CodeOf(c, side).Combination()])
		}
	}
	return v
}

// plainThreatSet returns the set of threats that the classes of all squares make.
func plainThreatSet(p *Position) int {
	groups := [][]pattern.Class{
		{pattern.WinningFour}, {pattern.FourThree, pattern.FourPlus}, {pattern.SingleFour},
		{pattern.DoubleThree, pattern.ThreePlus}, {pattern.Three},
	}
	mask := 0
	for i, group := range append(groups, append([][]pattern.Class{{pattern.WinningRow}}, groups...)...) {
		side := p.Side
		if i >= len(groups) {
			side ^= 1
		}
		for _, c := range p.AllEmpty() {
			for _, class := range group {
				mask |= bit(p.Info(c, side).Class() == class) << i
			}
		}
	}
	return mask
}
