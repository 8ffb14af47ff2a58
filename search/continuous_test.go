package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
)

// In a continuous game, where the finished row turns into walls, of two fives the one is played that
// also stops the opponent.
func TestContinuousFiveThatLeavesTheBetterBoard(t *testing.T) {
	tests := []struct {
		name, rows string
		want       board.Point
	}{
		{"the row ends before an open three", `
			----------
			----------
			----------
			------o---
			------o---
			------o---
			--xxxx----
			----------
			----------
			----------`, board.Point{X: 6, Y: 6}},
		{"at its other end", `
			----------
			----------
			----------
			-o--------
			-o--------
			-o--------
			--xxxx----
			----------
			----------
			----------`, board.Point{X: 1, Y: 6}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			move, note := run(testJob(drawn(test.rows), board.X, board.Continuous, 1000))
			assert.Equal(t, "five", note)
			assert.Equal(t, test.want, move)
		})
	}
}
