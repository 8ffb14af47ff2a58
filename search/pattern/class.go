package pattern

// A Class is a cell pattern: the threat that a stone of one side on an empty square would make on its four lines
// together. A higher class is a stronger threat.
type Class uint8

// The classes, from the four shapes alone, by the first that applies from the highest down. "Open three" and "open two"
// stand for all shapes of their kind.
const (
	None             Class = iota // NONE
	Forbidden                     // FORBID:         renju's x: Overline or two fours, but no Five; see Code.Class
	Two                           // L_FLEX2:        an open two
	ThreeBlocked                  // K_BLOCK3:       BlockedThree
	DoubleTwo                     // J_FLEX2_2X:     two open twos
	ThreeBlockedPlus              // I_BLOCK3_PLUS:  BlockedThree with another one or an open two
	Three                         // H_FLEX3:        an open three
	ThreePlus                     // G_FLEX3_PLUS:   an open three with BlockedThree or an open two
	DoubleThree                   // F_FLEX3_2X:     two open threes
	SingleFour                    // E_BLOCK4:       Four
	FourPlus                      // D_BLOCK4_PLUS:  Four with BlockedThree or an open two
	FourThree                     // C_BLOCK4_FLEX3: Four with an open three
	WinningFour                   // B_FLEX4:        OpenFour, or two Fours
	WinningRow                    // A_FIVE:         Five
	Classes                       // the number of classes
)

// String returns the field's name of a class from Three on, otherwise "quiet".
func (c Class) String() string {
	switch c {
	case Three, ThreePlus:
		return "three"
	case DoubleThree:
		return "double three"
	case SingleFour, FourPlus:
		return "four"
	case FourThree:
		return "four-three"
	case WinningFour:
		return "open four"
	case WinningRow:
		return "five"
	case Forbidden:
		return "forbidden"
	}
	return "quiet"
}

// Pairs is one more than the highest Pair.
const Pairs = 1 << 8

// Pair numbers the classes of the two sides on the same square.
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
	Overline:     over,
	OpenTwo:      openTwo,
	OpenTwoA:     openTwo,
	OpenTwoB:     openTwo,
	BlockedThree: blockedThree,
	OpenThree:    openThree,
	OpenThreeS:   openThree,
	Four:         four,
	OpenFour:     openFour,
	Five:         five,
}

func (c Code) tally() tally {
	return tallies[c&15] + tallies[c>>4&15] + tallies[c>>8&15] + tallies[c>>12]
}

// Class joins the shapes of a code. forbids is set for renju's x, to whom double threes are forbidden. Rapfi's table
// calls every double three FORBID and checks later; here it is suspect, since only the position reports whether it is
// forbidden. It counts as SingleFour if it has a four, else as Three, and never as more.
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
