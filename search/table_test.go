package search

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A thread reads another's entry whole or not at all.
func TestTableIsSharedSafely(t *testing.T) {
	const keys = 300 // more than fit
	entryOf := func(key uint64, depth int) ttEntry {
		return newTTEntry(cell(key%400), int(key%7000)-3500, depth, exact)
	}
	shared := newTable(16 * bucketSize)
	var threads sync.WaitGroup
	var hits [3]int
	for id := range hits {
		threads.Go(func() {
			rng := rand.New(rand.NewPCG(1, uint64(id)))
			for range 100_000 {
				key := rng.Uint64N(keys) * 0x9e3779b97f4a7c15
				if m, ok := shared.probe(key); ok {
					hits[id]++
					if m&^generations != entryOf(key, m.depth()) {
						t.Errorf("%x: %x", key, m)
						return
					}
				}
				shared.store(key, entryOf(key, rng.IntN(30)))
			}
		})
	}
	threads.Wait()
	assert.NotZero(t, slices.Min(hits[:]))
}

// At equal depth, an entry of this move replaces one of an earlier move.
func TestTableAges(t *testing.T) {
	small := newTable(bucketSize)
	small.age()
	for key := range uint64(bucket) {
		small.store(key+1, newTTEntry(1, 0, 9, exact))
	}
	small.age()
	for key := range uint64(bucket) {
		small.store(key+101, newTTEntry(2, 0, 3, exact))
	}
	for key := range uint64(bucket) {
		_, old := small.probe(key + 1)
		_, young := small.probe(key + 101)
		assert.False(t, old)
		assert.True(t, young)
	}
}
