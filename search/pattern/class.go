package pattern

// A Class says what a stone on an empty square would make on its four lines together, for one side.
// A higher class is a stronger threat.
type Class uint8

// The classes. None of them needs a list of squares: they are read from the four shapes.
const (
	None             Class = iota
	Forbidden              // renju's x: an overline or two fours, and no five
	Two                    // an open two
	ThreeBlocked           // a three that can only become a four
	DoubleTwo              // two open twos
	ThreeBlockedPlus       // a blocked three with another one or an open two
	Three                  // an open three
	ThreePlus              // an open three with a blocked one or an open two
	DoubleThree            // two open threes
	SingleFour             // a four
	FourPlus               // a four with a blocked three or an open two
	FourThree              // a four with an open three
	WinningFour            // an open four, or two fours
	WinningRow             // five
	Classes                // the number of classes
)

// Pairs is the number of places for pairs of classes, see Pair.
const Pairs = 1 << 8

// Pair numbers what two sides would make on the same square.
func Pair(own, other Class) uint8 { return uint8(own | other<<4) }

// A Code holds a side's shapes on the four lines of a square, four bits each.
type Code uint16

// Shape returns the shape on line d, 0 to 3.
func (c Code) Shape(d int) Shape { return Shape(c >> (4 * d) & 15) }

// tally counts shapes of a code in fields of four bits.
type tally uint64

const (
	five tally = 1 << (4 * iota)
	openFour
	four
	openThree
	blockedThree
	openTwo
	over
)

func (t tally) of(field tally) int { return int(t/field) & 15 }

var tallies = [16]tally{
	Over:         over,
	OpenTwo:      openTwo,
	OpenTwoThree: openTwo,
	OpenTwoFour:  openTwo,
	BlockedThree: blockedThree,
	OpenThree:    openThree,
	OpenThreeTwo: openThree,
	Four:         four,
	OpenFour:     openFour,
	Five:         five,
}

func (c Code) tally() tally {
	return tallies[c&15] + tallies[c>>4&15] + tallies[c>>8&15] + tallies[c>>12]
}

// Class joins the shapes of a code. forbids is for renju's x, who may not make double threes: a code
// that looks like one is suspect, since only the position tells whether it is forbidden, and counts as
// a SingleFour if it has a four, as a Three otherwise, and never as more.
func (c Code) Class(forbids bool) (class Class, suspect bool) {
	t := c.tally()
	if forbids && t.of(five) == 0 {
		fours := t.of(four) + t.of(openFour)
		switch {
		case t.of(over) > 0 || fours > 1:
			return Forbidden, false
		case t.of(openThree) > 1 && fours > 0:
			return SingleFour, true
		case t.of(openThree) > 1:
			return Three, true
		}
	}
	return t.class(), false
}

func (t tally) class() Class {
	fours := t.of(four) + 2*t.of(openFour)
	threes, more := t.of(openThree), t.of(blockedThree)+t.of(openTwo)
	switch {
	case t.of(five) > 0:
		return WinningRow
	case fours > 1:
		return WinningFour
	case fours == 1 && threes > 0:
		return FourThree
	case fours == 1 && more > 0:
		return FourPlus
	case fours == 1:
		return SingleFour
	case threes > 1:
		return DoubleThree
	case threes == 1 && more > 0:
		return ThreePlus
	case threes == 1:
		return Three
	case t.of(blockedThree) > 0 && more > 1:
		return ThreeBlockedPlus
	case t.of(blockedThree) > 0:
		return ThreeBlocked
	case t.of(openTwo) > 1:
		return DoubleTwo
	case t.of(openTwo) > 0:
		return Two
	}
	return None
}
