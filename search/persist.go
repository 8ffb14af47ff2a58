package search

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"iter"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"tahoun/search/table"
)

// Table entries and the proof tree outlive the process between two moves of a game, so that the next search continues
// where this one ended and follows its proofs. As bytes, little-endian:
//
//	0-3 CRC-32 of the rest | 4-11 fingerprint | 12-15 entries of the proof tree |
//	then 16 bytes each, those of the proof tree first: key and entry without generation
//
// A second of search leaves 100,000 to 300,000 entries, one for seven nodes. Saving and loading so many takes about 10
// ms.
const (
	savedEntries = 1 << 17 // most entries of the table
	savedProofs  = 1 << 15 // most entries of the proof tree
	savedHead    = 16
	savedItem    = 16

	writeTime = 3 * time.Millisecond // for writing the entries
)

// Load reads the result of an earlier move's Save, nil if there is none, and enables Save for this move. In a move
// shorter than leastToSave it reads only the proof tree, and Save stays off. It ignores data that are damaged, or from
// another build or kind of game. With a node limit it ignores all, because the answer must always be the same. It must
// be called between StaticMove and Think.
func (j *Job) Load(kept []byte) {
	if j.limits.Nodes != 0 {
		return
	}
	j.saves, j.saved = j.timeMan.Load().span >= leastToSave, kept
	if !j.validSave(kept) {
		return
	}
	proofs := savedHead + savedItem*int(binary.LittleEndian.Uint32(kept[12:]))
	for key, e := range j.entries(kept[savedHead:proofs]) {
		j.proofs[key] = e
	}
	j.savedTable = kept[proofs:]
	if j.saves && !j.settled {
		j.loadTable()
	}
}

// loadTable stores the entries of the table that Load got.
func (j *Job) loadTable() {
	j.engine.prepareTable(j.tableSize())
	for key, e := range j.entries(j.savedTable) {
		j.engine.table.Store(key, e)
	}
}

// entries yields saved entries with their keys, except those with moves off the board: a forged file can have a valid
// checksum.
func (j *Job) entries(items []byte) iter.Seq2[uint64, table.Entry] {
	return func(yield func(uint64, table.Entry) bool) {
		for ; len(items) > 0; items = items[savedItem:] {
			key, e := binary.LittleEndian.Uint64(items), table.Entry(binary.LittleEndian.Uint64(items[8:]))
			if int(e.Move()) < j.p.Cells && !yield(key, e&^table.Generations) {
				return
			}
		}
	}
}

// SaveUntil returns when the bytes of Save must be written, or are given up.
func (j *Job) SaveUntil() time.Time { return j.timeMan.Load().save }

// Save returns entries for the next move to Load in another process. It returns nil if saving is off (see Load), there
// is nothing new, or no time is left; on a busy machine it returns as many as it finds in time. It must be called after
// Think. It overwrites the bytes that Load got if there is room in them.
func (j *Job) Save() []byte {
	switch {
	case !j.saves || j.tooLateToSave():
		return nil
	case !j.settled:
		return j.seal(j.saveTable(j.saveProofs()))
	case !j.proven:
		return nil
	}
	return j.seal(append(j.saveProofs(), j.savedTable...))
}

// saveProofs returns the head and the entries of the proof tree, those nearest to the root first.
func (j *Job) saveProofs() []byte {
	keys := slices.SortedFunc(maps.Keys(j.proofs), func(a, b uint64) int {
		return cmp.Or(plies(j.proofs[b].Score())-plies(j.proofs[a].Score()), cmp.Compare(a, b))
	})
	keys = keys[:min(len(keys), savedProofs)]
	kept := make([]byte, savedHead, savedHead+len(keys)*savedItem)
	binary.LittleEndian.PutUint32(kept[12:], uint32(len(keys)))
	for _, key := range keys {
		kept = appendItem(kept, key, j.proofs[key])
	}
	return kept
}

func appendItem(to []byte, key uint64, e table.Entry) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(to, key), uint64(e))
}

// saveTable appends the best entries of the table to head, in the memory of the bytes that Load got if there is room.
func (j *Job) saveTable(head []byte) []byte {
	most := len(head) + savedEntries*savedItem
	kept := j.saved[:0]
	if cap(kept) < most*3/4 { // page faults of new memory would cost more than all else
		kept = make([]byte, 0, most)
	}
	kept = append(kept[:0:min(cap(kept), most)], head...)
	j.engine.table.Best(savedEntries, j.tooLateToSave, func(key uint64, e table.Entry) {
		if cap(kept)-len(kept) >= savedItem {
			kept = appendItem(kept, key, e)
		}
	})
	return kept
}

func (j *Job) seal(kept []byte) []byte {
	binary.LittleEndian.PutUint64(kept[4:], j.fingerprint())
	binary.LittleEndian.PutUint32(kept, crc32.ChecksumIEEE(kept[4:]))
	return kept
}

func (j *Job) tooLateToSave() bool { return time.Until(j.SaveUntil()) < writeTime }

// validSave reports whether saved is whole and comes from the same build and kind of game.
func (j *Job) validSave(kept []byte) bool {
	return len(kept) >= savedHead && (len(kept)-savedHead)%savedItem == 0 &&
		int64(binary.LittleEndian.Uint32(kept[12:]))*savedItem <= int64(len(kept)-savedHead) &&
		binary.LittleEndian.Uint32(kept) == crc32.ChecksumIEEE(kept[4:]) &&
		binary.LittleEndian.Uint64(kept[4:]) == j.fingerprint()
}

// fingerprint stands for all that a score depends on beside the stones on the board: the version of the search and the
// sum of its signature, the build where Go's build information tells it, the weights, the parameters and the rule. The
// base key is in it since entries of another board never match.
func (j *Job) fingerprint() uint64 {
	build, _ := debug.ReadBuildInfo()
	hash, rules := fnv.New64a(), j.p.Rules
	fmt.Fprintf(hash, "%s %s %v ", Version, signatureSum, build)
	fmt.Fprintf(hash, "%q %v %d %d", rules.Names, j.engine.Params, rules.Rule, j.p.BaseKey)
	return hash.Sum64()
}
