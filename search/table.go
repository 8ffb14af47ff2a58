package search

// A table remembers what positions turned out to be worth (a transposition table): buckets of four
// entries that share a cache line.
type table struct {
	entries []entry
	buckets uint64
}

// An entry is 16 bytes. Its check is key^data, so that a half-written entry is a miss.
type entry struct {
	check uint64
	data  memo
}

// A memo is what an entry says:
//
//	bits 0-15 best move, noCell if none | 16-31 score from this node | 32-39 depth | 40-41 bound
type memo uint64

// The bounds: what a score of a memo says of the true one.
const (
	noBound = iota
	upper   // it is at most this
	lower   // it is at least this
	exact
)

func newMemo(move cell, score, depth, bound int) memo {
	return memo(move) | memo(uint16(int16(score)))<<16 | memo(uint8(depth))<<32 | memo(bound)<<40
}

func (m memo) move() cell { return cell(m) }
func (m memo) score() int { return int(int16(m >> 16)) }
func (m memo) depth() int { return int(uint8(m >> 32)) }
func (m memo) bound() int { return int(m >> 40 & 3) }

const bucket = 4

// newTable returns a table of at most size bytes, and at least one bucket.
func newTable(size int64) *table {
	n := max(size/(16*bucket), 1)
	return &table{make([]entry, n*bucket), uint64(n)}
}

// at returns the bucket of a key: its upper half picks it, by multiplication, so that any number of
// buckets serves.
func (t *table) at(key uint64) *[bucket]entry {
	i := (key >> 32) * t.buckets >> 32 * bucket
	return (*[bucket]entry)(t.entries[i : i+bucket])
}

// probe returns what is remembered of key.
func (t *table) probe(key uint64) (memo, bool) {
	for _, e := range t.at(key) {
		if e.check^uint64(e.data) == key && e.data != 0 {
			return e.data, true
		}
	}
	return 0, false
}

// store remembers m for key, over an entry of the same key or else over the shallowest.
func (t *table) store(key uint64, m memo) {
	b := t.at(key)
	slot := &b[0]
	for i := range b {
		e := &b[i]
		if e.check^uint64(e.data) == key {
			if m.move() == noCell {
				m = m&^0xffff | e.data&0xffff
			}
			slot = e
			break
		}
		if e.data.depth() < slot.data.depth() {
			slot = e
		}
	}
	slot.check, slot.data = key^uint64(m), m
}
