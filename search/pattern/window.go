package pattern

import (
	"math/bits"

	"tahoun/board"
)

// reach is how many squares to each side the widest window holds. Five in a row needs four. Longer rows, and the
// squares at the ends of a row, need five.
const reach = 5

const (
	span   = 2*reach + 1
	centre = reach
	whole  = 1<<span - 1
)

// Reach returns how many squares to each side of a square decide its shapes under rows.
func Reach(rows board.Rows) int {
	if rows.Exact || rows.Caro {
		return reach
	}
	return reach - 1
}

// A window is a line around an empty square, a bit per square, the square itself at bit centre.
// A square is empty when no mask has its bit. own is the side that would play.
type window struct{ own, opponent, wall uint16 }

func (w window) blocked() uint16 { return w.opponent | w.wall }
func (w window) empty() uint16   { return whole &^ (w.own | w.opponent | w.wall) }

// play returns the window with an own stone at its centre.
func (w window) play() window { w.own |= 1 << centre; return w }

// at returns the window around its square i; squares outside w count as wall.
func (w window) at(i int) window {
	if k := i - centre; k >= 0 {
		return window{w.own >> k, w.opponent >> k, w.wall>>k | whole&^(whole>>k)}
	}
	k := centre - i
	return window{w.own << k & whole, w.opponent << k & whole, w.wall<<k&whole | 1<<k - 1}
}

// run returns the first bit and the length of the row of own stones through the centre.
func (w window) run() (first, length int) {
	right := bits.TrailingZeros16(^(w.own >> centre))
	left := bits.LeadingZeros16(^(w.own << (15 - centre)))
	return centre - left + 1, left + right - 1
}

// around returns the squares around the centre, up to the first blocked one to each side.
func (w window) around() uint16 {
	b := w.blocked()
	right := bits.TrailingZeros16(b>>centre | 1<<(span-centre))
	left := centre - bits.Len16(b&(1<<centre-1))
	return (1<<(left+right) - 1) << (centre - left)
}

// id numbers the window: two windows of one id differ only behind a blocked square. Each half is its
// squares up to the first blocked one, the nearest in the lowest bit, with a leading 1. Where kinds is
// set, a further bit reports whether the opponent blocks it. The id of the mirrored window has the halves exchanged.
func (w window) id(kinds bool) int {
	before := func(mask uint16) uint16 { return bits.Reverse16(mask << (16 - centre)) }
	behind := func(mask uint16) uint16 { return mask >> (centre + 1) }
	low := halfID(before(w.own), before(w.opponent), before(w.wall), kinds)
	return low<<halfIDBits | halfID(behind(w.own), behind(w.opponent), behind(w.wall), kinds)
}

func halfID(own, opponent, wall uint16, kinds bool) int {
	n := bits.TrailingZeros16(opponent | wall | 1<<reach)
	id := 1<<n | int(own)&(1<<n-1)
	if kinds {
		id |= int(opponent>>n&1) << halfBits
	}
	return id
}

const (
	halfBits   = reach + 1             // one half of an id without the bit for its kind
	halfIDBits = halfBits + 1          // with it
	ids        = 1 << (2 * halfIDBits) // not all of them occur
)
