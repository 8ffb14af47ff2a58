package search

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"runtime/debug"
)

// What outlives a process between two moves of a game: the entries of the transposition table, along which the next
// search finds back to where this one was. As bytes, little-endian:
//
//	0-3 CRC-32 of the rest | 4-11 fingerprint | then by 16 a key and its memo, without generation
//
// A second of search leaves 100,000 to 300,000 entries, a node in seven; all that this many cost is about 10 ms.
const (
	savedEntries = 1 << 17 // entries at most
	savedHead    = 12
	savedItem    = 16
)

// Recall reads what the Keep of an earlier move returned, or nil if nothing did, and lets this move Keep
// too. What is damaged, or comes from another build or another kind of game, is left out; so is all where
// a node limit asks for the same answer every time. It must be called between Instant and Think.
func (j *Job) Load(kept []byte) {
	if j.settled || j.limits.Nodes != 0 || j.timeMan.Load().span < leastToSave {
		return
	}
	j.saves, j.saved = true, kept
	if !j.validSave(kept) {
		return
	}
	j.engine.prepareTable(j.tableSize())
	for items := kept[savedHead:]; len(items) > 0; items = items[savedItem:] {
		key, data := binary.LittleEndian.Uint64(items), binary.LittleEndian.Uint64(items[8:])
		if m := ttEntry(data); int(m.move()) < j.p.cells { // the checksum is no secret
			j.engine.table.store(key, m&^generations)
		}
	}
}

// Keep returns what is worth knowing at the next move, for its Recall in another process; nil if nothing may be kept (see
// Recall) or the answer needed no search. It must be called after Think, and writes over what Recall got where that has
// room.
func (j *Job) Save() []byte {
	if j.settled || !j.saves {
		return nil
	}
	table := j.engine.table
	least := table.leastValue(savedEntries)
	const most = savedHead + savedEntries*savedItem
	kept := j.saved[:0]
	if cap(kept) < most*3/4 { // new memory costs more than all else, a page of it after the other
		kept = make([]byte, 0, most)
	}
	kept = kept[:savedHead:min(cap(kept), most)]
	binary.LittleEndian.PutUint64(kept[4:], j.p.fingerprint())
	for i := range table.buckets {
		for k := range table.buckets[i] {
			key, m := table.buckets[i][k].load()
			if m == 0 || table.replacementValue(m) < least || cap(kept)-len(kept) < savedItem {
				continue
			}
			kept = binary.LittleEndian.AppendUint64(kept, key)
			kept = binary.LittleEndian.AppendUint64(kept, uint64(m))
		}
	}
	binary.LittleEndian.PutUint32(kept, crc32.ChecksumIEEE(kept[4:]))
	return kept
}

// leastWorth returns what entries must be worth so that no more than about most of them are, by a look at every sixteenth
// bucket. They may be fewer: of entries of one worth all are kept or none.
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

// keptForThis tells whether kept is whole and comes from the same build and kind of game.
func (j *Job) validSave(kept []byte) bool {
	return len(kept) >= savedHead && len(kept)%savedItem == savedHead%savedItem &&
		binary.LittleEndian.Uint32(kept) == crc32.ChecksumIEEE(kept[4:]) &&
		binary.LittleEndian.Uint64(kept[4:]) == j.p.fingerprint()
}

// fingerprint stands for all that a score depends on beside what is on the board: the version, which is all that tells
// the builds of releases apart, the build, the numbers of judgement and the rule.
// The ground spares reading what was kept of another board, whose keys would be others.
func (p *position) fingerprint() uint64 {
	build, _ := debug.ReadBuildInfo()
	hash := fnv.New64a()
	fmt.Fprint(hash, Version, build, p.rules.rule, p.baseKey)
	for side, w := range p.rules.weights {
		if side == 0 || w != p.rules.weights[0] {
			fmt.Fprint(hash, crc32.ChecksumIEEE(w.memory()))
		}
	}
	return hash.Sum64()
}
