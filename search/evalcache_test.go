package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// What a search remembers of an evaluation, and what it works out after plies that it did not have to evaluate, is what
// it would be for the same stones afresh, before and after it has all places.
func TestCachedEvaluationsAreThoseOfTheirPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	know := testRules(board.Freestyle)
	s := newWorker(newPosition(boardtest.Sprinkle(rng, 9, 7, 10, 3), board.X, know), nil, &DefaultParams)
	p, met := s.p, map[uint64]bool{}
	s.evalCache.reset()
	again := 0
	for i := range 3000 {
		if i == 1000 {
			s.evalCache.grow()
		}
		if free := p.allEmpty(); p.depth < 4 && rng.IntN(2) == 0 && !p.now().overflow() {
			s.make(free[rng.IntN(min(len(free), 6))])
		} else if p.depth > 0 {
			p.unmake()
		}
		if rng.IntN(3) > 0 && !p.now().overflow() {
			require.Equal(t, newPosition(p.board(), stoneOf(p.side), know).evaluate(), s.evaluate())
			again += b2i(met[p.now().key])
			met[p.now().key] = true
		}
	}
	assert.Greater(t, min(again, len(met)), 100)
}

// Along lines of good moves, evaluated at some turns only: evaluations within the bounds are exact, and lazy ones outside
// them are on the right side, with one exception in hundreds.
func TestLazyEvaluationsLieBeyondTheBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	know := testRules(board.Freestyle)
	guessed, wrong, exact := 0, 0, 0
	for range 200 {
		s := newWorker(newPosition(boardtest.Middle(rng, 20, 20), board.X, know), nil, &DefaultParams)
		p := s.p
		s.evaluate()
		for p.depth < 14 && p.now().counts[p.side].rows() == 0 {
			s.make(s.wellScored(rng))
			if rng.IntN(4) == 0 {
				continue
			}
			want := newPosition(p.board(), stoneOf(p.side), know).evaluate()
			alpha := want + rng.IntN(4000) - 2000
			beta := alpha + 1 + rng.IntN(200)
			got := s.evaluateWithin(alpha, beta)
			if p.now().eval != noEval {
				require.Equal(t, want, got)
				exact++
				continue
			}
			require.False(t, alpha < got && got < beta, "a guess, and within the bounds")
			guessed++
			wrong += b2i((want <= alpha) != (got <= alpha))
		}
	}
	assert.Greater(t, min(guessed, exact), 300)
	assert.Less(t, wrong*100, guessed)
}

// wellScored returns one of the three moves that are ranked best.
func (w *worker) wellScored(rng *rand.Rand) cell {
	moves := w.scoreMoves(w.p.candidates(nil))
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
	know := testRules(board.Freestyle)
	for range 20 {
		s := newWorker(newPosition(boardtest.Middle(rng, 15, 15), board.X, know), nil, &DefaultParams)
		p := s.p
		was := s.evaluate()
		for range 2 * (1 + rng.IntN(lazyTurns)) {
			s.make(s.wellScored(rng))
		}
		up := newPosition(p.board(), stoneOf(p.side), know).evaluate() > was
		assert.Equal(t, up, s.improving())
		s.make(s.wellScored(rng))
		assert.True(t, s.improving(), "the other side never was")
	}
}
