package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/board/symmetry"
	"tahoun/search/position"
	"tahoun/search/table"
)

// plainJob returns a job that searches to that depth and then ends; 0 is a static search. It prunes nothing that depends on the
// window, so that the score of a move is the same in every window.
func plainJob(b *board.Board, rule board.Rule, depth int) *Job {
	e := engine(rule)
	p := &e.Params
	p.RFPDepth, p.RazorDepth, p.TTMargin, p.LMPMoves = 0, 0, position.WinScore, 1000
	p.LMRBase, p.LMRNotImproving, p.LMRCutNode, p.LMRContHist = 0, 0, 0, 0
	p.LMREvalGap, p.LMRBestGap, p.LMROrderGap = 0, 0, 0
	p.LazyShapes, p.LazyCheap = position.WinScore, position.WinScore
	if depth == 0 {
		return e.NewJob(b, board.X, Limits{})
	}
	return e.NewJob(b, board.X, Limits{Nodes: 1 << 40, MaxDepth: depth, Left: NoLimit, Hash: 1 << 20})
}

// balanced returns the last analysis of a search for balanced moves.
func balanced(j *Job, n, wished int) (last Analysis) {
	j.Balance(context.Background(), n, wished, func(a Analysis) { last = a })
	return last
}

func distance(score, wished int) int { return max(score-wished, wished-score) }

// A windowless search judges moves one by one with an open window.
type windowless struct {
	*Job
	depth int
}

func newWindowless(b *board.Board, rule board.Rule, depth int) windowless {
	j := plainJob(b, rule, depth)
	j.worker.table, j.worker.depth = table.New(1<<16), depth
	j.worker.evaluate()
	return windowless{j, depth}
}

// score returns the score after moves, and whether it is no proof.
func (s windowless) score(moves ...position.Cell) (score int, open bool) {
	for _, c := range moves {
		s.p.Make(c)
	}
	left := max(s.depth-len(moves), 0)
	score = s.worker.alphaBeta(-position.Infinite, position.Infinite, left, len(moves), false)
	for range moves {
		s.p.Unmake()
	}
	if len(moves) == 1 {
		score = -score
	}
	return score, !position.Proves(score)
}

// The twin searches every move with an open window. The closest moves are as close, and have its scores. A node lists
// its quiet moves only if it sees that all others lose, which it may overlook in a narrow window: so the scores of a few
// moves differ where there is more than quiescence.
func TestBalanceTwin(t *testing.T) {
	same := 0
	for seed := range 24 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		rng := rand.New(rand.NewPCG(uint64(seed), 90))
		b := boardtest.Sprinkle(rng, 8+seed%3, 8, 3+seed%3, seed%2)
		depth, wished := []int{0, 2, 3}[seed%3], rng.IntN(200)-100
		var want []int
		scores := map[board.Point]int{}
		twin := newWindowless(b, rule, depth)
		for _, c := range twin.distinct(twin.p.Legal(twin.p.Candidates(nil))) {
			if v, open := twin.score(c); open {
				want, scores[twin.p.Point(c)] = append(want, distance(v, wished)), v
			}
		}
		slices.Sort(want)
		got := balanced(plainJob(b, rule, depth), 3, wished)
		require.Len(t, got.Moves, 3)
		equal := true
		for i, v := range got.Moves {
			equal = equal && want[i] == distance(v.Score, wished) && want[i] == distance(scores[v.Move], wished)
			require.True(t, equal || depth > 0, "%v %v\n%s", v, want, boardtest.Text(b))
			require.Equal(t, depth, v.Depth)
			requirePlayable(t, b, rule, v)
		}
		same += b2i(equal)
	}
	assert.GreaterOrEqual(t, same, 22)
}

// The same for pairs, where the main search goes over all of them.
func TestBalancePairsTwin(t *testing.T) {
	same := 0
	for seed := range 8 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		rng := rand.New(rand.NewPCG(uint64(seed), 91))
		b, wished, depth := boardtest.Sprinkle(rng, 5, 5, 4, 0), rng.IntN(100)-50, seed%2*3
		want := position.Infinite
		twin := newWindowless(b, rule, depth)
		candidates := twin.p.Legal(twin.p.Candidates(nil))
		for _, first := range candidates {
			for _, second := range candidates {
				if second == first {
					continue
				}
				if v, open := twin.score(first, second); open {
					want = min(want, distance(v, wished))
				}
			}
		}
		var last Analysis
		j := plainJob(b, rule, depth)
		all := &balance{plies: 2, wished: wished, roots: j.balancePairs()}
		j.balance(context.Background(), all, 1, func(a Analysis) { last = a })
		got := last.Moves[0]
		equal := want == distance(got.Score, wished)
		require.True(t, equal || depth > 0, "%v %d\n%s", got, want, boardtest.Text(b))
		require.GreaterOrEqual(t, len(got.Line), 2)
		requirePlayable(t, b, rule, got)
		same += b2i(equal)
	}
	assert.GreaterOrEqual(t, same, 7)
}

// Of more pairs than a search can compare it searches those that are closest by a static search.
func TestPairPool(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(2, 97)), 15, 15, 4, 0)
	pair := func(v Variation) [2]board.Point { return [2]board.Point(v.Line[:2]) }
	var closest [][2]board.Point
	instant := engine(board.Freestyle).NewJob(b, board.X, Limits{})
	require.Greater(t, len(instant.balancePairs()), 2*pairPool)
	instant.BalancePairs(context.Background(), pairPool, 0, func(a Analysis) {
		for _, v := range a.Moves {
			closest = append(closest, pair(v))
		}
	})
	require.Len(t, closest, pairPool)
	var last Analysis
	testJob(b, board.X, board.Freestyle, 40_000).BalancePairs(context.Background(), 1, 0, func(a Analysis) { last = a })
	assert.Greater(t, last.Depth, 3)
	assert.Contains(t, closest, pair(last.Moves[0]))
}

// A board turned or mirrored has a move as close, and on a board that is its own mirror image no move is listed twice.
func TestBalanceIsSymmetric(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(3, 92)), 9, 9, 5, 1)
	want := balanced(plainJob(b, board.Freestyle, 3), 1, 0).Moves[0].Score
	for n := range symmetry.Count {
		turned := board.New(9, 9)
		for at, stone := range b.Points {
			turned.Set(symmetry.Apply(at, n, board.Point{X: 8, Y: 8}), stone)
		}
		got := balanced(plainJob(turned, board.Freestyle, 3), 1, 0).Moves[0].Score
		assert.Equal(t, distance(want, 0), distance(got, 0))
	}
	assert.Len(t, balanced(testJob(board.New(9, 9), board.X, board.Freestyle, 300), 100, 0).Moves, 15)
	middle := boardtest.Parse("-------\n-------\n-------\n---x---\n-------\n-------\n-------")
	assert.Len(t, balanced(testJob(middle, board.O, board.Freestyle, 300), 100, 0).Moves, 9)
	pairs := testJob(board.New(4, 3), board.X, board.Freestyle, 300).balancePairs()
	assert.Len(t, pairs, 11+11+7+7, "two of the first squares are their own mirror images")
}

// A move that wins or loses is not balanced, nor is one that renju forbids.
func TestProvenMovesAreNotBalanced(t *testing.T) {
	four := boardtest.Parse("---------\n---------\n---------\n---------\n--oooo---\n---------\n---------\n---------\n---x-x-x-")
	lost := balanced(testJob(four, board.X, board.Freestyle, 3000), 5, 0)
	assert.Empty(t, lost.Moves)
	assert.Equal(t, "no move: each one wins, loses or is forbidden", lost.Note)

	forbidden := 0
	for seed := range 20 {
		b := boardtest.Clash(rand.New(rand.NewPCG(uint64(seed), 93)), 8, 7, 24)
		a := balanced(testJob(b, board.X, board.Renju, 500), 100, 0)
		for _, v := range a.Moves {
			require.Zero(t, v.Plies)
			require.False(t, b.Forbidden(v.Move, board.Renju))
			require.False(t, b.Wins(v.Move, board.X, board.Renju))
		}
		for _, at := range boardtest.Empties(b) {
			forbidden += b2i(b.Forbidden(at, board.Renju))
		}
	}
	assert.Greater(t, forbidden, 5)

	threats := board.New(120, 120)
	for at := range threats.Points {
		if (at.X+at.Y)%5 != 0 {
			threats.Set(at, board.X)
		}
	}
	a := balanced(testJob(threats, board.X, board.Freestyle, 1000), 5, 0)
	assert.Equal(t, Analysis{Note: "no move: there are too many threats to count"}, a)
}

// With a node limit the answer is the same each time, whatever the limit, and every report is well ordered.
func TestBalanceWithNodes(t *testing.T) {
	for seed := range 8 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		rng := rand.New(rand.NewPCG(uint64(seed), 94))
		b, before := boardtest.Middle(rng, 15, 15), 0
		for _, nodes := range []uint64{1, 40, 700, 4000} {
			a := balanced(testJob(b, board.X, rule, nodes), 4, 30)
			assert.Equal(t, a, balanced(testJob(b, board.X, rule, nodes), 4, 30))
			require.NotEmpty(t, a.Moves)
			require.GreaterOrEqual(t, a.Depth, before-1)
			require.True(t, slices.IsSortedFunc(a.Moves, func(v, u Variation) int {
				return distance(v.Score, 30) - distance(u.Score, 30)
			}), "%v", a)
			before = a.Depth
		}
		assert.Positive(t, before)
	}
}

// A search for balanced moves ends with its context, with helpers too, and its answer is the closest move.
func TestBalanceEnds(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(1, 95)), 15, 15, 4, 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	j := engine(board.Freestyle).NewJob(b, board.X,
		Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22, Threads: 2})
	var last Analysis
	j.Balance(ctx, 3, 0, func(a Analysis) {
		if last = a; a.Depth >= 4 {
			cancel()
		}
	})
	require.Len(t, last.Moves, 3)
	assert.GreaterOrEqual(t, last.Depth, 4)
	at, score, _, _ := j.Decision()
	assert.Equal(t, last.Moves[0].Move, at)
	assert.Equal(t, last.Moves[0].Score, score)

	instant := balanced(engine(board.Freestyle).NewJob(b, board.X, Limits{}), 3, 0)
	assert.Len(t, instant.Moves, 3)
	assert.Zero(t, instant.Depth)
	all := balanced(testJob(b, board.X, board.Freestyle, 300), 1000, 0)
	assert.Equal(t, fmt.Sprintf("%d of 1000 moves: there are no others, or they win or lose", len(all.Moves)), all.Note)
}
