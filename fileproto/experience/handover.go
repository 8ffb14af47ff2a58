package experience

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"tahoun/board"
	"tahoun/board/symmetry"
)

// The games follow the bytes that a Keeper keeps.
//
//	the games | their length, 4 bytes | CRC-32C of games and length
const trailerSize = 8

// AppendTo appends the games to the bytes that the search keeps for the next process.
func (l *Learner) AppendTo(kept []byte) []byte {
	if l == nil {
		return kept
	}
	start := len(kept)
	for _, g := range l.games {
		kept = g.append(kept)
	}
	kept = binary.LittleEndian.AppendUint32(kept, uint32(len(kept)-start))
	return binary.LittleEndian.AppendUint32(kept, crc32.Checksum(kept[start:], castagnoli))
}

// TakeFrom takes the games from the bytes that AppendTo returned, and returns the others.
func (l *Learner) TakeFrom(kept []byte) []byte {
	if l == nil || len(kept) < trailerSize {
		return kept
	}
	end := len(kept) - trailerSize
	length := int64(binary.LittleEndian.Uint32(kept[end:]))
	if length > int64(end) {
		return kept
	}
	games := kept[end-int(length) : end]
	if crc32.Checksum(kept[end-int(length):end+4], castagnoli) != binary.LittleEndian.Uint32(kept[end+4:]) {
		return kept
	}
	for i := range l.games {
		var ok bool
		if games, ok = l.games[i].parse(games); !ok {
			l.games = [2]game{}
			break
		}
	}
	return kept[:end-int(length)]
}

// append appends a game: its size, its squares, its result, and its decisions, each with its record, all with their
// number before them.
func (g *game) append(to []byte) []byte {
	put := binary.LittleEndian
	to = append(to, byte(g.width), byte(g.height), byte(int8(g.result)))
	to = append(to, g.squares...)
	to = put.AppendUint16(to, uint16(len(g.decisions)))
	for _, d := range g.decisions {
		kept := byte(0)
		if d.recorded {
			kept = 1
		}
		to = append(to, kept, d.frame.By, byte(d.reply.X), byte(d.reply.Y))
		to = put.AppendUint16(to, uint16(int16(d.score)))
		to = put.AppendUint16(to, uint16(int16(d.written)))
		if d.recorded {
			to = d.record.append(to)
		}
	}
	return to
}

// parse undoes append.
func (g *game) parse(from []byte) (rest []byte, ok bool) {
	const fixed, each = 3, 8
	get := binary.LittleEndian
	next := func(n int) []byte {
		if n > len(from) {
			return nil
		}
		b := from[:n:n]
		from = from[n:]
		return b
	}
	first := next(fixed)
	if first == nil {
		return nil, false
	}
	*g = game{width: int(first[0]), height: int(first[1]), result: int(int8(first[2]))}
	g.squares = bytes.Clone(next(g.width * g.height))
	count := next(2)
	if count == nil || g.width > board.MaxSide || g.height > board.MaxSide || len(g.squares) != g.width*g.height {
		return nil, false
	}
	for range get.Uint16(count) {
		b := next(each)
		if b == nil {
			return nil, false
		}
		d := decision{
			recorded: b[0] == 1, frame: Frame{g.width, g.height, b[1] & (symmetry.Count - 1)},
			reply: board.Point{X: int(b[2]), Y: int(b[3])},
			score: int(int16(get.Uint16(b[4:]))), written: int(int16(get.Uint16(b[6:]))),
		}
		if d.recorded {
			b := next(RecordSize)
			if b == nil {
				return nil, false
			}
			if d.record, ok = ParseRecord(b); !ok {
				return nil, false
			}
			width, height := d.frame.turned()
			onBoard := d.reply == unknownReply || d.reply.X < g.width && d.reply.Y < g.height
			if p := d.record.Position; int(p.Width) != width || int(p.Height) != height || !onBoard {
				return nil, false
			}
		}
		g.decisions = append(g.decisions, d)
	}
	return from, true
}
