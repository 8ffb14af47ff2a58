package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

func TestLateMoves(t *testing.T) {
	const ms = time.Millisecond
	moves := []game.Move{
		{Side: board.X, Time: 100 * ms, Limit: 100 * ms},
		{Side: board.O, Time: 80 * ms, Limit: 80 * ms},
		{Side: board.X, Time: 107 * ms, Limit: 100 * ms, Steal: 10 * ms}, // the host's doing
		{Side: board.O, Time: 25 * ms, Limit: 20 * ms},                   // all that was left of the match, and more
		{Side: board.X, Time: 130 * ms, Limit: 100 * ms, Steal: 10 * ms}, // its own
		{Side: board.O, Time: 10 * ms, Limit: -5 * ms},                   // and more again
		{Side: board.X, Time: 130 * ms},                                  // not known
	}
	_, st := standingsAfter(t, "-p file,label=slow:a -p file,label=match:b", &game.Game{X: "slow", O: "match", Moves: moves})
	assert.Equal(t, []string{
		"slow took longer than it had in 2 of 3 moves, by 30ms at most; in 1 of them the machine's host took less than that from every core.",
		"match took longer than it had in 2 of 3 moves, by 15ms at most; in 2 of them the machine's host took less than that from every core.",
	}, st.overrunFindings())
}
