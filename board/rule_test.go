package board_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
)

// sensibleRules are all masks that a game can be played under.
var sensibleRules = []board.Rule{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}

func TestSensible(t *testing.T) {
	// Renju and caro together: caro's bit goes.
	nonsense := map[board.Rule]board.Rule{12: 4, 13: 5, 14: 6, 15: 7}
	for mask := range 256 {
		sent := board.Rule(mask)
		known := sent % 16
		want, made := nonsense[known]
		if !made {
			want = known
		}
		got, ok := sent.Sensible()
		assert.Equal(t, want, got, "mask %d", mask)
		assert.Equal(t, mask < 12, ok, "mask %d", mask)
		assert.Contains(t, sensibleRules, got, "mask %d", mask)
	}
}

func TestRows(t *testing.T) {
	tests := []struct {
		name string
		rule board.Rule
		x, o board.Rows
	}{
		{"freestyle", board.Freestyle, board.Rows{}, board.Rows{}},
		{"exactly five", board.ExactFive, board.Rows{Exact: true}, board.Rows{Exact: true}},
		{"continuous", board.Continuous, board.Rows{}, board.Rows{}},
		{"renju", board.Renju, board.Rows{Exact: true}, board.Rows{}},
		{"renju, exact for both", board.Renju | board.ExactFive, board.Rows{Exact: true}, board.Rows{Exact: true}},
		{"caro", board.Caro, board.Rows{Caro: true}, board.Rows{Caro: true}},
		{"caro, exactly five", board.Caro | board.ExactFive, board.Rows{Exact: true, Caro: true}, board.Rows{Exact: true, Caro: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.x, tt.rule.Rows(board.X))
			assert.Equal(t, tt.o, tt.rule.Rows(board.O))
		})
	}
}

func TestForbids(t *testing.T) {
	for _, r := range sensibleRules {
		assert.Equal(t, r&board.Renju != 0, r.Forbids(board.X), "rule %d", r)
		assert.False(t, r.Forbids(board.O), "rule %d", r)
	}
}
