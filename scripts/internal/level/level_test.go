package level

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search"
)

// moves returns n moves of the level for side on b, which has row 0 at the top, each with random numbers of its own.
func moves(t *testing.T, l Level, b *board.Board, side board.Stone, n int) map[board.Point]int {
	t.Helper()
	all := map[board.Point]int{}
	engine := search.New(board.Freestyle)
	for seed := range uint64(n) {
		at, _ := l.Move(t.Context(), engine, b, side, search.Limits{}, rand.New(rand.NewPCG(seed, 1)))
		require.Equal(t, board.Empty, b.At(at))
		all[at]++
	}
	return all
}

func draw(t *testing.T, rows ...string) *board.Board {
	t.Helper()
	b := board.New(15, 15)
	for y, row := range rows {
		for x, letter := range row {
			switch letter {
			case 'x':
				b.Set(board.Point{X: x + 3, Y: y + 5}, board.X)
			case 'o':
				b.Set(board.Point{X: x + 3, Y: y + 5}, board.O)
			}
		}
	}
	return b
}

func TestKeys(t *testing.T) {
	seen := map[string]bool{}
	for i, l := range All {
		assert.False(t, seen[l.Key], l.Key)
		seen[l.Key] = true
		assert.Equal(t, i > 0, l.Limited(), "the strongest alone uses its time")
		got, known := Find(l.Key)
		assert.True(t, known)
		assert.Equal(t, l, got)
	}
	assert.True(t, seen[First])
	_, known := Find("0")
	assert.False(t, known)
}

// Every level finishes a row, and all but those that are blind at times stop one.
func TestFives(t *testing.T) {
	own := draw(t, " xxxxo ", "  oo o ")
	other := draw(t, " ooox", " xxxxo ", "  oo   ")
	for _, l := range All[1:] {
		assert.Equal(t, map[board.Point]int{{X: 3, Y: 5}: 8}, moves(t, l, own, board.X, 8), l.Key)
		stops := moves(t, l, other, board.O, 8)[board.Point{X: 3, Y: 6}]
		if l.blind == 0 {
			assert.Equal(t, 8, stops, l.Key)
		} else {
			assert.GreaterOrEqual(t, stops, 4, l.Key)
		}
	}
}

// An open three is stopped by the levels that look, and overlooked by those that slip, the weaker the oftener.
func TestOpenThree(t *testing.T) {
	b := draw(t, "       ", "  xxx  ", "  oo  o")
	const games = 40
	stops := func(l Level) int {
		n := 0
		for at, times := range moves(t, l, b, board.O, games) {
			if at.Y == 6 && at.X >= 3 && at.X <= 9 {
				n += times
			}
		}
		return n
	}
	last := games
	for _, key := range []string{"good", "fair", "easy", "child"} {
		l, _ := Find(key)
		n := stops(l)
		assert.LessOrEqual(t, n, last, key)
		if l.slips == 0 {
			assert.Equal(t, games, n, key)
		}
		last = n
	}
	assert.Less(t, last, games*2/3)
}

// Every level plays legal moves to the end of the game, under every rule and on every size.
func TestEveryRuleAndSize(t *testing.T) {
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive, board.Renju, board.Caro, board.Continuous} {
		engine := search.New(rule)
		for _, size := range [][2]int{{1, 1}, {7, 3}, {6, 6}} {
			b, side := board.New(size[0], size[1]), board.X
			rng := rand.New(rand.NewPCG(1, uint64(rule)))
			for n := 1; b.Count(board.Empty) > 0; n++ {
				l := All[1+n%(len(All)-1)]
				at, note := l.Move(t.Context(), engine, b, side, search.Limits{}, rng)
				assert.NotEmpty(t, note)
				out, err := b.Play(at, side, rule)
				require.NoError(t, err, "%v %v %s", rule, size, l.Key)
				if out.Foul || out.Five() && rule&board.Continuous == 0 {
					break
				}
				side = side.Other()
			}
		}
	}
}

// The same random numbers give the same move, and others another.
func TestSameNumbersSameMove(t *testing.T) {
	b := draw(t, "  x o  ", "   x   ")
	for _, key := range []string{"medium", "fair", "child"} {
		l, _ := Find(key)
		assert.Equal(t, moves(t, l, b, board.O, 3), moves(t, l, b, board.O, 3))
	}
	child, _ := Find("child")
	assert.Greater(t, len(moves(t, child, b, board.O, 10)), 3)
}
