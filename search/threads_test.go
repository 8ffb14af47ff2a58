package search

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// What one thread stores, another reads whole or not at all.
func TestTableIsSharedSafely(t *testing.T) {
	const keys = 300 // more than fit
	memoOf := func(key uint64, depth int) memo { return newMemo(cell(key%400), int(key%7000)-3500, depth, exact) }
	shared := newTable(16 * bucketSize)
	var threads sync.WaitGroup
	var hits [3]int
	for id := range hits {
		threads.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(id)))
			for range 100_000 {
				key := mix(rng.Uint64N(keys))
				if m, ok := shared.probe(key); ok {
					hits[id]++
					if m&^generations != memoOf(key, m.depth()) {
						t.Errorf("%x: %x", key, m)
						return
					}
				}
				shared.store(key, memoOf(key, rng.IntN(30)))
			}
		})
	}
	threads.Wait()
	assert.NotZero(t, slices.Min(hits[:]))
}

// Of equal depth, what an earlier move left gives way to what this one found.
func TestTableAges(t *testing.T) {
	small := newTable(bucketSize)
	small.age()
	for key := range uint64(bucket) {
		small.store(key+1, newMemo(1, 0, 9, exact))
	}
	small.age()
	for key := range uint64(bucket) {
		small.store(key+101, newMemo(2, 0, 3, exact))
	}
	for key := range uint64(bucket) {
		_, old := small.probe(key + 1)
		_, young := small.probe(key + 101)
		assert.False(t, old)
		assert.True(t, young)
	}
}

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

// An engine that lives on plays as a new one does, move by move, when moves have a node limit.
func TestLivingEngineAnswersTheSame(t *testing.T) {
	b := sprinkle(rand.New(rand.NewPCG(9, 9)), 15, 15, 6, 0)
	living, side := engine(board.ExactFive), board.X
	for range 6 {
		limits := Limits{Nodes: 5000, Left: NoLimit}
		move, note := think(living.Turn(b, side, limits))
		alone, aloneNote := think(engine(board.ExactFive).Turn(b, side, limits))
		require.Equal(t, alone, move)
		require.Equal(t, aloneNote, note)
		b.Set(move, side)
		side = side.Other()
	}
}

// What a released thought leaves in memory changes nothing for those that work there after it, on boards of any size.
func TestReleasedMemoryTellsNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	living := New(board.Freestyle)
	for n := range 24 {
		b := sprinkle(rng, 5+rng.IntN(20), 5+rng.IntN(20), 4+rng.IntN(8), rng.IntN(4))
		limits := Limits{Nodes: uint64(1000 * (n % 3)), Left: NoLimit} // every third at once
		thought := living.Turn(b, board.X, limits)
		move, note := think(thought)
		thought.Release()
		alone, aloneNote := think(New(board.Freestyle).Turn(b, board.X, limits))
		require.Equal(t, alone, move)
		require.Equal(t, aloneNote, note)
	}
}
