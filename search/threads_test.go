package search

import (
	"context"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
)

// Several threads come to an answer, end with the context, and count all their nodes.
func TestThreads(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(7, 7)), 20, 20, 6, 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	thought := engine(board.Freestyle).Turn(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Threads: 3})
	move, _ := thought.Instant()
	answers := 0
	thought.Think(ctx, func(p board.Point, _ string) {
		if move = p; thought.helped.Load() > 20_000 {
			cancel()
		}
		answers++
	})
	assert.NotZero(t, answers)
	assert.NotZero(t, thought.helped.Load())
	assert.Equal(t, board.Empty, b.At(move))
}

// A thread that breaks down ends the search, and is heard of where its end is waited for.
func TestBrokenThreadIsHeardOf(t *testing.T) {
	var stopped atomic.Bool
	end := aside(&stopped, []func(){
		func() { panic("oh no") },
		func() {
			for !stopped.Load() {
				runtime.Gosched()
			}
		},
	})
	assert.PanicsWithValue(t, "oh no", end)
}
