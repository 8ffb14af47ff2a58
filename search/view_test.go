package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A view of a game longer than a search can be shows at every ply what the position before the last
// stone and that stone give.
func TestViewOfALongGame(t *testing.T) {
	for _, rule := range []board.Rule{board.Freestyle, board.Renju} {
		rng := rand.New(rand.NewPCG(3, uint64(rule)))
		e := engine(rule)
		b := sprinkle(rng, 20, 20, 0, 5)
		v := e.View(b, board.X)
		side := board.X
		for range 350 {
			free := empties(b)
			at := free[rng.IntN(len(free))]
			want := e.View(b, side)
			want.Play(at)
			v.Play(at)
			b.Set(at, side)
			side = side.Other()
			require.Equal(t, side, v.Side())
			require.Equal(t, want.Evaluate(), v.Evaluate())
			require.Equal(t, want.Threats(), v.Threats())
			require.Equal(t, want.WinIn(), v.WinIn())
			require.Equal(t, want.Quiet(), v.Quiet())
			require.ElementsMatch(t, want.p.tries(nil), v.p.tries(nil))
		}
	}
}

// A view shows all empty squares, and as candidates those of the search that are legal.
func TestViewOfSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	legal, forbidden := 0, 0
	for range 200 {
		b := clash(rng, 12, 12, 60)
		v := engine(board.Renju).View(b, board.X)
		var all []board.Point
		for at, codes := range v.Empty {
			all = append(all, at)
			require.Equal(t, v.codes(v.p.cell(at)), codes)
		}
		require.Equal(t, empties(b), all)
		var want, got []board.Point
		for _, c := range v.p.tries(nil) {
			if at := v.p.point(c); b.Forbidden(at, board.Renju) {
				forbidden++
			} else {
				want = append(want, at)
			}
		}
		for at, codes := range v.Candidates {
			got = append(got, at)
			require.Equal(t, v.codes(v.p.cell(at)), codes)
		}
		require.Equal(t, want, got)
		legal += len(want)
	}
	assert.NotZero(t, legal)
	assert.NotZero(t, forbidden)
}

// The last two stones touch the squares on their lines that a row through both could hold.
func TestTouched(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for rule, reach := range map[board.Rule]int{board.Freestyle: 4, board.ExactFive: 5} {
		for range 50 {
			b := sprinkle(rng, 7+rng.IntN(9), 7+rng.IntN(9), 20, 5)
			v := engine(rule).View(b, board.X)
			var last []board.Point
			for range 4 {
				free := empties(b)
				at := free[rng.IntN(len(free))]
				v.Play(at)
				b.Set(at, board.X)
				last = append([]board.Point{at}, last...)
				s := newSearcher(v.p, nil, &DefaultParams)
				v.p.touch(&s.touched)
				for _, at := range empties(b) {
					want := 0
					for n := range min(2, len(last)) {
						want |= b2i(onLine(at, last[n], reach)) << n
					}
					require.Equal(t, want, v.Touched(at))
					require.EqualValues(t, want, s.touched[v.p.cell(at)])
				}
				v.p.touch(&s.touched)
				require.Zero(t, s.touched)
			}
		}
	}
}

func onLine(p, q board.Point, reach int) bool {
	x, y := max(p.X-q.X, q.X-p.X), max(p.Y-q.Y, q.Y-p.Y)
	return max(x, y) <= reach && (x == 0 || y == 0 || x == y)
}
