package pattern

import "tahoun/board"

// Squares of a line are two bits each, as board.Stone numbers them: 0 empty, 1 x, 2 o, 3 wall.
// A key is the 2*reach squares around a centre, the lowest bits farthest on the low side, the centre
// itself left out. A table gives the shapes for both sides: x in the low four bits, o above.

// A Set is everything that one rule says about lines. It is built anew by each process: under a
// millisecond, see BenchmarkBuild.
type Set struct {
	Reach int    // squares to each side of the centre in a key: 4 or 5
	Table *Table // both shapes by key

	renju bool
}

// A Table has room for the widest keys; of narrower ones the upper part is never touched.
type Table [1 << (4 * reach)]uint8

// Build returns the shapes under rule.
func Build(rule board.Rule) *Set {
	x, o := rule.Rows(board.X), rule.Rows(board.O)
	s := &Set{Reach: max(Reach(x), Reach(o)), Table: new(Table), renju: rule.Forbids(board.X)}
	forX := &classifier{rows: x, forbids: s.renju}
	forO := forX
	if o != x || s.renju {
		forO = &classifier{rows: o}
	}
	s.fill(forX, forO)
	return s
}

// fill sets the table column by column: a column holds all keys of one upper half. Of the thousand
// halves most look alike, since what is behind a blocked square does not count: few columns are worked
// out, the rest copied.
func (s *Set) fill(forX, forO *classifier) {
	halves := 1 << (2 * s.Reach)
	lows, highs := s.sort(true, forX.rows.Caro), s.sort(false, forX.rows.Caro)
	shapes := make([]uint8, len(lows.looks))
	done := make([][]uint8, len(highs.looks))
	for high, h := range highs.group {
		column := s.Table[high*halves : (high+1)*halves]
		if done[h] != nil {
			copy(column, done[h])
			continue
		}
		done[h] = column
		for l, low := range lows.looks {
			shapes[l] = s.both(forX, forO, low, highs.looks[h])
		}
		for low, l := range lows.group {
			column[low] = shapes[l]
		}
	}
}

// both returns the shapes of a key for both sides, worked out or remembered.
func (s *Set) both(forX, forO *classifier, low, high look) uint8 {
	x, o := &forX.known[low.x<<halfIDBits|high.x], &forO.known[low.o<<halfIDBits|high.o]
	if *x == 0 || *o == 0 {
		wx, wo := s.windows(low.half, high.half)
		forX.shape(wx)
		forO.shape(wo)
	}
	return *x - 1 | (*o-1)<<4
}

// A look is what the two sides see of a half of a key: each its half of a window's id.
type look struct {
	half int // a half that looks so
	x, o int
}

// A sorting groups the halves of keys that look alike.
type sorting struct {
	group []uint8 // by half, an index of looks
	looks []look
}

func (s *Set) sort(low, kinds bool) sorting {
	r := sorting{group: make([]uint8, 1<<(2*s.Reach))}
	var known [1 << (2 * halfIDBits)]uint8 // index + 1
	for half := range r.group {
		l := s.look(half, low, kinds)
		g := &known[l.x<<halfIDBits|l.o]
		if *g == 0 {
			r.looks = append(r.looks, l)
			*g = uint8(len(r.looks))
		}
		r.group[half] = *g - 1
	}
	return r
}

func (s *Set) look(half int, low, kinds bool) look {
	if low {
		x, o := s.windows(half, 0)
		return look{half, x.id(kinds) >> halfIDBits, o.id(kinds) >> halfIDBits}
	}
	x, o := s.windows(0, half)
	return look{half, x.id(kinds) & (1<<halfIDBits - 1), o.id(kinds) & (1<<halfIDBits - 1)}
}

// windows returns the line of a key as x and as o see it.
func (s *Set) windows(low, high int) (x, o window) {
	wall := uint16(0)
	if s.Reach < reach {
		wall = 1 | 1<<(span-1)
	}
	line := uint32(low)<<(2*(centre-s.Reach)) | uint32(high)<<(2*(centre+1))
	ones, twos := even(line), even(line>>1)
	wall |= ones & twos
	return window{own: ones &^ twos, opponent: twos &^ ones, wall: wall},
		window{own: twos &^ ones, opponent: ones &^ twos, wall: wall}
}

// even gathers the even bits of v.
func even(v uint32) uint16 {
	v &= 0x5555_5555
	v = (v | v>>1) & 0x3333_3333
	v = (v | v>>2) & 0x0f0f_0f0f
	v = (v | v>>4) & 0x00ff_00ff
	return uint16(v | v>>8)
}
