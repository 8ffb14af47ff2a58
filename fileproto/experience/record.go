package experience

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// A record holds the experience of one game with one move in one position. As bytes, little-endian:
//
//	 0 CRC-32C of the rest        20 score   22 depth       30 reply       40 drawn
//	 4 number, counted up         23 flags                  32 value       42 day
//	 8 key of the position        24 nodes                  34 its depth
//	16 move                       28 own stones, 29 all     35 (0)
//	18 width, 19 height                                     36 won, 38 lost
//	44 squares of 24 stones, two bytes each; 92 seen; 94 (0)
const RecordSize = 96

// NoCell stands for no square.
const NoCell = 1<<16 - 1

const (
	flagSearched = 1 << iota // score, depth and nodes are set
	flagValue                // reply, value and its depth are set
	flagTotal                // the record holds all that earlier ones of the move say
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

type Record struct {
	Number   uint32
	Place    int // in the file
	Total    bool
	Position Position
	Move     uint16

	Searched bool
	Score    int // of the search that chose the move, for the side to move
	Depth    int
	Nodes    uint32

	HasValue   bool
	Reply      uint16 // the opponent's
	Value      int    // of the move after that reply, by later searches
	ValueDepth int    // in plies from the position on

	Seen, Won, Lost, Drawn int // changes, may be negative
	Day                    int // since the start of 2020
}

func (r Record) append(to []byte) []byte {
	var b [RecordSize]byte
	put := binary.LittleEndian
	put.PutUint32(b[4:], r.Number)
	put.PutUint64(b[8:], r.Position.Key)
	put.PutUint16(b[16:], r.Move)
	b[18], b[19] = r.Position.Width, r.Position.Height
	if r.Total {
		b[23] |= flagTotal
	}
	if r.Searched {
		b[23] |= flagSearched
		put.PutUint16(b[20:], uint16(int16(r.Score)))
		b[22] = uint8(r.Depth)
		put.PutUint32(b[24:], r.Nodes)
	}
	b[28], b[29] = uint8(r.Position.Own), uint8(len(r.Position.Stones))
	if r.HasValue {
		b[23] |= flagValue
		put.PutUint16(b[30:], r.Reply)
		put.PutUint16(b[32:], uint16(int16(r.Value)))
		b[34] = uint8(r.ValueDepth)
	}
	put.PutUint16(b[36:], uint16(int16(r.Won)))
	put.PutUint16(b[38:], uint16(int16(r.Lost)))
	put.PutUint16(b[40:], uint16(int16(r.Drawn)))
	put.PutUint16(b[42:], uint16(r.Day))
	for i, cell := range r.Position.Stones {
		put.PutUint16(b[44+2*i:], cell)
	}
	put.PutUint16(b[92:], uint16(int16(r.Seen)))
	put.PutUint32(b[:], crc32.Checksum(b[4:], castagnoli))
	return append(to, b[:]...)
}

// keyOf returns the key in a record's bytes, which may be damaged.
func keyOf(b []byte) uint64 { return binary.LittleEndian.Uint64(b[8:]) }

// numberOf returns the number of a record. ok is false if it is damaged.
func numberOf(b []byte) (number uint32, ok bool) {
	return binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b) == crc32.Checksum(b[4:], castagnoli)
}

// ParseRecord reads a record's bytes. ok is false if they are damaged.
func ParseRecord(b []byte) (r Record, ok bool) {
	get := binary.LittleEndian
	if len(b) != RecordSize || get.Uint32(b) != crc32.Checksum(b[4:], castagnoli) {
		return r, false
	}
	signed := func(at int) int { return int(int16(get.Uint16(b[at:]))) }
	r = Record{
		Number: get.Uint32(b[4:]), Move: get.Uint16(b[16:]),
		Total:    b[23]&flagTotal != 0,
		Searched: b[23]&flagSearched != 0, Score: signed(20), Depth: int(b[22]), Nodes: get.Uint32(b[24:]),
		HasValue: b[23]&flagValue != 0, Reply: get.Uint16(b[30:]), Value: signed(32), ValueDepth: int(b[34]),
		Seen: signed(92), Won: signed(36), Lost: signed(38), Drawn: signed(40), Day: int(get.Uint16(b[42:])),
		Position: Position{Key: keyOf(b), Width: b[18], Height: b[19], Own: int(b[28])},
	}
	stones := int(b[29])
	if stones > MaxStones || r.Position.Own > stones || r.Position.Width == 0 || r.Position.Height == 0 {
		return r, false
	}
	cells := uint16(r.Position.Width) * uint16(r.Position.Height)
	for i := range stones {
		r.Position.Stones = append(r.Position.Stones, get.Uint16(b[44+2*i:]))
	}
	onBoard := func(cell uint16) bool { return cell < cells }
	ok = onBoard(r.Move) && (!r.HasValue || r.Reply == NoCell || onBoard(r.Reply)) &&
		!slices.ContainsFunc(r.Position.Stones, func(cell uint16) bool { return !onBoard(cell) })
	return r, ok
}
