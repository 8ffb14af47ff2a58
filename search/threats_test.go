package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/pattern"
)

// mustWin is the slow judge of every claim of a win: it tries all moves and all answers on a plain
// board. It tells whether side, to move, finishes a row within the given plies whatever is answered.
func mustWin(b *board.Board, side board.Stone, rule board.Rule, plies int) bool {
	for _, p := range empties(b) {
		if b.Wins(p, side, rule) && !b.Forbidden(p, rule&^only(side)) {
			return true
		}
	}
	return plies > 1 && slices.ContainsFunc(empties(b), func(p board.Point) bool {
		if side == board.X && b.Forbidden(p, rule) {
			return false
		}
		b.Set(p, side)
		defer b.Set(p, board.Empty)
		return mustLose(b, side.Other(), rule, plies-1)
	})
}

// only masks renju for a side that it does not bind.
func only(side board.Stone) board.Rule {
	if side == board.X {
		return 0
	}
	return board.Renju
}

// mustLose tells whether the opponent of side, which is to move, wins within plies whatever is played.
func mustLose(b *board.Board, side board.Stone, rule board.Rule, plies int) bool {
	for _, p := range empties(b) {
		if b.Wins(p, side, rule) {
			return false
		}
	}
	return !slices.ContainsFunc(empties(b), func(p board.Point) bool {
		if side == board.X && b.Forbidden(p, rule) {
			return false
		}
		b.Set(p, side)
		defer b.Set(p, board.Empty)
		return !mustWin(b, side.Other(), rule, plies-1)
	})
}

func empties(b *board.Board) []board.Point {
	var all []board.Point
	for p, s := range b.Points {
		if s == board.Empty {
			all = append(all, p)
		}
	}
	return all
}

// clash returns a small board full of lines of both sides, with some walls.
func clash(rng *rand.Rand, width, height, open int) *board.Board {
	b := board.New(width, height)
	for len(empties(b)) > open {
		at := board.Point{X: rng.IntN(width), Y: rng.IntN(height)}
		s := board.X + board.Stone(rng.IntN(2))
		if rng.IntN(12) == 0 {
			s = board.Wall
		}
		b.Set(at, s)
	}
	return b
}

// What the counts claim is true, and nothing shorter than four plies escapes them.
func TestWinInAgreesWithTryingEverything(t *testing.T) {
	for _, rule := range everyRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			claims := map[int]int{}
			for seed := range 500 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
				b := clash(rng, 6+rng.IntN(3), 5+rng.IntN(4), 12+rng.IntN(10))
				side := board.X + board.Stone(rng.IntN(2))
				p := newPosition(b, side, known(rule))
				n := p.winIn()
				claims[n]++
				if n > 0 {
					require.True(t, mustWin(b, side, rule, n), "claimed %d for %v:\n%v", n, side, text(b))
				}
				if n > 1 {
					at := p.point(p.winner(n))
					b.Set(at, side)
					require.True(t, mustLose(b, side.Other(), rule, n-1), "%v does not win in %d:\n%v", at, n, text(b))
					b.Set(at, board.Empty)
				}
				if n != 1 {
					require.False(t, mustWin(b, side, rule, 1), "missed a five of %v:\n%v", side, text(b))
				}
				bound := rule.Forbids(board.X)
				if (n == 0 || n == 5) && p.now().sums[p.side^1].rows() == 0 && !bound {
					require.False(t, mustWin(b, side, rule, 3), "missed an open four of %v:\n%v", side, text(b))
				}
			}
			for _, n := range []int{0, 1, 3, 5} {
				assert.NotZero(t, claims[n], "positions with claim %d", n)
			}
		})
	}
}

func text(b *board.Board) string {
	s := ""
	for p, q := range b.Points {
		if p.X == 0 && p.Y > 0 {
			s += "\n"
		}
		s += q.String()
	}
	return s
}

// Where each verdict depends on others without end, there is an answer all the same.
func TestForbiddenOnALattice(t *testing.T) {
	b := board.New(30, 30)
	for p := range b.Points {
		if (p.X+p.Y)%6 >= 4 {
			b.Set(p, board.X)
		}
	}
	p := newPosition(b, board.X, known(board.Renju))
	key := p.now().key
	p.legal(p.allEmpty())
	assert.Equal(t, key, p.now().key)
}

// The fast look at forbidden moves is board's slow one.
func TestForbiddenAgreesWithBoard(t *testing.T) {
	forbidden := 0
	for seed := range 2000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 9))
		b := board.New(9+rng.IntN(7), 9+rng.IntN(7))
		for range 10 + rng.IntN(40) {
			s := board.X
			if rng.IntN(5) < 2 {
				s = board.O
			}
			b.Set(board.Point{X: rng.IntN(b.Width()), Y: rng.IntN(b.Height())}, s)
		}
		p := newPosition(b, board.X, known(board.Renju))
		for _, c := range p.allEmpty() {
			want := b.Forbidden(p.point(c), board.Renju)
			require.Equal(t, want, p.forbidden(c), "%v on\n%v", p.point(c), text(b))
			forbidden += b2i(want)
		}
		require.Zero(t, p.depth)
	}
	assert.Greater(t, forbidden, 1000)
}

// winsByFours is the slow twin of the solver: every four, every answer, nothing remembered.
func winsByFours(p *position) bool {
	if p.now().sums[p.side].rows() > 0 {
		return true
	}
	return slices.ContainsFunc(p.allEmpty(), func(c cell) bool {
		if !p.mayPlay(c) {
			return false
		}
		p.play(c)
		defer p.unplay()
		if p.now().sums[p.side].rows() > 0 || p.now().sums[p.side^1].rows() == 0 {
			return false // the opponent finishes a row, or need not answer
		}
		return !slices.ContainsFunc(p.allEmpty(), func(a cell) bool {
			if !p.mayPlay(a) {
				return false
			}
			p.play(a)
			defer p.unplay()
			return !winsByFours(p)
		})
	})
}

// The solver is complete, and sound, under every rule.
func TestFoursAgreeWithTryingEveryFour(t *testing.T) {
	for _, rule := range everyRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			won, long := 0, 0
			f := new(foursSolver)
			for seed := range 400 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+100))
				b := clash(rng, 7+rng.IntN(4), 7+rng.IntN(3), 25+rng.IntN(15))
				p := newPosition(b, board.X+board.Stone(rng.IntN(2)), known(rule))
				want := winsByFours(p)
				clear(f.failed[:])
				require.Equal(t, want, f.solve(p, 1<<30), "%v to move:\n%v", stoneOf(p.side), text(b))
				require.Zero(t, p.depth)
				if want {
					won++
					long += b2i(len(f.line) > 3)
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
	b := drawn(`
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
	p := newPosition(b, board.X, known(board.Renju))
	f := new(foursSolver)
	require.True(t, f.solve(p, 1<<30))
	requireLine(t, p, f.line)
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
		p.play(c)
	}
	for range line {
		p.unplay()
	}
}

// What is found is what a look at every square finds, in the same order where all squares are gone through, and so
// many as the counts say.
func TestFindAndFourSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 8))
	checked := 0
	for _, rule := range everyRule {
		for range 300 {
			p := newPosition(sprinkle(rng, 9+rng.IntN(70), 8, 40+rng.IntN(40), rng.IntN(5)), board.X, known(rule))
			for range rng.IntN(4) {
				if free := p.allEmpty(); len(free) > 0 {
					p.play(free[rng.IntN(len(free))])
				}
			}
			if p.crowded || p.now().crowded() {
				continue
			}
			own := p.now().sums[p.side]
			where := func(least, most pattern.Class) []cell {
				return slices.DeleteFunc(p.allEmpty(), func(c cell) bool { return p.class(c) < least || p.class(c) > most })
			}
			require.Equal(t, where(pattern.SingleFour, pattern.WinningRow), append([]cell{}, p.fourSquares(nil)...))
			for class, n := range map[pattern.Class]int{
				pattern.WinningRow: own.rows(), pattern.WinningFour: own.wins(), pattern.FourThree: own.fourThrees(),
			} {
				if n > 0 {
					checked++
					require.ElementsMatch(t, where(class, class), p.find(p.side, class, n, nil))
				}
			}
		}
	}
	assert.Greater(t, checked, 500)
}

// A double three of o on 8,7 leaves x one four of two on 7,7, which it was forbidden to make at once.
func TestWinInMindsForbiddenFours(t *testing.T) {
	b := drawn(`
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
	p := newPosition(b, board.O, known(board.Renju))
	if n := p.winIn(); n > 0 {
		at := p.point(p.winner(n))
		b.Set(at, board.O)
		assert.True(t, mustLose(b, board.X, board.Renju, n-1), "%v does not win in %d", at, n)
	}
}

// In caro a five has more than one answer, and a win lasts as long as the best of them.
func TestFoursInCaroLastAsLongAsTheySay(t *testing.T) {
	b := drawn(`
		-o-o--xxx
		-xxx-oo-x
		xx-x-xxx-
		-x--oo---
		x#o---xxo
		oo-x-oo-o
		-x--o-oo#`)
	f := new(foursSolver)
	require.True(t, f.solve(newPosition(b, board.O, known(board.Caro)), 1<<20))
	assert.True(t, mustWin(b, board.O, board.Caro, winScore-f.win().score))
}
