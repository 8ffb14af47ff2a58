// Package pattern names the line pattern, here called Shape, that a stone on an empty square would make. It reads the
// squares around it, for every rule. It joins the shapes of a square's four lines to a cell pattern, here called
// Class. It holds no position and judges no move.
//
// Both taxonomies are those of Rapfi (enums Pattern and Pattern4 in Rapfi/core/types.h of github.com/dhbloo/rapfi,
// commit 3aedf3a), whose letters stand behind our names. For freestyle, exactly five and renju the shapes of all keys
// are the same as Rapfi's, see TestFrequencies. Caro is a rule that Rapfi does not have.
package pattern

import (
	"math/bits"

	"tahoun/board"
)

// A Shape is a line pattern: the row that a stone of one side on an empty square would make on one line through it.
// Later names are not always worth more, but every shape from Four up threatens a five.
type Shape uint8

// The shapes, each by the best that one more stone on the line can make of it. "Open" means that one answer on the line
// does not stop the next step. Rapfi's letters: B is blocked, F is free, that is open.
const (
	Dead         Shape = iota // DEAD: no five can arise here any more
	Overline                  // OL:   breaks the rule here: an overline, for renju's x also two fours on one line
	BlockedOne                // B1:   may become BlockedTwo
	OpenOne                   // F1:   may become an open two
	BlockedTwo                // B2:   may become BlockedThree
	OpenTwo                   // F2:   one or two squares make an open three
	OpenTwoA                  // F2A:  three squares do
	OpenTwoB                  // F2B:  four squares or more do
	BlockedThree              // B3:   may become Four, but not OpenFour
	OpenThree                 // F3:   one square makes OpenFour
	OpenThreeS                // F3S:  two squares or more do
	Four                      // B4:   one square makes Five; in caro, one answer stops every Five
	OpenFour                  // F4:   two squares or more do; in caro, no single answer stops them all
	Five                      // F5:   a winning row
	Shapes                    // the number of shapes
)

// IsOpenThree reports whether the shape becomes OpenFour unless answered.
func (s Shape) IsOpenThree() bool { return s == OpenThree || s == OpenThreeS }

// IsFour reports whether the shape threatens a five.
func (s Shape) IsFour() bool { return s == Four || s == OpenFour }

// A classifier names the shapes of windows under one side's rules and remembers them.
type classifier struct {
	rows    board.Rows
	forbids bool       // renju's x: two fours on one line are Overline
	known   [ids]uint8 // shape + 1 by window id
}

// shape returns the shape of a stone at the centre of w.
func (c *classifier) shape(w window) Shape {
	id := w.id(c.rows.Caro)
	if c.known[id] == 0 {
		s := uint8(c.classify(w.play())) + 1
		c.known[id] = s
		c.known[id&(1<<halfIDBits-1)<<halfIDBits|id>>halfIDBits] = s // mirrored
	}
	return Shape(c.known[id] - 1)
}

// classify names the shape that holds the own stone at the centre of w by the shapes that one more stone can make of
// it. So the definition needs no list of shapes.
func (c *classifier) classify(w window) Shape {
	switch _, n := w.run(); {
	case c.five(w):
		return Five
	case c.rows.Exact && n > 5:
		return Overline
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
	threes := next[OpenThree] + next[OpenThreeS]
	switch {
	case next[OpenFour] >= 2:
		return OpenThreeS
	case next[OpenFour] == 1:
		return OpenThree
	case next[Four] > 0:
		return BlockedThree
	case threes >= 4:
		return OpenTwoB
	case threes == 3:
		return OpenTwoA
	case threes > 0:
		return OpenTwo
	case next[BlockedThree] > 0:
		return BlockedTwo
	case next[OpenTwo]+next[OpenTwoA]+next[OpenTwoB] > 0:
		return OpenOne
	case next[BlockedTwo] > 0:
		return BlockedOne
	}
	return Dead
}

// five reports whether the row through the centre of w wins.
func (c *classifier) five(w window) bool {
	first, n := w.run()
	if n != 5 {
		return n > 5 && !c.rows.Exact
	}
	// A row of five through the centre ends inside the window, with a square beyond each end.
	return !c.rows.Caro || w.opponent>>(first-1)&1 == 0 || w.opponent>>(first+5)&1 == 0
}

// four names a shape that a stone on any of the squares in fives completes.
func (c *classifier) four(w window, fives uint16) Shape {
	if c.rows.Caro {
		return c.caroFour(w, fives)
	}
	switch {
	case fives&(fives-1) == 0:
		return Four
	case c.forbids && bits.Len16(fives)-1-bits.TrailingZeros16(fives) < 5:
		return Overline // the two completing squares of a straight four are exactly five apart
	}
	return OpenFour
}

// caroFour tries every answer on the line, because one at the far end of a row can stop a five as well.
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

// anyFive reports whether a stone on one of the squares completes a five.
func (c *classifier) anyFive(w window, squares uint16) bool {
	for m := squares &^ w.opponent; m != 0; m &= m - 1 {
		if c.shape(w.at(bits.TrailingZeros16(m))) == Five {
			return true
		}
	}
	return false
}
