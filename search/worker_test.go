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
	"tahoun/board/boardtest"
)

// Several threads come to an answer, end with the context, and count all their nodes.
func TestThreads(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(7, 7)), 20, 20, 6, 0)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	thought := engine(board.Freestyle).NewJob(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22, Threads: 3})
	move, _ := thought.StaticMove()
	answers := 0
	thought.Think(ctx, func(p board.Point, _ string) {
		if move = p; thought.helperNodes.Load() > 2000 {
			cancel()
		}
		answers++
	})
	assert.NotZero(t, answers)
	assert.NotZero(t, thought.helperNodes.Load())
	assert.Equal(t, board.Empty, b.At(move))
}

// MaxNodes ends a search that has an hour: at once where one thread searches, and several pass it by no more than as
// much.
func TestMaxNodes(t *testing.T) {
	b := board.New(20, 20)
	b.Set(board.Point{X: 10, Y: 10}, board.X)
	for _, nodes := range []uint64{3000, 100_000} {
		for _, threads := range []int{1, 3} {
			most := nodes
			if threads > 1 {
				most += nodes + uint64(threads)*checkEvery
			}
			thought := engine(board.Freestyle).NewJob(b, board.O, Limits{
				Start: time.Now(), Turn: time.Hour, Left: NoLimit, Threads: threads, MaxNodes: nodes,
			})
			thought.StaticMove()
			thought.Think(context.Background(), func(board.Point, string) {})
			assert.GreaterOrEqual(t, thought.nodes(), nodes)
			assert.LessOrEqual(t, thought.nodes(), most)
			if nodes < 16*checkEvery {
				assert.Zero(t, thought.helperNodes.Load(), "too few nodes for a second thread")
			}
		}
	}
}

// Under MaxNodes time is a limit all the same.
func TestMaxNodesInNoTime(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(7, 7)), 20, 20, 6, 0)
	thought := engine(board.Freestyle).NewJob(b, board.X, Limits{Start: time.Now(), Turn: 50 * time.Millisecond, Left: NoLimit, MaxNodes: 1 << 62})
	thought.StaticMove()
	thought.Think(context.Background(), func(board.Point, string) {})
	assert.Less(t, thought.nodes(), uint64(1<<62))
}

// A thread that breaks down ends the search, and is heard of where its end is waited for.
func TestBrokenThreadIsHeardOf(t *testing.T) {
	var stopped atomic.Bool
	end := runInBackground(&stopped, []func(){
		func() { panic("oh no") },
		func() {
			for !stopped.Load() {
				runtime.Gosched()
			}
		},
	})
	assert.PanicsWithValue(t, "oh no", end)
}
