package experience

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// A record is what one game taught about one move in one position. As bytes, little-endian:
//
//	 0 CRC-32C of the rest        20 score   22 depth       30 reply       40 drawn
//	 4 number, counted up         23 flags                  32 back        42 day
//	 8 key of the position        24 nodes                  34 back's depth
//	16 move                       28 own stones, 29 all     35 (0)
//	18 width, 19 height                                     36 won, 38 lost
//	44 squares of 24 stones, two bytes each; 92 seen; 94 (0)
const recordSize = 96

// noCell stands for no square.
const noCell = 1<<16 - 1

const (
	flagSearched = 1 << iota // score, depth and nodes are set
	flagReturned             // reply, back and its depth are set
	flagTotal                // the record holds all that earlier ones of the move say
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

type record struct {
	number   uint32
	place    int // in the file
	total    bool
	position position
	move     uint16

	searched bool
	score    int // of the search that chose the move, for the side to move
	depth    int
	nodes    uint32

	returned  bool
	reply     uint16 // the opponent's
	back      int    // what the move was worth after that reply, as later searches saw it
	backDepth int    // in plies from the position on

	seen, won, lost, drawn int // changes, may be negative
	day                    int // since the start of 2020
}

// append appends the record's bytes.
func (r record) append(to []byte) []byte {
	var b [recordSize]byte
	put := binary.LittleEndian
	put.PutUint32(b[4:], r.number)
	put.PutUint64(b[8:], r.position.key)
	put.PutUint16(b[16:], r.move)
	b[18], b[19] = r.position.width, r.position.height
	if r.total {
		b[23] |= flagTotal
	}
	if r.searched {
		b[23] |= flagSearched
		put.PutUint16(b[20:], uint16(int16(r.score)))
		b[22] = uint8(r.depth)
		put.PutUint32(b[24:], r.nodes)
	}
	b[28], b[29] = uint8(r.position.own), uint8(len(r.position.stones))
	if r.returned {
		b[23] |= flagReturned
		put.PutUint16(b[30:], r.reply)
		put.PutUint16(b[32:], uint16(int16(r.back)))
		b[34] = uint8(r.backDepth)
	}
	put.PutUint16(b[36:], uint16(int16(r.won)))
	put.PutUint16(b[38:], uint16(int16(r.lost)))
	put.PutUint16(b[40:], uint16(int16(r.drawn)))
	put.PutUint16(b[42:], uint16(r.day))
	for i, cell := range r.position.stones {
		put.PutUint16(b[44+2*i:], cell)
	}
	put.PutUint16(b[92:], uint16(int16(r.seen)))
	put.PutUint32(b[:], crc32.Checksum(b[4:], castagnoli))
	return append(to, b[:]...)
}

// keyOf returns the key in a record's bytes, which may be damaged.
func keyOf(b []byte) uint64 { return binary.LittleEndian.Uint64(b[8:]) }

// numberOf returns the number of a record. ok is false if it is damaged.
func numberOf(b []byte) (number uint32, ok bool) {
	return binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b) == crc32.Checksum(b[4:], castagnoli)
}

// parse reads a record's bytes. ok is false if they are damaged.
func parse(b []byte) (r record, ok bool) {
	get := binary.LittleEndian
	if len(b) != recordSize || get.Uint32(b) != crc32.Checksum(b[4:], castagnoli) {
		return r, false
	}
	signed := func(at int) int { return int(int16(get.Uint16(b[at:]))) }
	r = record{
		number: get.Uint32(b[4:]), move: get.Uint16(b[16:]),
		total:    b[23]&flagTotal != 0,
		searched: b[23]&flagSearched != 0, score: signed(20), depth: int(b[22]), nodes: get.Uint32(b[24:]),
		returned: b[23]&flagReturned != 0, reply: get.Uint16(b[30:]), back: signed(32), backDepth: int(b[34]),
		seen: signed(92), won: signed(36), lost: signed(38), drawn: signed(40), day: int(get.Uint16(b[42:])),
		position: position{key: keyOf(b), width: b[18], height: b[19], own: int(b[28])},
	}
	stones := int(b[29])
	if stones > maxStones || r.position.own > stones || r.position.width == 0 || r.position.height == 0 {
		return r, false
	}
	cells := uint16(r.position.width) * uint16(r.position.height)
	for i := range stones {
		r.position.stones = append(r.position.stones, get.Uint16(b[44+2*i:]))
	}
	onBoard := func(cell uint16) bool { return cell < cells }
	ok = onBoard(r.move) && (!r.returned || r.reply == noCell || onBoard(r.reply)) &&
		!slices.ContainsFunc(r.position.stones, func(cell uint16) bool { return !onBoard(cell) })
	return r, ok
}
