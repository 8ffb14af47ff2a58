// Package pattern knows what a stone would make on one line: it reads the few squares around an empty
// one and names the shape, for every rule, and it joins the shapes of a square's four lines into one
// class. It holds no position and judges no move.
package pattern

// A Shape says what a stone on an empty square would make on one line through it, for one side.
// Later names are not always worth more, but every shape from Four up threatens a five.
type Shape uint8

// The shapes. "Open" means that the opponent's one answer on the line does not stop the next step.
const (
	Dead         Shape = iota // no five can arise here any more
	Over                      // breaks the rule here: an overline, in renju also two fours on one line
	BlockedOne                // may become a BlockedTwo
	OpenOne                   // may become an open two
	BlockedTwo                // may become a BlockedThree
	OpenTwo                   // one or two squares make an open three of it
	OpenTwoThree              // three squares do
	OpenTwoFour               // four squares or more do
	BlockedThree              // a further stone makes a Four, none an OpenFour
	OpenThree                 // one square makes an OpenFour of it
	OpenThreeTwo              // two squares or more do
	Four                      // one answer stops the five
	OpenFour                  // no single answer stops the five
	Five                      // a winning row
	Shapes                    // the number of shapes
)

// IsOpenThree tells whether the shape becomes an OpenFour unless answered.
func (s Shape) IsOpenThree() bool { return s == OpenThree || s == OpenThreeTwo }

// IsFour tells whether the shape threatens a five.
func (s Shape) IsFour() bool { return s == Four || s == OpenFour }
