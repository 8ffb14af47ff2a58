package pattern

import "tahoun/board"

// Squares of a line are two bits each, as board.Stone numbers them: 0 empty, 1 x, 2 o, 3 wall. A half is the squares to
// one side of a centre. The low half has the square farthest from the centre in its lowest bits, the high half the
// nearest. Both together are a key, which decides the shapes of the centre.

// A Table holds the shapes of every key under one rule. Each process builds it anew, in under half a millisecond: see
// BenchmarkNewTable.
type Table struct {
	Reach  int                           // squares in a half: 4 or 5
	Column [1 << (2 * reach)]uint32      // by high half: where its column in Shapes begins
	Shapes [columns << (2 * reach)]uint8 // by column and low half: x's shape in the low four bits, o's above
}

// columns is more than the groups of high halves under any rule: caro's 172 are the most.
const columns = 256

// NewTable returns the table of a rule.
func NewTable(rule board.Rule) *Table {
	x, o := rule.Rows(board.X), rule.Rows(board.O)
	t := &Table{Reach: max(Reach(x), Reach(o))}
	forX := &classifier{rows: x, forbids: rule.Forbids(board.X)}
	forO := forX
	if o != x || forX.forbids {
		forO = &classifier{rows: o}
	}
	t.fill(forX, forO)
	return t
}

// Lookup returns the shapes of a stone between two halves, x's in the low four bits, o's above.
func (t *Table) Lookup(low, high uint32) uint8 {
	return t.Shapes[(t.Column[high%uint32(len(t.Column))]|low)%uint32(len(t.Shapes))]
}

// fill computes a column for each group of high halves. Most halves are equivalent to another, since squares behind a
// blocked one do not count. The columns of five or more in a row fit into the fastest cache.
func (t *Table) fill(forX, forO *classifier) {
	lows, highs := t.group(true, forX.rows.Caro), t.group(false, forX.rows.Caro)
	shapes := make([]uint8, len(lows.groups))
	for h, high := range highs.groups {
		for l, low := range lows.groups {
			shapes[l] = t.both(forX, forO, low, high)
		}
		column := t.Shapes[h<<(2*t.Reach):]
		for low, l := range lows.of {
			column[low] = shapes[l]
		}
	}
	for high, h := range highs.of {
		t.Column[high] = uint32(h) << (2 * t.Reach)
	}
}

// both returns the shapes of a key for both sides, and computes those that are not known yet.
func (t *Table) both(forX, forO *classifier, low, high halfGroup) uint8 {
	x, o := &forX.known[low.x<<halfIDBits|high.x], &forO.known[low.o<<halfIDBits|high.o]
	if *x == 0 || *o == 0 {
		wx, wo := t.windows(low.half, high.half)
		forX.shape(wx)
		forO.shape(wo)
	}
	return *x - 1 | (*o-1)<<4
}

// A halfGroup is a group of equivalent halves: those that give both sides the same half of a window's id.
type halfGroup struct {
	half int // one of them
	x, o int
}

// A grouping is the groups of all low or of all high halves.
type grouping struct {
	of     []uint8 // by half: the index of its group
	groups []halfGroup
}

// group groups the low halves, or the high ones. With kinds set it matters who blocks a half.
func (t *Table) group(low, kinds bool) grouping {
	r := grouping{of: make([]uint8, 1<<(2*t.Reach))}
	var known [1 << (2 * halfIDBits)]uint8 // group + 1
	for half := range r.of {
		l := t.halfGroup(half, low, kinds)
		g := &known[l.x<<halfIDBits|l.o]
		if *g == 0 {
			r.groups = append(r.groups, l)
			*g = uint8(len(r.groups))
		}
		r.of[half] = *g - 1
	}
	return r
}

func (t *Table) halfGroup(half int, low, kinds bool) halfGroup {
	if low {
		x, o := t.windows(half, 0)
		return halfGroup{half, x.id(kinds) >> halfIDBits, o.id(kinds) >> halfIDBits}
	}
	x, o := t.windows(0, half)
	return halfGroup{half, x.id(kinds) & (1<<halfIDBits - 1), o.id(kinds) & (1<<halfIDBits - 1)}
}

// windows returns the window of a key for x and for o.
func (t *Table) windows(low, high int) (x, o window) {
	wall := uint16(0)
	if t.Reach < reach {
		wall = 1 | 1<<(span-1)
	}
	line := uint32(low)<<(2*(centre-t.Reach)) | uint32(high)<<(2*(centre+1))
	ones, twos := even(line), even(line>>1)
	wall |= ones & twos
	return window{own: ones &^ twos, opponent: twos &^ ones, wall: wall},
		window{own: twos &^ ones, opponent: ones &^ twos, wall: wall}
}

// even collects the even bits of v.
func even(v uint32) uint16 {
	v &= 0x5555_5555
	v = (v | v>>1) & 0x3333_3333
	v = (v | v>>2) & 0x0f0f_0f0f
	v = (v | v>>4) & 0x00ff_00ff
	return uint16(v | v>>8)
}
