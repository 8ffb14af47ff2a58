package search

import (
	"sync/atomic"
	"unsafe"
)

// A table remembers what positions turned out to be worth (a transposition table): buckets of four
// entries that share a cache line. Any number of threads use it at once, without a lock.
type table struct {
	buckets    [][bucket]ttSlot
	generation ttEntry // of what is stored now, in its place in a memo
}

// An entry is 16 bytes. Its check is key^data: where two threads have written one half each, it fits no
// key.
type ttSlot struct{ check, data atomic.Uint64 }

// load returns what an entry says and of which key: 0 where nothing has been stored.
func (s *ttSlot) load() (key uint64, m ttEntry) {
	data := s.data.Load()
	return s.check.Load() ^ data, ttEntry(data)
}

func (s *ttSlot) store(key uint64, m ttEntry) {
	s.check.Store(key ^ uint64(m))
	s.data.Store(uint64(m))
}

// A memo is what an entry says:
//
//	bits 0-15 best move | 16-31 score from this node | 32-39 depth | 40-41 bound | 42-47 generation
type ttEntry uint64

// The bounds: what a score of a memo says of the true one.
const (
	noBound = iota
	upper   // it is at most this
	lower   // it is at least this
	exact
)

func newTTEntry(move cell, score, depth, bound int) ttEntry {
	return ttEntry(move) | ttEntry(uint16(int16(score)))<<16 | ttEntry(uint8(depth))<<32 | ttEntry(bound)<<40
}

func (e ttEntry) move() cell { return cell(e) }
func (e ttEntry) score() int { return int(int16(e >> 16)) }
func (e ttEntry) depth() int { return int(uint8(e >> 32)) }
func (e ttEntry) bound() int { return int(e >> 40 & 3) }

// tells reports whether the score, as the bound qualifies it, is nearer to the truth than eval.
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

// newTable returns a table of size bytes, as far as whole buckets make it up.
func newTable(size int64) *table {
	t := &table{buckets: make([][bucket]ttSlot, bucketsIn(size))}
	adviseHugePages(t.buckets)
	return t
}

func bucketsIn(size int64) int64 { return max(size/bucketSize, 1) }

// size returns how many bytes the table takes, 0 for no table.
func (t *table) size() int64 {
	if t == nil {
		return 0
	}
	return int64(len(t.buckets)) * bucketSize
}

// empty makes t a new table. Nobody may use it meanwhile.
func (t *table) reset() {
	clear(t.buckets)
	t.generation = 0
}

// age begins a new move: what was stored before it gives way first.
func (t *table) age() { t.generation = (t.generation + firstGeneration) & generations }

// at returns the bucket of a key: its upper half picks it, by multiplication, so that any number of
// buckets serves.
func (t *table) at(key uint64) *[bucket]ttSlot {
	return &t.buckets[(key>>32)*uint64(len(t.buckets))>>32]
}

// expect says that key will be probed soon.
func (t *table) prefetch(key uint64) { prefetch(unsafe.Pointer(t.at(key))) }

// probe returns what is remembered of key.
func (t *table) probe(key uint64) (ttEntry, bool) {
	b := t.at(key)
	for i := range b {
		if stored, m := b[i].load(); stored == key && m != 0 {
			return m, true
		}
	}
	return 0, false
}

// worth ranks entries: the least gives way first. That is those of earlier moves, then the shallower ones. It is less
// than 2*currentWorth.
func (t *table) replacementValue(m ttEntry) int {
	worth := m.depth()
	if m&generations == t.generation {
		worth += currentValue
	}
	return worth
}

const currentValue = 1 << 8 // more than any depth

// store remembers m for key: over an entry of the same key, or else over one of an earlier move, or else
// over the shallowest.
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
