package position

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
)

// Wins that the counts claim are wins, and they miss none shorter than four plies.
func TestWinInAgreesWithTryingEverything(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			claims := map[int]int{}
			fives := map[board.Stone]int{} // claims of a win in 5
			cases := 1200
			if rule.Forbids(board.X) {
				cases = 2500 // to meet wins by fouls
			}
			for seed := range boardtest.Sweep(cases) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
				b := boardtest.Clash(rng, 6+rng.IntN(3), 5+rng.IntN(4), 12+rng.IntN(10))
				side := board.X + board.Stone(rng.IntN(2))
				p := New(b, side, testRules(rule))
				n := p.WinIn()
				claims[n]++
				fives[side] += bit(n == 5)
				if n > 0 {
					require.True(t, boardtest.MustWin(b, side, rule, n), "claimed %d for %v:\n%v", n, side, boardtest.Text(b))
				}
				if n > 1 {
					at := p.Point(p.Winner(n))
					b.Set(at, side)
					require.True(t, boardtest.MustLose(b, side.Other(), rule, n-1), "%v does not win in %d:\n%v", at, n, boardtest.Text(b))
					b.Set(at, board.Empty)
				}
				if n != 1 {
					require.False(t, boardtest.MustWin(b, side, rule, 1), "missed a five of %v:\n%v", side, boardtest.Text(b))
				}
				bound := rule.Forbids(board.X)
				if (n == 0 || n == 5) && p.Now().Counts[p.Side^1].Rows() == 0 && !bound {
					require.False(t, boardtest.MustWin(b, side, rule, 3), "missed an open four of %v:\n%v", side, boardtest.Text(b))
				}
			}
			for _, n := range []int{0, 1, 3, 5} {
				assert.NotZero(t, claims[n], "positions with claim %d", n)
			}
			assert.Len(t, fives, 2)
			assert.NotContains(t, slices.Collect(maps.Values(fives)), 0)
		})
	}
}

// Where nobody has a four, a double three wins in five.
func TestDoubleThreeWinsInFive(t *testing.T) {
	b := boardtest.Parse(`
		o------o-
		---------
		--x------
		--x------
		---xx----
		---------
		---------
		o------o-`)
	p := New(b, board.X, testRules(board.Freestyle))
	require.Equal(t, 5, p.WinIn())
	assert.Equal(t, board.Point{X: 2, Y: 4}, p.Point(p.Winner(5)))
}

// find agrees with a look at every square, in the same order where it goes through all squares, and so
// many as the counts say.
func TestFindAndFourSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 8))
	checked := 0
	for _, rule := range boardtest.EveryRule {
		for range boardtest.Sweep(40) {
			p := New(boardtest.Sprinkle(rng, 9+rng.IntN(70), 8, 40+rng.IntN(40), rng.IntN(5)), board.X, testRules(rule))
			for range rng.IntN(4) {
				if free := p.AllEmpty(); len(free) > 0 {
					p.Make(free[rng.IntN(len(free))])
				}
			}
			if p.RootOverflow || p.Now().Overflow() {
				continue
			}
			own := p.Now().Counts[p.Side]
			where := func(least, most pattern.Class) []Cell {
				return slices.DeleteFunc(p.AllEmpty(), func(c Cell) bool { return p.Class(c) < least || p.Class(c) > most })
			}
			require.Equal(t, where(pattern.SingleFour, pattern.WinningRow), append([]Cell{}, p.FourSquares(nil)...))
			for class, n := range map[pattern.Class]int{
				pattern.WinningRow: own.Rows(), pattern.WinningFour: own.Wins(), pattern.FourThree: own.fourThrees(),
			} {
				if n > 0 {
					checked++
					require.ElementsMatch(t, where(class, class), p.Find(p.Side, class, n, nil))
				}
			}
		}
	}
	assert.Greater(t, checked, 60)
}

// A double three of o on 8,7 leaves x one four of two on 7,7, which it was forbidden to make at once.
func TestWinInMindsForbiddenFours(t *testing.T) {
	b := boardtest.Parse(`
		---------------
		---------------
		---------------
		--------o------
		--------x------
		--------x------
		------o-x------
		---oxxx--oo----
		--------xo-----
		--------xxo----
		--------oox----
		-------oxxx-xxo
		------------o--
		---------------
		---------------`)
	p := New(b, board.O, testRules(board.Renju))
	if n := p.WinIn(); n > 0 {
		at := p.Point(p.Winner(n))
		b.Set(at, board.O)
		assert.True(t, boardtest.MustLose(b, board.X, board.Renju, n-1), "%v does not win in %d", at, n)
	}
}
