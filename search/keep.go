package search

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"runtime/debug"

	"tahoun/board"
)

// What outlives a process between two moves of a game: copies of the deeper entries of the transposition
// table. They are few, and all that the table is worth to the next move: the search finds back to where
// it was along them, the principal variation first. As bytes, little-endian:
//
//	0-3 CRC-32 of the rest | 4-11 fingerprint | then by 16 a key and its memo, without generation
const (
	deepFrom = 4       // plies an entry was searched at least to be kept
	deepSize = 1 << 19 // bytes at most, the head aside: more does not help the next move
	keepHead = 12
	keepItem = 16
)

// Recall reads what the Keep of an earlier move returned, or nil if nothing did, and lets this move Keep
// too. What is damaged, or comes from another build or another kind of game, is left out; so is all where
// a node limit asks for the same answer every time. It must be called between Instant and Think.
func (t *Thought) Recall(kept []byte) {
	if t.settled || t.limits.Nodes != 0 || t.clock.Load().span < leastToKeep {
		return
	}
	deep := newTable(deepSize)
	if t.keptForThis(kept) {
		for items := kept[keepHead:]; len(items) > 0; items = items[keepItem:] {
			key, data := binary.LittleEndian.Uint64(items), binary.LittleEndian.Uint64(items[8:])
			deep.store(key, memo(data)&^generations)
		}
	}
	deep.age()
	t.engine.prepareTable(t.tableSize())
	t.engine.table.deep = deep
}

// Keep returns what is worth knowing at the next move, for its Recall in another process; nil if this move
// did not recall or is won. It must be called after Think.
func (t *Thought) Keep() []byte {
	if t.settled || t.engine.table == nil || t.engine.table.deep == nil {
		return nil
	}
	kept := make([]byte, keepHead, keepHead+deepSize)
	binary.LittleEndian.PutUint64(kept[4:], t.p.fingerprint())
	for i := range t.engine.table.deep.entries {
		e := &t.engine.table.deep.entries[i]
		if data := e.data.Load(); data != 0 {
			kept = binary.LittleEndian.AppendUint64(kept, e.check.Load()^data)
			kept = binary.LittleEndian.AppendUint64(kept, data)
		}
	}
	binary.LittleEndian.PutUint32(kept, crc32.ChecksumIEEE(kept[4:]))
	return kept
}

// keptForThis tells whether kept is whole and comes from the same build and kind of game.
func (t *Thought) keptForThis(kept []byte) bool {
	return len(kept) >= keepHead && len(kept)%keepItem == keepHead%keepItem &&
		binary.LittleEndian.Uint32(kept) == crc32.ChecksumIEEE(kept[4:]) &&
		binary.LittleEndian.Uint64(kept[4:]) == t.p.fingerprint()
}

// fingerprint stands for all that a score depends on beside the stones and the side to move: the build,
// the numbers of judgement, the rule, and the board's size and walls.
func (p *position) fingerprint() uint64 {
	build, _ := debug.ReadBuildInfo()
	hash := fnv.New64a()
	fmt.Fprint(hash, build, p.know.rule, p.width, p.height)
	for _, side := range []board.Stone{board.X, board.O} {
		_, w := WeightsOf(p.know.rule, side)
		_ = binary.Write(hash, binary.LittleEndian, w) // numbers of fixed size, to what takes all
	}
	walls := make([]byte, p.cells)
	for c := range walls {
		walls[c] = byte(b2i(p.square[c] == uint8(board.Wall)))
	}
	hash.Write(walls)
	return hash.Sum64()
}
