package board_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestPlay(t *testing.T) {
	const exact, continuous, renju, caro = board.ExactFive, board.Continuous, board.Renju, board.Caro
	tests := []struct {
		name          string
		before, after string // the move is on the square drawn as `*`
		side          board.Stone
		rule          board.Rule
		five, foul    bool
		row           []board.Point
	}{
		{
			name: "a quiet move", side: board.O, rule: board.Freestyle,
			before: "-xx*-", after: "-xxo-",
		},
		{
			name: "a five stays on the board", side: board.X, rule: board.Freestyle, five: true,
			before: "xx*xx-", after: "xxxxx-",
			row: []board.Point{{X: 0}, {X: 1}, {X: 2}, {X: 3}, {X: 4}},
		},
		{
			name: "a continuous five turns into walls", side: board.O, rule: continuous, five: true,
			before: "xoooo*-", after: "x#####-",
			row: []board.Point{{X: 1}, {X: 2}, {X: 3}, {X: 4}, {X: 5}},
		},
		{
			name: "so do all six of a longer row", side: board.X, rule: continuous, five: true,
			before: "xxx*xx", after: "######",
			row: []board.Point{{X: 0}, {X: 1}, {X: 2}, {X: 3}, {X: 4}, {X: 5}},
		},
		{
			name: "but not where exactly five are wanted", side: board.X, rule: continuous | exact,
			before: "xxx*xx", after: "xxxxxx",
		},
		{
			name: "down before across", side: board.X, rule: continuous, five: true,
			before: "xxxx* ----x ----x ----x ----x", after: "xxxx# ----# ----# ----# ----#",
			row: []board.Point{{X: 4, Y: 0}, {X: 4, Y: 1}, {X: 4, Y: 2}, {X: 4, Y: 3}, {X: 4, Y: 4}},
		},
		{
			name: "down right before right and up right", side: board.X, rule: continuous, five: true,
			before: "x---x -x-x- xx*xx -x-x- x---x", after: "#---x -#-x- xx#xx -x-#- x---#",
			row: []board.Point{{X: 0, Y: 0}, {X: 1, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 3}, {X: 4, Y: 4}},
		},
		{
			name: "right before up right", side: board.X, rule: continuous, five: true,
			before: "----x ---x- xx*xx -x--- x----", after: "----x ---x- ##### -x--- x----",
			row: []board.Point{{X: 0, Y: 2}, {X: 1, Y: 2}, {X: 2, Y: 2}, {X: 3, Y: 2}, {X: 4, Y: 2}},
		},
		{
			name: "up right runs from the lower left", side: board.X, rule: continuous, five: true,
			before: "----* ---x- --x-- -x--- x----", after: "----# ---#- --#-- -#--- #----",
			row: []board.Point{{X: 0, Y: 4}, {X: 1, Y: 3}, {X: 2, Y: 2}, {X: 3, Y: 1}, {X: 4, Y: 0}},
		},
		{
			name: "a six down is passed over for a five across", side: board.X, rule: continuous | exact, five: true,
			before: "*xxxx x---- x---- x---- x---- x----", after: "##### x---- x---- x---- x---- x----",
			row: []board.Point{{X: 0}, {X: 1}, {X: 2}, {X: 3}, {X: 4}},
		},
		{
			name: "a caro five blocked at both ends is no five", side: board.X, rule: continuous | caro,
			before: "oxx*xxo", after: "oxxxxxo",
		},
		{
			name: "a blocked caro row does not hide another", side: board.X, rule: continuous | caro, five: true,
			before: "--o---- --x---- --x---- -x*xxx- --x---- --x---- --o----",
			after:  "--o---- --x---- --x---- -#####- --x---- --x---- --o----",
			row:    []board.Point{{X: 1, Y: 3}, {X: 2, Y: 3}, {X: 3, Y: 3}, {X: 4, Y: 3}, {X: 5, Y: 3}},
		},
		{
			name: "a renju foul stands", side: board.X, rule: renju, foul: true,
			before: "xxx*xx", after: "xxxxxx",
		},
		{
			name: "o commits none", side: board.O, rule: renju, five: true,
			before: "ooo*oo", after: "oooooo",
			row: []board.Point{{X: 0}, {X: 1}, {X: 2}, {X: 3}, {X: 4}, {X: 5}},
		},
		{
			name: "a renju five excuses an overline", side: board.X, rule: renju, five: true,
			before: "xxx*xx ---x-- ---x-- ---x-- ---x--", after: "xxxxxx ---x-- ---x-- ---x-- ---x--",
			row: []board.Point{{X: 3, Y: 0}, {X: 3, Y: 1}, {X: 3, Y: 2}, {X: 3, Y: 3}, {X: 3, Y: 4}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, p := boardtest.ParseMarked(tt.before)
			got, err := b.Play(p, tt.side, tt.rule)
			require.NoError(t, err)
			assert.Equal(t, board.Outcome{Foul: tt.foul, Row: tt.row}, got)
			assert.Equal(t, tt.five, got.Five())
			want := boardtest.Parse(tt.after)
			assert.Equal(t, boardtest.Text(want), boardtest.Text(b))
		})
	}
}

func TestPlayErrors(t *testing.T) {
	tests := []struct {
		name string
		at   board.Point
		side board.Stone
		want string
	}{
		{"off the board", board.Point{X: 3, Y: 0}, board.X, "3,0 is off the board of 3 columns and 2 rows"},
		{"before its first row", board.Point{X: 0, Y: -1}, board.X, "0,-1 is off the board of 3 columns and 2 rows"},
		{"on an opponent's stone", board.Point{X: 1, Y: 0}, board.O, "1,0 already holds x"},
		{"on its own stone", board.Point{X: 2, Y: 1}, board.O, "2,1 already holds o"},
		{"on a wall", board.Point{X: 0, Y: 1}, board.X, "0,1 is a wall"},
		{"nobody's stone", board.Point{X: 0, Y: 0}, board.Empty, `want a stone of x or o, got "-"`},
		{"a wall for a stone", board.Point{X: 0, Y: 0}, board.Wall, `want a stone of x or o, got "#"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := boardtest.Parse("-x- #-o")
			outcome, err := b.Play(tt.at, tt.side, board.Continuous)
			require.EqualError(t, err, tt.want)
			assert.Zero(t, outcome)
			assert.Equal(t, "-x-\n#-o\n", boardtest.Text(b), "nothing is played")
		})
	}
}

// TestPlayAgreesWithWins plays random continuous games to the end: a row is reported exactly when Wins
// foretold it, it goes through the move, and it leaves walls and nothing else behind.
func TestPlayAgreesWithWins(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	rows := 0
	for _, r := range []board.Rule{2, 3, 6, 7, 10, 11} {
		b, side := board.New(9, 8), board.X
		for _, i := range rng.Perm(9 * 8) {
			p := board.Point{X: i % 9, Y: i / 9}
			wins, foul := b.Wins(p, side, r), side == board.X && b.Forbidden(p, r)
			want := b.Clone()
			got, err := b.Play(p, side, r)
			require.NoError(t, err)
			assert.Equal(t, wins, got.Five())
			assert.Equal(t, foul, got.Foul)
			want.Set(p, side)
			if got.Five() {
				rows++
				assert.Contains(t, got.Row, p)
			}
			for _, q := range got.Row {
				assert.Equal(t, side, want.At(q))
				want.Set(q, board.Wall)
			}
			assert.Equal(t, boardtest.Text(want), boardtest.Text(b))
			if rng.IntN(3) == 0 {
				side = side.Other()
			}
		}
		assert.Zero(t, b.Count(board.Empty))
	}
	assert.Greater(t, rows, 5)
}
