package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

func TestLateMoves(t *testing.T) {
	const ms = time.Millisecond
	moves := []game.Move{
		{Side: board.X, Time: 100 * ms, Limit: 100 * ms},
		{Side: board.O, Time: 80 * ms, Limit: 80 * ms},
		{Side: board.X, Time: 107 * ms, Limit: 100 * ms, Stolen: 10 * ms}, // the host's doing
		{Side: board.O, Time: 25 * ms, Limit: 20 * ms},                    // all that was left of the match, and more
		{Side: board.X, Time: 130 * ms, Limit: 100 * ms, Stolen: 10 * ms}, // its own
		{Side: board.O, Time: 10 * ms, Limit: -5 * ms},                    // and more again
		{Side: board.X, Time: 130 * ms},                                   // not known
	}
	o, err := parse(afero.NewMemMapFs(), strings.Fields("-p file,label=slow:a -p file,label=match:b"), &bytes.Buffer{})
	require.NoError(t, err)
	tally, err := newTally(o, []*game.Game{{X: "slow", O: "match", Moves: moves}})
	require.NoError(t, err)
	assert.Equal(t, []string{
		"slow took longer than it had in 2 of 3 moves, by 30ms at most; in 1 of them the machine's host took less than that from every core.",
		"match took longer than it had in 2 of 3 moves, by 15ms at most; in 2 of them the machine's host took less than that from every core.",
	}, tally.lateMoves())
}
