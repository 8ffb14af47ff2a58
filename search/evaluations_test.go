package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// What a search remembers of an evaluation, and what it works out after plies that it did not have to evaluate, is what
// it would be for the same stones afresh, before and after it has all places.
func TestEvaluationsAreThoseOfTheirPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	know := testRules(board.Freestyle)
	s := newWorker(newPosition(sprinkle(rng, 9, 7, 10, 3), board.X, know), nil, &DefaultParams)
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
