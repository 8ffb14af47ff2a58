package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
)

// winsByVCF is the slow twin of the solver: every four, every answer, nothing remembered.
func winsByVCF(p *position) bool {
	if p.now().counts[p.side].rows() > 0 {
		return true
	}
	return slices.ContainsFunc(p.allEmpty(), func(c cell) bool {
		if !p.mayPlay(c) {
			return false
		}
		p.make(c)
		defer p.unmake()
		if p.now().counts[p.side].rows() > 0 || p.now().counts[p.side^1].rows() == 0 {
			return false // the opponent finishes a row, or need not answer
		}
		return afterEveryMove(p, func() bool { return winsByVCF(p) })
	})
}

// The solver is complete, and sound, under every rule.
func TestVCFAgreeWithTryingEveryFour(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			won, long := 0, 0
			f := new(vcfSolver)
			for seed := range 400 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+100))
				b := boardtest.Clash(rng, 7+rng.IntN(4), 7+rng.IntN(3), 25+rng.IntN(15))
				p := newPosition(b, board.X+board.Stone(rng.IntN(2)), testRules(rule))
				want := winsByVCF(p)
				clear(f.failed[:])
				require.Equal(t, want, f.solve(p, 1<<30), "%v to move:\n%v", stoneOf(p.side), boardtest.Text(b))
				require.Zero(t, p.depth)
				if want {
					won++
					if len(f.line) > 3 {
						long++
					}
					requireLine(t, p, f.line)
				}
			}
			assert.Greater(t, won, 50)
			assert.Greater(t, long, 10)
		})
	}
}

// An answer may leave one four of two that renju forbids to x together: a four that no stone of x has made. Here it is
// the one at the end of the row, which the answer to the upright four closes.
func TestFourThatAnAnswerMakes(t *testing.T) {
	b := boardtest.Parse(`
		---------------
		---------------
		--------o------
		--------x------
		--------x------
		--------x------
		---------------
		---oxxx--------
		-------x-------
		----x--x-------
		-------x-------
		--x----o-------
		---------------
		---------------
		---------------`)
	p := newPosition(b, board.X, testRules(board.Renju))
	f := new(vcfSolver)
	require.True(t, f.solve(p, 1<<30))
	requireLine(t, p, f.line)
}

// In caro a five has more than one answer, and a win lasts as long as the best of them.
func TestVCFInCaroLastAsLongAsTheySay(t *testing.T) {
	b := boardtest.Parse(`
		-o-o--xxx
		-xxx-oo-x
		xx-x-xxx-
		-x--oo---
		x#o---xxo
		oo-x-oo-o
		-x--o-oo#`)
	f := new(vcfSolver)
	require.True(t, f.solve(newPosition(b, board.O, testRules(board.Caro)), 1<<20))
	_, plies := f.win()
	assert.True(t, boardtest.MustWin(b, board.O, board.Caro, plies))
}

// requireLine plays a winning line, given last move first, to its five.
func requireLine(t *testing.T, p *position, line []cell) {
	t.Helper()
	require.Equal(t, 1, len(line)%2)
	for i := range line {
		c := line[len(line)-1-i]
		require.True(t, p.isEmpty(c))
		if i == len(line)-1 {
			require.Equal(t, pattern.WinningRow, p.class(c))
		}
		p.make(c)
	}
	for range line {
		p.unmake()
	}
}

// afterEveryMove tells whether holds is true after each legal move of the side to move.
func afterEveryMove(p *position, holds func() bool) bool {
	return !slices.ContainsFunc(p.allEmpty(), func(c cell) bool {
		if !p.mayPlay(c) {
			return false
		}
		p.make(c)
		defer p.unmake()
		return !holds()
	})
}
