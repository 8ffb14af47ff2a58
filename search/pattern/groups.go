package pattern

import (
	"slices"

	"tahoun/board"
)

// groups tell which halves are equivalent to each other, since squares behind a blocked one do not count, and what
// shapes follow: a byte for each low half, its group, then one for each high half, then the shapes for each group of
// high halves and each of low ones.
type groups []uint8

// parts returns the groups of low and high halves, and the shapes.
func (g groups) parts(reach int) (lows, highs, shapes []uint8) {
	n := 1 << (2 * reach)
	return g[:n], g[n : 2*n], g[2*n:]
}

// A grouper computes the groups of a rule.
type grouper struct {
	reach      int
	forX, forO *classifier
}

// group computes the groups of a rule. Caro has the most, 172 of either kind.
func group(rule board.Rule) groups {
	x, o := rule.Rows(board.X), rule.Rows(board.O)
	forX := &classifier{rows: x, forbids: rule.Forbids(board.X)}
	r := grouper{max(Reach(x), Reach(o)), forX, forX}
	if o != x || forX.forbids {
		r.forO = &classifier{rows: o}
	}
	lows, highs := r.halves(true, x.Caro), r.halves(false, x.Caro)
	g := slices.Concat(lows.of, highs.of)
	for _, high := range highs.groups {
		for _, low := range lows.groups {
			g = append(g, r.shapes(low, high))
		}
	}
	return g
}

// shapes returns the shapes of a key for both sides, and computes those that are not known yet.
func (r grouper) shapes(low, high halfGroup) uint8 {
	x, o := &r.forX.known[low.x<<halfIDBits|high.x], &r.forO.known[low.o<<halfIDBits|high.o]
	if *x == 0 || *o == 0 {
		wx, wo := r.windows(low.half, high.half)
		r.forX.shape(wx)
		r.forO.shape(wo)
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

// halves groups the low halves, or the high ones. With kinds set it matters who blocks a half.
func (r grouper) halves(low, kinds bool) grouping {
	g := grouping{of: make([]uint8, 1<<(2*r.reach))}
	var known [1 << (2 * halfIDBits)]uint8 // group + 1
	for half := range g.of {
		l := r.halfGroup(half, low, kinds)
		k := &known[l.x<<halfIDBits|l.o]
		if *k == 0 {
			g.groups = append(g.groups, l)
			*k = uint8(len(g.groups))
		}
		g.of[half] = *k - 1
	}
	return g
}

func (r grouper) halfGroup(half int, low, kinds bool) halfGroup {
	if low {
		x, o := r.windows(half, 0)
		return halfGroup{half, x.id(kinds) >> halfIDBits, o.id(kinds) >> halfIDBits}
	}
	x, o := r.windows(0, half)
	return halfGroup{half, x.id(kinds) & (1<<halfIDBits - 1), o.id(kinds) & (1<<halfIDBits - 1)}
}

// windows returns the window of a key for x and for o.
func (r grouper) windows(low, high int) (x, o window) {
	wall := uint16(0)
	if r.reach < reach {
		wall = 1 | 1<<(span-1)
	}
	line := uint32(low)<<(2*(centre-r.reach)) | uint32(high)<<(2*(centre+1))
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
