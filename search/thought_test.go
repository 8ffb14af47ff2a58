package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// One thread and a node limit give the same answer each time, and the limit is kept.
func TestSameNodesSameAnswer(t *testing.T) {
	for _, rule := range everyRule {
		b := sprinkle(rand.New(rand.NewPCG(4, uint64(rule))), 15, 15, 12, 0)
		var first string
		for i := range 3 {
			e := testJob(b, board.O, rule, 20000)
			move, note := run(e)
			got := fmt.Sprint(move, note, e.worker.nodes)
			assert.LessOrEqual(t, e.worker.nodes, uint64(20000))
			if i == 0 {
				first = got
			}
			assert.Equal(t, first, got)
		}
	}
}

// A node limit alone counts, whatever limits of time stand beside it.
func TestNodeLimitIsTheOnlyLimit(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(4, 0)), 15, 15, 12, 0)
	_, want := run(testJob(b, board.O, 0, 20000))
	_, got := run(engine(0).NewJob(b, board.O, Limits{Nodes: 20000, Turn: 100 * time.Millisecond, Left: time.Second}))
	assert.Equal(t, want, got)
}

// A context that ends, ends the search, and so does the clock.
func TestThinkEnds(t *testing.T) {
	b := drawn(strings.Repeat("-", 20) + strings.Repeat("\n--------------------", 8) + "\n---------xo---------" + strings.Repeat("\n--------------------", 10))
	ctx, cancel := context.WithCancel(context.Background())
	e := engine(0).NewJob(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit})
	e.StaticMove()
	answers := 0
	e.Think(ctx, func(board.Point, string) {
		if answers++; answers == 3 {
			cancel()
		}
	})
	assert.GreaterOrEqual(t, answers, 3)

	e = engine(0).NewJob(b, board.X, Limits{Start: time.Now(), Turn: 20 * time.Millisecond, Left: NoLimit})
	e.StaticMove()
	e.Think(context.Background(), func(board.Point, string) {})
	assert.True(t, e.worker.ended)
}

// Other limits of time reach a thought that goes on, and its score is that of its last answer.
func TestRetime(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(4, 4)), 15, 15, 8, 0)
	limits := Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit}
	e := engine(0).NewJob(b, board.O, limits)
	e.StaticMove()
	limits.Turn = 0
	score := 0
	e.Think(context.Background(), func(board.Point, string) {
		e.Retime(limits)
		score = e.roots[0].score
	})
	assert.True(t, e.worker.ended)
	assert.True(t, e.Deadline().Before(time.Now()))
	got, _ := e.Score()
	assert.Equal(t, score, got)
	assert.NotEqual(t, -infinite, got)
}

// What a released thought leaves in memory changes nothing for those that work there after it, on boards of any size.
func TestReleasedMemoryTellsNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	living := New(board.Freestyle)
	for n := range 24 {
		b := sprinkle(rng, 5+rng.IntN(20), 5+rng.IntN(20), 4+rng.IntN(8), rng.IntN(4))
		limits := Limits{Nodes: uint64(1000 * (n % 3)), Left: NoLimit} // every third at once
		thought := living.NewJob(b, board.X, limits)
		move, note := run(thought)
		thought.Release()
		alone, aloneNote := run(New(board.Freestyle).NewJob(b, board.X, limits))
		require.Equal(t, alone, move)
		require.Equal(t, aloneNote, note)
	}
}
