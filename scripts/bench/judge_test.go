package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

func TestJudge(t *testing.T) {
	four := position{[]string{
		"----------",
		"-#xxxx----",
		"----------",
		"---o------",
		"---o------",
		"---o------",
		"----------",
		"----------",
		"----------",
		"----------",
	}, "x"}
	threes := position{[]string{ // 4,4 makes two threes
		"----------",
		"----------",
		"----x-----",
		"----x-----",
		"--xx-----o",
		"----------",
		"---------o",
		"---------o",
		"----------",
		"----------",
	}, "x"}
	blank := position{[]string{"---------", "---------", "---------", "---------", "---------", "---------"}, "x"}
	cornered := position{[]string{"x--------", "---------", "---------", "---------", "---------", "---------"}, "o"}
	walled := position{[]string{"x########", "#########", "#########", "#########", "#########", "########-"}, "o"}
	for _, c := range []struct {
		name string
		p    position
		side board.Stone
		rule board.Rule
		told bool
		move board.Point
		want string
	}{
		{"a stone", four, board.X, 0, true, board.Point{X: 2, Y: 1}, "2,1 is no empty square"},
		{"a wall", four, board.X, 0, true, board.Point{X: 1, Y: 1}, "1,1 is no empty square"},
		{"off the board", four, board.X, 0, true, board.Point{X: 10, Y: 1}, "10,1 is no empty square"},
		{"wins", four, board.X, 0, true, board.Point{X: 6, Y: 1}, ""},
		{"does not win", four, board.X, 0, true, board.Point{X: 3, Y: 6}, "3,6 does not win, 6,1 does"},
		{"stops", four, board.O, 0, true, board.Point{X: 6, Y: 1}, ""},
		{"does not stop", four, board.O, 0, true, board.Point{X: 3, Y: 6}, "3,6 does not stop the five on 6,1"},
		{"has other aims", four, board.O, board.Continuous, true, board.Point{X: 3, Y: 6}, ""},
		{"may not know the rule", four, board.O, 0, false, board.Point{X: 3, Y: 6}, ""},
		{"forbidden", threes, board.X, board.Renju, true, board.Point{X: 4, Y: 4}, "4,4 is forbidden"},
		{"may not know what is forbidden", threes, board.X, board.Renju, false, board.Point{X: 4, Y: 4}, ""},
		{"not forbidden to o", threes, board.O, board.Renju, true, board.Point{X: 4, Y: 4}, ""},
		{"an empty board", blank, board.X, 0, true, board.Point{X: 0, Y: 0}, ""},
		{"four columns away", cornered, board.O, 0, true, board.Point{X: 4, Y: 4}, ""},
		{"five columns away", cornered, board.O, 0, true, board.Point{X: 5, Y: 4}, "5,4 is far from all stones"},
		{"far without the rule", cornered, board.O, 0, false, board.Point{X: 4, Y: 5}, "4,5 is far from all stones"},
		{"nothing nearer is free", walled, board.O, 0, true, board.Point{X: 8, Y: 5}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := c.p.board()
			require.NoError(t, err)
			assert.Equal(t, c.want, checkMove(b, c.side, c.rule, c.told, c.move))
		})
	}
}

// Two fives cannot be stopped, and a square that is forbidden stops nothing.
func TestJudgeAsksNothingImpossible(t *testing.T) {
	two := position{[]string{"-xxxx-----", "----------", "----------", "o---------", "o---------"}, "o"}
	b, err := two.board()
	require.NoError(t, err)
	assert.Empty(t, checkMove(b, board.O, 0, true, board.Point{X: 0, Y: 2}))

	forbidden := position{[]string{
		"----------",
		"----------",
		"--x-x-----",
		"---xx-----",
		"-----oooo#",
		"----------",
		"----------",
		"----------",
		"----------",
		"----------",
	}, "x"}
	b, err = forbidden.board()
	require.NoError(t, err)
	require.True(t, b.Forbidden(board.Point{X: 4, Y: 4}, board.Renju))
	assert.Empty(t, checkMove(b, board.X, board.Renju, true, board.Point{X: 4, Y: 5}))
	assert.NotEmpty(t, checkMove(b, board.X, board.Freestyle, true, board.Point{X: 4, Y: 5}))
}
