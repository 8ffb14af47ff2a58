package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
)

// What a search remembers of an evaluation, and what it works out after plies that it did not have to evaluate, is what
// it would be for the same stones afresh, before and after it has all places.
func TestCachedEvaluationsAreThoseOfTheirPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	rules := testRules(board.Freestyle)
	w := newWorker(position.New(boardtest.Sprinkle(rng, 9, 7, 10, 3), board.X, rules), nil, &DefaultParams)
	p, met := w.p, map[uint64]bool{}
	w.evalCache.reset()
	again := 0
	for i := range 1000 {
		if i == 400 {
			w.evalCache.grow()
		}
		if free := p.AllEmpty(); p.Depth < 4 && rng.IntN(2) == 0 && !p.Now().Overflow() {
			w.make(free[rng.IntN(min(len(free), 6))])
		} else if p.Depth > 0 {
			p.Unmake()
		}
		if rng.IntN(3) > 0 && !p.Now().Overflow() {
			require.Equal(t, position.New(p.Board(), position.StoneOf(p.Side), rules).Evaluate(), w.evaluate())
			again += b2i(met[p.Now().Key])
			met[p.Now().Key] = true
		}
	}
	assert.Greater(t, min(again, len(met)), 50)
}

// Along lines of good moves, evaluated at some turns only: evaluations within the bounds are exact, and lazy ones
// outside them are on the right side, with one exception in hundreds.
func TestLazyEvaluationsLieBeyondTheBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	rules := testRules(board.Freestyle)
	guessed, wrong, exact := 0, 0, 0
	for range boardtest.Sweep(100) {
		w := newWorker(position.New(boardtest.Middle(rng, 20, 20), board.X, rules), nil, &DefaultParams)
		p := w.p
		w.evaluate()
		for p.Depth < 14 && p.Now().Counts[p.Side].Rows() == 0 {
			w.make(w.wellScored(rng))
			if rng.IntN(4) == 0 {
				continue
			}
			want := position.New(p.Board(), position.StoneOf(p.Side), rules).Evaluate()
			alpha := want + rng.IntN(4000) - 2000
			beta := alpha + 1 + rng.IntN(200)
			got := w.evaluateWithin(alpha, beta)
			if p.Now().Eval != position.NoEval {
				require.Equal(t, want, got)
				exact++
				continue
			}
			require.False(t, alpha < got && got < beta, "a guess, and within the bounds")
			guessed++
			wrong += b2i((want <= alpha) != (got <= alpha))
		}
	}
	assert.Greater(t, min(guessed, exact), 150)
	assert.Less(t, wrong*100, guessed)
}

// wellScored returns one of the three moves that are ranked best.
func (w *worker) wellScored(rng *rand.Rand) position.Cell {
	moves := w.scoreMoves(w.p.Candidates(nil))
	defer func() { w.moves = w.moves[:0] }()
	n := rng.IntN(min(3, len(moves)))
	for i := range n {
		selectBest(moves[i:])
	}
	return selectBest(moves[n:])
}

// Things go up against the last turn at which the side to move was judged, or where none was.
func TestImproving(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	rules := testRules(board.Freestyle)
	for range 10 {
		w := newWorker(position.New(boardtest.Middle(rng, 15, 15), board.X, rules), nil, &DefaultParams)
		p := w.p
		was := w.evaluate()
		for range 2 * (1 + rng.IntN(position.LazyTurns)) {
			w.make(w.wellScored(rng))
		}
		up := position.New(p.Board(), position.StoneOf(p.Side), rules).Evaluate() > was
		assert.Equal(t, up, w.improving())
		w.make(w.wellScored(rng))
		assert.True(t, w.improving(), "the other side never was")
	}
}
