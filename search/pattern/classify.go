package pattern

import (
	"math/bits"

	"tahoun/board"
)

// A classifier names the shapes of windows for one side's rows and remembers them.
type classifier struct {
	rows    board.Rows
	forbids bool       // renju's x: two fours on one line are Over
	known   [ids]uint8 // shape + 1 by window id
}

// shape returns what a stone at the centre of w makes.
func (c *classifier) shape(w window) Shape {
	id := w.id(c.rows.Caro)
	if c.known[id] == 0 {
		s := uint8(c.classify(w.play())) + 1
		c.known[id] = s
		c.known[id&(1<<halfIDBits-1)<<halfIDBits|id>>halfIDBits] = s // mirrored
	}
	return Shape(c.known[id] - 1)
}

// classify names the shape that holds the own stone at the centre of w: by what one more stone could
// make of it, so that the definition needs no list of shapes.
func (c *classifier) classify(w window) Shape {
	switch _, n := w.run(); {
	case c.five(w):
		return Five
	case c.rows.Exact && n > 5:
		return Over
	case bits.OnesCount16(w.around()) < 5:
		return Dead
	}
	var next [Shapes]int
	var fives uint16
	for m := w.empty() & w.around(); m != 0; m &= m - 1 {
		i := bits.TrailingZeros16(m)
		s := c.shape(w.at(i))
		next[s]++
		if s == Five {
			fives |= 1 << i
		}
	}
	if fives != 0 {
		return c.four(w, fives)
	}
	threes := next[OpenThree] + next[OpenThreeTwo]
	switch {
	case next[OpenFour] >= 2:
		return OpenThreeTwo
	case next[OpenFour] == 1:
		return OpenThree
	case next[Four] > 0:
		return BlockedThree
	case threes >= 4:
		return OpenTwoFour
	case threes == 3:
		return OpenTwoThree
	case threes > 0:
		return OpenTwo
	case next[BlockedThree] > 0:
		return BlockedTwo
	case next[OpenTwo]+next[OpenTwoThree]+next[OpenTwoFour] > 0:
		return OpenOne
	case next[BlockedTwo] > 0:
		return BlockedOne
	}
	return Dead
}

// five tells whether the row through the centre of w wins.
func (c *classifier) five(w window) bool {
	first, n := w.run()
	if n != 5 {
		return n > 5 && !c.rows.Exact
	}
	// A row of five through the centre ends inside the window, with a square beyond each end.
	return !c.rows.Caro || w.opponent>>(first-1)&1 == 0 || w.opponent>>(first+5)&1 == 0
}

// four names a shape that the squares in fives would complete.
func (c *classifier) four(w window, fives uint16) Shape {
	if c.rows.Caro {
		return c.caroFour(w, fives)
	}
	switch {
	case fives&(fives-1) == 0:
		return Four
	case c.forbids && bits.Len16(fives)-1-bits.TrailingZeros16(fives) < 5:
		return Over // the two completing squares of a straight four are exactly five apart
	}
	return OpenFour
}

// caroFour tries every answer on the line, because one at the far end may spoil a five as well.
func (c *classifier) caroFour(w window, fives uint16) Shape {
	for m := w.empty() & w.around(); m != 0; m &= m - 1 {
		answered := w
		answered.opponent |= m & -m
		if !c.anyFive(answered, fives) {
			return Four
		}
	}
	return OpenFour
}

// anyFive tells whether a stone on one of the squares finishes a five.
func (c *classifier) anyFive(w window, squares uint16) bool {
	for m := squares &^ w.opponent; m != 0; m &= m - 1 {
		if c.shape(w.at(bits.TrailingZeros16(m))) == Five {
			return true
		}
	}
	return false
}
