package output

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/game"
)

func TestLateMoves(t *testing.T) {
	const ms = time.Millisecond
	moves := []game.Move{
		{Side: board.X, Time: 100 * ms, Limit: 100 * ms},
		{Side: board.O, Time: 80 * ms, Limit: 80 * ms},
		{Side: board.X, Time: 107 * ms, Limit: 100 * ms, Steal: 10 * ms},   // the host stole the core
		{Side: board.O, Time: 25 * ms, Limit: 20 * ms},                     // more than was left of the match
		{Side: board.X, Time: 129*ms + 1, Limit: 100 * ms, Steal: 10 * ms}, // by more than the host stole
		{Side: board.O, Time: 10 * ms, Limit: -5 * ms},                     // the match was overdrawn before
		{Side: board.X, Time: 130 * ms},                                    // not known
	}
	r := after(t, "-p file,label=slow:go -p file,label=match:go", &game.Game{X: "slow", O: "match", Moves: moves})
	assert.Equal(t, []string{
		"slow: 2 of 3 moves over the time limit, worst by 30ms; the host's steal time explains 1 of them.",
		"match: 2 of 3 moves over the time limit, worst by 15ms; the host's steal time explains 0 of them.",
	}, r.overrunFindings())
	assert.Equal(t, "2 of 3, by 30 ms at most", r.overruns()[0].String())
	assert.Equal(t, "0 of 0", after(t, "-p file,label=slow:go -p file,label=match:go").overruns()[0].String())
}
