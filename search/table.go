package search

import (
	"sync/atomic"
	"unsafe"
)

// A table is the transposition table: buckets of four entries that share a cache line. Any number of threads use it at
// once, without a lock.
type table struct {
	buckets    [][bucket]ttSlot
	generation ttEntry // of new entries, at its place in a ttEntry
}

// A ttSlot is 16 bytes. Its check is key^data, so that a slot whose halves come from two threads fits no key (Hyatt and
// Mann's lockless hashing).
type ttSlot struct{ check, data atomic.Uint64 }

// load returns the slot's entry and key. The entry is 0 if nothing has been stored.
func (s *ttSlot) load() (key uint64, m ttEntry) {
	data := s.data.Load()
	return s.check.Load() ^ data, ttEntry(data)
}

func (s *ttSlot) store(key uint64, m ttEntry) {
	s.check.Store(key ^ uint64(m))
	s.data.Store(uint64(m))
}

// A ttEntry is the data that the table stores for a position:
//
//	bits 0-15 best move | 16-31 score from this node | 32-39 depth | 40-41 bound | 42-47 generation
type ttEntry uint64

// Bounds: how the score of an entry relates to the true score.
const (
	noBound = iota
	upper   // the true score is at most this
	lower   // the true score is at least this
	exact
)

func newTTEntry(move cell, score, depth, bound int) ttEntry {
	return ttEntry(move) | ttEntry(uint16(int16(score)))<<16 | ttEntry(uint8(depth))<<32 | ttEntry(bound)<<40
}

func (e ttEntry) move() cell { return cell(e) }
func (e ttEntry) score() int { return int(int16(e >> 16)) }
func (e ttEntry) depth() int { return int(uint8(e >> 32)) }
func (e ttEntry) bound() int { return int(e >> 40 & 3) }

// refines reports whether the score, with its bound, is a better estimate than eval.
func (e ttEntry) refines(eval int) bool {
	switch e.bound() {
	case lower:
		return e.score() > eval
	case upper:
		return e.score() < eval
	}
	return true
}

const (
	firstGeneration ttEntry = 1 << 42
	generations     ttEntry = 63 << 42
)

const (
	bucket     = 4
	bucketSize = 16 * bucket // bytes
)

// newTable returns a table of size bytes, rounded down to whole buckets.
func newTable(size int64) *table {
	t := &table{buckets: make([][bucket]ttSlot, bucketsIn(size))}
	adviseHugePages(t.buckets)
	return t
}

func bucketsIn(size int64) int64 { return max(size/bucketSize, 1) }

// wholeBuckets returns the size of the table that newTable(size) makes.
func wholeBuckets(size int64) int64 { return bucketsIn(size) * bucketSize }

// size returns the number of bytes that the table takes, 0 for no table.
func (t *table) size() int64 {
	if t == nil {
		return 0
	}
	return int64(len(t.buckets)) * bucketSize
}

// reset makes t a new table. Nobody may use it meanwhile.
func (t *table) reset() {
	clear(t.buckets)
	t.generation = 0
}

// age begins a new move: older entries are replaced first.
func (t *table) age() { t.generation = (t.generation + firstGeneration) & generations }

// at returns the bucket of a key. It multiplies the key's upper half, so that the number of buckets need not be a power
// of two.
func (t *table) at(key uint64) *[bucket]ttSlot {
	return &t.buckets[(key>>32)*uint64(len(t.buckets))>>32]
}

// prefetch fetches the bucket of a key that will be probed soon.
func (t *table) prefetch(key uint64) { prefetch(unsafe.Pointer(t.at(key))) }

// probe returns the entry stored for key.
func (t *table) probe(key uint64) (ttEntry, bool) {
	b := t.at(key)
	for i := range b {
		if stored, m := b[i].load(); stored == key && m != 0 {
			return m, true
		}
	}
	return 0, false
}

// replacementValue orders entries for replacement, the least first: entries of earlier moves, then shallower ones. It
// is below 2*currentValue.
func (t *table) replacementValue(m ttEntry) int {
	worth := m.depth()
	if m&generations == t.generation {
		worth += currentValue
	}
	return worth
}

const currentValue = 1 << 8 // more than any depth

// best calls keep with the entries of the highest replacement value, about n of them or fewer: it keeps those of one value
// all or none. It ends early once stop returns true, which it asks every stopCheck buckets.
func (t *table) best(n int, stop func() bool, keep func(key uint64, e ttEntry)) {
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
func (t *table) leastValue(most int) int {
	const step = 16
	var counts [2 * currentValue]int
	for i := 0; i < len(t.buckets); i += step {
		for k := range t.buckets[i] {
			if _, m := t.buckets[i][k].load(); m != 0 {
				counts[t.replacementValue(m)] += step
			}
		}
	}
	for worth, sum := len(counts)-1, 0; worth > 0; worth-- {
		if sum += counts[worth]; sum > most {
			return worth + 1
		}
	}
	return 0
}

// store stores e for key. It replaces an entry of the same key, else one of an earlier move, else the shallowest.
func (t *table) store(key uint64, m ttEntry) {
	m |= t.generation
	b := t.at(key)
	slot, least := &b[0], 1<<30
	for i := range b {
		stored, old := b[i].load()
		if stored == key {
			slot = &b[i]
			break
		}
		if worth := t.replacementValue(old); worth < least {
			slot, least = &b[i], worth
		}
	}
	slot.store(key, m)
}
