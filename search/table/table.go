// Package table is the transposition table.
package table

import (
	"sync/atomic"
	"unsafe"

	"tahoun/search/pages"
	"tahoun/search/position"
)

// A Table is the transposition table: buckets of four entries that share a cache line. Any number of threads use it at
// once, without a lock.
type Table struct {
	buckets    [][bucket]slot
	generation Entry // of new entries, at its place in an Entry
}

// A slot is 16 bytes. Its check is key^data, so that a slot whose halves come from two threads fits no key (Hyatt and
// Mann's lockless hashing).
type slot struct{ check, data atomic.Uint64 }

// load returns the slot's entry and key. The entry is 0 if nothing has been stored.
func (s *slot) load() (key uint64, e Entry) {
	data := s.data.Load()
	return s.check.Load() ^ data, Entry(data)
}

func (s *slot) store(key uint64, e Entry) {
	s.check.Store(key ^ uint64(e))
	s.data.Store(uint64(e))
}

// An Entry is the data that the table stores for a position:
//
//	bits 0-15 best move | 16-31 score from this node | 32-39 depth | 40-41 bound | 42-47 generation
type Entry uint64

// Bounds: how the score of an entry relates to the true score.
const (
	noBound = iota
	Upper   // the true score is at most this
	Lower   // the true score is at least this
	Exact
)

// NewEntry returns an entry without generation. bound is Upper, Lower or Exact.
func NewEntry(move position.Cell, score, depth, bound int) Entry {
	return Entry(move) | Entry(uint16(int16(score)))<<16 | Entry(uint8(depth))<<32 | Entry(bound)<<40
}

// Move returns the best move.
func (e Entry) Move() position.Cell { return position.Cell(e) }

// Score returns the score from this node: the search turns proofs by scoreToTT and back.
func (e Entry) Score() int { return int(int16(e >> 16)) }

// Depth returns the depth of the search that stored the entry.
func (e Entry) Depth() int { return int(uint8(e >> 32)) }

// Bound returns Upper, Lower or Exact.
func (e Entry) Bound() int { return int(e >> 40 & 3) }

// Refines reports whether the score, with its bound, is a better estimate than eval.
func (e Entry) Refines(eval int) bool {
	switch e.Bound() {
	case Lower:
		return e.Score() > eval
	case Upper:
		return e.Score() < eval
	}
	return true
}

const (
	firstGeneration Entry = 1 << 42
	Generations     Entry = 63 << 42
)

const (
	bucket     = 4
	BucketSize = 16 * bucket // bytes
)

// New returns a table of size bytes, rounded down to whole buckets.
func New(size int64) *Table {
	t := &Table{buckets: make([][bucket]slot, bucketsIn(size))}
	// A search reads all over the table, and the address of each small page needs a lookup of its own.
	pages.Huge(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(t.buckets))), t.Size()))
	return t
}

func bucketsIn(size int64) int64 { return max(size/BucketSize, 1) }

// WholeBuckets returns the size of the table that New(size) makes.
func WholeBuckets(size int64) int64 { return bucketsIn(size) * BucketSize }

// Size returns the number of bytes that the table takes, 0 for no table.
func (t *Table) Size() int64 {
	if t == nil {
		return 0
	}
	return int64(len(t.buckets)) * BucketSize
}

// Reset makes t a new table. Nobody may use it meanwhile.
func (t *Table) Reset() {
	clear(t.buckets)
	t.generation = 0
}

// Age begins a new move: older entries are replaced first.
func (t *Table) Age() { t.generation = (t.generation + firstGeneration) & Generations }

// at returns the bucket of a key. It multiplies the key's upper half, so that the number of buckets need not be a power
// of two.
func (t *Table) at(key uint64) *[bucket]slot {
	return &t.buckets[(key>>32)*uint64(len(t.buckets))>>32]
}

// Prefetch fetches the bucket of a key that will be probed soon.
func (t *Table) Prefetch(key uint64) { Prefetch(unsafe.Pointer(t.at(key))) }

// Probe returns the entry stored for key.
func (t *Table) Probe(key uint64) (Entry, bool) {
	b := t.at(key)
	for i := range b {
		if stored, e := b[i].load(); stored == key && e != 0 {
			return e, true
		}
	}
	return 0, false
}

// replacementValue orders entries for replacement, the least first: entries of earlier moves, then shallower ones. It
// is below 2*currentValue.
func (t *Table) replacementValue(e Entry) int {
	value := e.Depth()
	if e&Generations == t.generation {
		value += currentValue
	}
	return value
}

const currentValue = 1 << 8 // more than any depth

// Best calls keep with the entries of the highest replacement value, about n of them or fewer: it keeps
// either all entries of one value or none. It ends early once stop returns true, which it asks every stopCheck buckets.
func (t *Table) Best(n int, stop func() bool, keep func(key uint64, e Entry)) {
	least := t.leastValue(n)
	for i := range t.buckets {
		if i%stopCheck == 0 && stop() {
			return
		}
		for k := range t.buckets[i] {
			if key, e := t.buckets[i][k].load(); e != 0 && t.replacementValue(e) >= least {
				keep(key, e)
			}
		}
	}
}

const stopCheck = 1 << 12 // buckets: 0.1 ms

// leastValue returns the replacement value from which about most entries remain, by a look at every sixteenth bucket.
// They may be fewer: entries of one value are saved all or none.
func (t *Table) leastValue(most int) int {
	const step = 16
	var counts [2 * currentValue]int
	for i := 0; i < len(t.buckets); i += step {
		for k := range t.buckets[i] {
			if _, e := t.buckets[i][k].load(); e != 0 {
				counts[t.replacementValue(e)] += step
			}
		}
	}
	for value, sum := len(counts)-1, 0; value > 0; value-- {
		if sum += counts[value]; sum > most {
			return value + 1
		}
	}
	return 0
}

// Store stores e for key. It replaces an entry of the same key, else one of an earlier move, else the shallowest.
func (t *Table) Store(key uint64, e Entry) {
	e |= t.generation
	b := t.at(key)
	slot, least := &b[0], 1<<30
	for i := range b {
		stored, old := b[i].load()
		if stored == key {
			slot = &b[i]
			break
		}
		if value := t.replacementValue(old); value < least {
			slot, least = &b[i], value
		}
	}
	slot.store(key, e)
}
