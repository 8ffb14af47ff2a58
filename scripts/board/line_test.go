package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

func TestEndings(t *testing.T) {
	five := standard(square(3, 7), square(0, 0), square(4, 7), square(2, 0), square(5, 7), square(4, 0),
		square(6, 7), square(6, 0), square(7, 7))
	overline := standard(square(3, 7), square(0, 0), square(4, 7), square(2, 0), square(5, 7), square(4, 0),
		square(7, 7), square(6, 0), square(8, 7), square(8, 0), square(6, 7))
	with := func(l line, rule board.Rule) line {
		l.Rule = uint(rule)
		return l
	}
	small := line{Width: 2, Height: 1, First: "o", Moves: []int{1, 2}}
	for name, c := range map[string]struct {
		line line
		want *ending
	}{
		"a row":                  {five, &ending{9, "x", "row"}},
		"six count":              {overline, &ending{11, "x", "row"}},
		"six do not count":       {with(overline, board.ExactFive), nil},
		"six are forbidden":      {with(overline, board.Renju), &ending{11, "o", "forbidden move"}},
		"a row turns into walls": {with(five, board.Continuous), nil},
		"a draw":                 {small, &ending{2, "", "full board"}},
		"a set-up position that is over": {
			line{Width: 5, Height: 1, First: "o", Start: "xxxxx"}, &ending{0, "x", "row"},
		},
		"most rows": {
			line{Width: 6, Height: 1, Rule: 2, First: "x", Start: "xxxx--", Moves: []int{8, 11}},
			&ending{2, "x", "more rows"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := c.line.play()
			require.NoError(t, err)
			assert.Equal(t, c.want, p.end)
		})
	}
	p, err := with(five, board.Continuous).play()
	require.NoError(t, err)
	assert.Equal(t, map[int][]int{8: {square(3, 7), square(4, 7), square(5, 7), square(6, 7), square(7, 7)}}, p.rows)
	assert.Equal(t, board.Wall, p.board.At(board.Point{X: 5, Y: 7}))
}

func TestWrongLines(t *testing.T) {
	for want, l := range map[string]line{
		"want a board of 1 to 120 columns and rows, got 0x15":   {Height: 15, First: "x"},
		"want a board of 1 to 120 columns and rows, got 121x15": {Width: 121, Height: 15, First: "x"},
		"rule 12: want a sum of 1, 2, 4 and 8":                  {Width: 15, Height: 15, First: "x", Rule: 12},
		"want x or o for a side":                                {Width: 15, Height: 15},
		"want 4 squares in the set-up position, got 3":          {Width: 2, Height: 2, First: "x", Start: "---"},
		"want - x o or # for a square, got '?'":                 {Width: 1, Height: 1, First: "x", Start: "?"},
		"move 2: 7,7":                                           standard(square(7, 7), square(7, 7)),
		"move 1: 0,15":                                          {Width: 15, Height: 15, First: "x", Moves: []int{450}},
		"move 1: -1,0":                                          {Width: 15, Height: 15, First: "x", Moves: []int{-2}},
	} {
		_, err := l.play()
		assert.ErrorContains(t, err, want)
	}
}

func TestForbiddenSquares(t *testing.T) {
	l := standard(square(7, 7), square(0, 0), square(8, 7), square(0, 14), square(9, 8), square(14, 0),
		square(9, 9), square(14, 14))
	l.Rule = uint(board.Renju)
	got, err := check(checkRequest{l, 8})
	require.NoError(t, err)
	rows := [][]int{{square(9, 7), square(9, 8), square(9, 9)}, {square(7, 7), square(8, 7), square(9, 7)}}
	assert.Equal(t, []mark{{At: square(9, 7), Word: "double three", Rows: rows}}, got.Forbidden)
	got, err = check(checkRequest{l, 7}) // o is free
	require.NoError(t, err)
	assert.Empty(t, got.Forbidden)
	assert.Equal(t, "o", got.Side)
}

// One question tells the rows of the whole line, and how the game stands where it is looked at.
func TestCheckWithinALine(t *testing.T) {
	five := standard(square(3, 7), square(0, 0), square(4, 7), square(2, 0), square(5, 7), square(4, 0),
		square(6, 7), square(6, 0), square(7, 7))
	for at, end := range map[int]*ending{0: nil, 8: nil, 9: {9, "x", "row"}} {
		got, err := check(checkRequest{five, at})
		require.NoError(t, err)
		assert.Equal(t, end, got.End)
		assert.Contains(t, got.Rows, 8)
	}
	for _, at := range []int{-1, 10} {
		_, err := check(checkRequest{five, at})
		assert.ErrorContains(t, err, "want a position of the line")
	}
}

// A line is what anybody may send: it is played or refused, and its squares are those of the board.
func FuzzLine(f *testing.F) {
	for _, l := range []line{
		standard(square(7, 7), square(8, 8)),
		{Width: 1, Height: 120, First: "o", Start: strings.Repeat("#", 120)},
		{Width: 6, Height: 1, Rule: 2, First: "x", Start: "xxxx--", Moves: []int{8, 11}},
	} {
		text, err := json.Marshal(l)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var l line
		if json.Unmarshal(text, &l) != nil {
			return
		}
		p, err := l.play()
		if err != nil {
			return
		}
		for n, row := range p.rows {
			require.Less(t, n, len(l.Moves))
			for _, s := range row {
				require.True(t, s >= 0 && s < l.Width*l.Height)
			}
		}
		if l.Width*l.Height <= 100 {
			p.forbidden()
		}
	})
}
