package search

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"runtime/debug"
	"time"

	"tahoun/search/table"
)

// Table entries outlive the process between two moves of a game, so that the next search continues where this one
// ended. As bytes, little-endian:
//
//	0-3 CRC-32 of the rest | 4-11 fingerprint | then 16 bytes each: key and entry without generation
//
// A second of search leaves 100,000 to 300,000 entries, one for seven nodes. Saving and loading so many takes about 10
// ms.
const (
	savedEntries = 1 << 17 // most entries
	savedHead    = 12
	savedItem    = 16

	writeTime = 3 * time.Millisecond // for writing the entries
)

// Load reads the result of an earlier move's Save, nil if there is none, and enables Save for this move. It ignores data
// that are damaged, or from another build or kind of game. With a node limit it ignores all, because the answer must
// always be the same. It must be called between StaticMove and Think.
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
		if m := table.Entry(data); int(m.Move()) < j.p.Cells { // a forged file can have a valid checksum
			j.engine.table.Store(key, m&^table.Generations)
		}
	}
}

// SaveUntil returns when the bytes of Save must be written, or are given up.
func (j *Job) SaveUntil() time.Time { return j.timeMan.Load().save }

// Save returns entries for the next move to Load in another process. It returns nil if saving is off (see Load), the
// answer needed no search, or no time is left; on a busy machine it returns as many as it finds in time. It must be
// called after Think. It overwrites the bytes that Load got if there is room in them.
func (j *Job) Save() []byte {
	if j.settled || !j.saves || j.tooLateToSave() {
		return nil
	}
	const most = savedHead + savedEntries*savedItem
	kept := j.saved[:0]
	if cap(kept) < most*3/4 { // page faults of new memory would cost more than all else
		kept = make([]byte, 0, most)
	}
	kept = kept[:savedHead:min(cap(kept), most)]
	binary.LittleEndian.PutUint64(kept[4:], j.fingerprint())
	j.engine.table.Best(savedEntries, j.tooLateToSave, func(key uint64, e table.Entry) {
		if cap(kept)-len(kept) >= savedItem {
			kept = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(kept, key), uint64(e))
		}
	})
	binary.LittleEndian.PutUint32(kept, crc32.ChecksumIEEE(kept[4:]))
	return kept
}

func (j *Job) tooLateToSave() bool { return time.Until(j.SaveUntil()) < writeTime }

// validSave reports whether saved is whole and comes from the same build and kind of game.
func (j *Job) validSave(kept []byte) bool {
	return len(kept) >= savedHead && len(kept)%savedItem == savedHead%savedItem &&
		binary.LittleEndian.Uint32(kept) == crc32.ChecksumIEEE(kept[4:]) &&
		binary.LittleEndian.Uint64(kept[4:]) == j.fingerprint()
}

// fingerprint stands for all that a score depends on beside the stones on the board: the version of the search and the
// sum of its signature, the build where Go's build information tells it, the weights, the parameters and the rule. The
// base key is in it since entries of another board never match.
func (j *Job) fingerprint() uint64 {
	build, _ := debug.ReadBuildInfo()
	hash, rules := fnv.New64a(), j.p.Rules
	fmt.Fprintf(hash, "%s %s %v %q %v %d %d", Version, signatureSum, build, rules.Names, j.engine.Params, rules.Rule, j.p.BaseKey)
	return hash.Sum64()
}
