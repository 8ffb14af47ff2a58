package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A line keeps the rules and ends where the table knows no more, or nothing is left to search. Looking for leaves leaves
// no trace.
func TestLeaves(t *testing.T) {
	for _, rule := range everyRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			found, behindAnother := 0, 0
			for seed := range 6 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+70))
				b, side := sprinkle(rng, 15, 15, 8, 3), board.X
				e := testJob(b, side, rule, 5000)
				best, _ := run(e)
				key := e.p.now().key
				lines := e.SampleLeaves(8, rng.IntN)
				require.Equal(t, key, e.p.now().key)
				requireFresh(t, e.p)
				require.LessOrEqual(t, len(lines), 8)
				for i, line := range lines {
					require.NotEmpty(t, line)
					require.NotContains(t, lines[:i], line)
					p := playOut(t, b, side, rule, line)
					_, known := e.worker.table.probe(p.now().key)
					require.True(t, !known || p.winIn() > 0 || p.now().empty == 0 || p.now().overflow(), "%v\n%v", line, text(b))
					found++
					behindAnother += b2i(line[0] != best)
				}
			}
			assert.Greater(t, found, 10)
			assert.Greater(t, behindAnother, 3)
		})
	}
}

// playOut plays a line from b, and requires that the rules allow it.
func playOut(t *testing.T, b *board.Board, side board.Stone, rule board.Rule, line []board.Point) *position {
	t.Helper()
	b = b.Clone()
	for _, at := range line {
		out, err := b.Play(at, side, rule)
		require.NoError(t, err)
		require.False(t, out.Five() || out.Foul, "%v in %v", at, line)
		side = side.Other()
	}
	return newPosition(b, side, testRules(rule))
}

// Without chance the only leaf is that of the best move.
func TestLeavesOfTheBestMove(t *testing.T) {
	e := testJob(sprinkle(rand.New(rand.NewPCG(8, 8)), 15, 15, 8, 0), board.X, board.Freestyle, 5000)
	best, _ := run(e)
	lines := e.SampleLeaves(5, func(int) int { return 0 })
	require.Len(t, lines, 1)
	assert.Equal(t, best, lines[0][0])
	assert.Greater(t, len(lines[0]), 2)
}

func TestNoLeavesWithoutSearch(t *testing.T) {
	e := testJob(drawn("oxxxx-\n------\n------\n------\n------"), board.O, board.Freestyle, 2000)
	run(e)
	assert.Empty(t, e.SampleLeaves(5, rand.IntN))
}
