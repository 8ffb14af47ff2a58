package threat

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
	"tahoun/search/position"
)

// winsByVCF is the slow twin of the solver: every four, every answer, nothing remembered. The win takes at most plies.
func winsByVCF(p *position.Position, plies int) bool {
	if p.Now().Counts[p.Side].Rows() > 0 {
		return plies > 0
	}
	return plies > 2 && slices.ContainsFunc(p.AllEmpty(), func(c position.Cell) bool {
		if !p.MayPlay(c) {
			return false
		}
		p.Make(c)
		defer p.Unmake()
		if p.Now().Counts[p.Side].Rows() > 0 || p.Now().Counts[p.Side^1].Rows() == 0 {
			return false // the opponent finishes a row, or need not answer
		}
		return afterEveryMove(p, func() bool { return winsByVCF(p, plies-2) })
	})
}

// The solver is complete, and sound, under every rule.
func TestVCFAgreeWithTryingEveryFour(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			won, long := 0, 0
			f := new(VCF)
			for seed := range boardtest.Sweep(60) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+100))
				b := boardtest.Clash(rng, 7+rng.IntN(4), 7+rng.IntN(3), 25+rng.IntN(15))
				p := position.New(b, board.X+board.Stone(rng.IntN(2)), testRules(rule))
				want := winsByVCF(p, 1<<10)
				clear(f.failed[:])
				require.Equal(t, want, f.Shortest(p, 1<<10, 1<<30))
				if want {
					n := len(f.line)
					requireLine(t, p, f.line)
					require.True(t, winsByVCF(p, n) && !winsByVCF(p, n-2))
					require.False(t, f.Shortest(p, n-2, 1<<30))
				}
				require.Equal(t, want, f.Solve(p, 1<<30), "%v to move:\n%v", position.StoneOf(p.Side), boardtest.Text(b))
				require.Zero(t, p.Depth)
				if want {
					won++
					if len(f.line) > 3 {
						long++
					}
					requireLine(t, p, f.line)
				}
			}
			assert.Greater(t, won, 7)
			assert.Greater(t, long, 1)
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
	p := position.New(b, board.X, testRules(board.Renju))
	f := new(VCF)
	require.True(t, f.Solve(p, 1<<30))
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
	f := new(VCF)
	require.True(t, f.Solve(position.New(b, board.O, testRules(board.Caro)), 1<<20))
	_, plies := f.Win()
	assert.True(t, boardtest.MustWin(b, board.O, board.Caro, plies))
}

// requireLine plays a winning line, given last move first, to its five.
func requireLine(t *testing.T, p *position.Position, line []position.Cell) {
	t.Helper()
	require.Equal(t, 1, len(line)%2)
	for i := range line {
		c := line[len(line)-1-i]
		require.True(t, p.IsEmpty(c))
		if i == len(line)-1 {
			require.Equal(t, pattern.WinningRow, p.Class(c))
		}
		p.Make(c)
	}
	for range line {
		p.Unmake()
	}
}

// afterEveryMove reports whether holds is true after each legal move of the side to move.
func afterEveryMove(p *position.Position, holds func() bool) bool {
	return !slices.ContainsFunc(p.AllEmpty(), func(c position.Cell) bool {
		if !p.MayPlay(c) {
			return false
		}
		p.Make(c)
		defer p.Unmake()
		return !holds()
	})
}
