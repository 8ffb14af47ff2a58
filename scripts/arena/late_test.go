package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/match"
	"tahoun/scripts/arena/player"
)

func TestLateMoves(t *testing.T) {
	const ms = time.Millisecond
	moves := []game.Move{
		{Side: board.X, Time: 100 * ms, Left: -1},
		{Side: board.O, Time: 90 * ms, Left: 10 * ms},
		{Side: board.X, Time: 107 * ms, Stolen: 10 * ms, Left: -1}, // the host's doing
		{Side: board.O, Time: 10 * ms, Left: 0},                    // all that was left
		{Side: board.X, Time: 130 * ms, Stolen: 10 * ms, Left: -1}, // its own
	}
	schedule := []match.Pairing{{X: 0, O: 1}, {ID: 1, X: 1, O: 0}}
	games := []*game.Game{{X: "slow", O: "match", Moves: moves}}
	tally, err := newTally([]string{"slow", "match"}, schedule, games)
	require.NoError(t, err)
	players := []player.Spec{{Turn: 100 * ms}, {Turn: 80 * ms, Match: 100 * ms}}
	assert.Equal(t, []string{
		"slow took longer than it had in 2 of 3 moves, by 30ms at most; in 1 of them the machine's host took less than that from every core.",
		"match took longer than it had in 1 of 2 moves, by 10ms at most; in 1 of them the machine's host took less than that from every core.",
	}, tally.lateMoves(players))
	assert.Empty(t, tally.lateMoves([]player.Spec{{Turn: time.Second}, {}}), "in time, and as fast as possible")
}
