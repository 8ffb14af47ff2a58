package table

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"tahoun/search/position"

	"github.com/stretchr/testify/assert"
)

// A thread reads another's entry whole or not at all.
func TestTableIsSharedSafely(t *testing.T) {
	const keys = 300 // more than fit
	entryOf := func(key uint64, depth int) Entry {
		return NewEntry(position.Cell(key%400), int(key%7000)-3500, depth, Exact)
	}
	shared := New(16 * BucketSize)
	var threads sync.WaitGroup
	var hits [3]int
	for id := range hits {
		threads.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(id)))
			for range 100_000 {
				key := rng.Uint64N(keys) * 0x9e3779b97f4a7c15
				if m, ok := shared.Probe(key); ok {
					hits[id]++
					if m&^Generations != entryOf(key, m.Depth()) {
						t.Errorf("%x: %x", key, m)
						return
					}
				}
				shared.Store(key, entryOf(key, rng.IntN(30)))
			}
		})
	}
	threads.Wait()
	assert.NotZero(t, slices.Min(hits[:]))
}

// At equal depth, an entry of this move replaces one of an earlier move.
func TestTableAges(t *testing.T) {
	small := New(BucketSize)
	small.Age()
	for key := range uint64(bucket) {
		small.Store(key+1, NewEntry(1, 0, 9, Exact))
	}
	small.Age()
	for key := range uint64(bucket) {
		small.Store(key+101, NewEntry(2, 0, 3, Exact))
	}
	for key := range uint64(bucket) {
		_, old := small.Probe(key + 1)
		_, young := small.Probe(key + 101)
		assert.False(t, old)
		assert.True(t, young)
	}
}
