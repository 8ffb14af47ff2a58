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
// halves most are alike up to their first blocked square, so few columns are computed, the rest copied.
func (s *Set) fill(forX, forO *classifier) {
	halves := 1 << (2 * s.Reach)
	done := map[[2]uint16]int{}
	rows := s.distinctLow(forX.rows.Caro)
	shapes := make([]uint8, len(rows.sample))
	for high := range halves {
		column := s.Table[high*halves : (high+1)*halves]
		look := s.halfLook(high, false, forX.rows.Caro)
		if twin, ok := done[look]; ok {
			copy(column, s.Table[twin*halves:(twin+1)*halves])
			continue
		}
		done[look] = high
		for i, low := range rows.sample {
			x, o := s.windows(low, high)
			shapes[i] = uint8(forX.shape(x)) | uint8(forO.shape(o))<<4
		}
		for low, i := range rows.class {
			column[low] = shapes[i]
		}
	}
}

// lows groups the lower halves of keys that look alike.
type lows struct {
	class  []uint8 // group by half
	sample []int   // one half of each group
}

func (s *Set) distinctLow(kinds bool) lows {
	group := map[[2]uint16]uint8{}
	l := lows{class: make([]uint8, 1<<(2*s.Reach))}
	for low := range l.class {
		look := s.halfLook(low, true, kinds)
		g, ok := group[look]
		if !ok {
			g = uint8(len(l.sample))
			group[look] = g
			l.sample = append(l.sample, low)
		}
		l.class[low] = g
	}
	return l
}

// halfLook returns what the two sides see of a half: the ids of a window that holds nothing else.
func (s *Set) halfLook(half int, low, kinds bool) [2]uint16 {
	var x, o window
	if low {
		x, o = s.windows(half, 0)
	} else {
		x, o = s.windows(0, half)
	}
	return [2]uint16{uint16(x.id(kinds)), uint16(o.id(kinds))}
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
