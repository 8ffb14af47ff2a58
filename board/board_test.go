package board_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestNew(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 120}, {120, 1}, {15, 20}, {120, 120}} {
		b := board.New(size[0], size[1])
		assert.Equal(t, size[0], b.Width())
		assert.Equal(t, size[1], b.Height())
		assert.Equal(t, size[0]*size[1], b.Count(board.Empty), "squares of a new board %v", size)
	}
	for _, size := range [][2]int{{0, 5}, {5, 0}, {-1, 5}, {121, 5}, {5, 121}} {
		assert.Panics(t, func() { board.New(size[0], size[1]) }, "size %v", size)
	}
}

func TestSetAndAt(t *testing.T) {
	b := board.New(3, 2)
	b.Set(board.Point{X: 2, Y: 0}, board.X)
	b.Set(board.Point{X: 0, Y: 1}, board.O)
	b.Set(board.Point{X: 1, Y: 1}, board.Wall)
	b.Set(board.Point{X: 2, Y: 0}, board.O) // it replaces the content
	assert.Equal(t, "--o\no#-\n", boardtest.Text(b))

	for _, off := range []board.Point{{X: -1, Y: 0}, {X: 3, Y: 0}, {X: 0, Y: -1}, {X: 0, Y: 2}} {
		assert.False(t, b.Contains(off), "%v", off)
		assert.Equal(t, board.Wall, b.At(off), "%v", off)
	}
}

func TestLay(t *testing.T) {
	b := board.New(3, 2)
	assert.Equal(t, board.O, b.Lay(board.O))
	assert.Equal(t, board.X, b.Lay(board.O, board.Point{X: 2, Y: 0}, board.Point{X: 0, Y: 1}, board.Point{X: 1, Y: 1}))
	assert.Equal(t, "--o\nxo-\n", boardtest.Text(b))
}

func TestCount(t *testing.T) {
	b := boardtest.Parse("-xx ooo ##-")
	assert.Equal(t, 2, b.Count(board.Empty))
	assert.Equal(t, 2, b.Count(board.X))
	assert.Equal(t, 3, b.Count(board.O))
	assert.Equal(t, 2, b.Count(board.Wall))
}

func TestPoints(t *testing.T) {
	b := boardtest.Parse("-x o#")
	type square struct {
		at    board.Point
		holds board.Stone
	}
	var got []square
	for p, s := range b.Points {
		got = append(got, square{p, s})
	}
	want := []square{
		{board.Point{X: 0, Y: 0}, board.Empty}, {board.Point{X: 1, Y: 0}, board.X},
		{board.Point{X: 0, Y: 1}, board.O}, {board.Point{X: 1, Y: 1}, board.Wall},
	}
	assert.Equal(t, want, got)

	seen := 0
	for range b.Points {
		seen++
		break
	}
	assert.Equal(t, 1, seen, "a loop may end early")
}

func TestCloneSharesNothing(t *testing.T) {
	b := crowd(rand.New(rand.NewPCG(1, 1)), 11, 7, 30)
	before := boardtest.Text(b)
	c := b.Clone()
	require.Equal(t, b, c)
	for p := range c.Points {
		c.Set(p, board.Wall)
	}
	assert.Equal(t, before, boardtest.Text(b))
}

func TestBesideIsNearEnoughToAStone(t *testing.T) {
	b := crowd(rand.New(rand.NewPCG(2, 1)), 12, 9, 10)
	for p := range b.Points {
		for reach := range 5 {
			want := false
			for q, s := range b.Points {
				want = want || (s == board.X || s == board.O) && max(q.X-p.X, p.X-q.X, q.Y-p.Y, p.Y-q.Y) <= reach
			}
			assert.Equal(t, want, b.Beside(p, reach), "%v within %d", p, reach)
		}
	}
}

func TestPoint(t *testing.T) {
	p := board.Point{X: 7, Y: 12}
	assert.Equal(t, "7,12", p.String())
	assert.Equal(t, board.Point{X: 10, Y: 9}, p.Add(board.Point{X: 1, Y: -1}, 3))
	assert.Equal(t, board.Point{X: 5, Y: 10}, p.Add(board.Point{X: 1, Y: 1}, -2))
}

func TestStone(t *testing.T) {
	assert.Equal(t, board.O, board.X.Other())
	assert.Equal(t, board.X, board.O.Other())
	letters := ""
	for _, s := range []board.Stone{board.Empty, board.X, board.O, board.Wall} {
		letters += s.String()
	}
	assert.Equal(t, "-xo#", letters)
}
