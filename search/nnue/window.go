package nnue

// A window is what lies on a line up to Reach squares to each side of an empty square. What is behind a wall, or the
// edge, does not count; mirror images are one window. Squares are two bits each, as board.Stone numbers them. A window
// comes in two halves: of the low one the lowest bits are farthest from the centre, of the high one nearest.

const (
	Reach   = 4
	Windows = halves * (halves + 1) / 2

	// halves is how many halves differ: 0 to Reach squares, each empty or of one of two colours, and then a wall or the
	// end.
	halves   = 1 + 3 + 9 + 27 + 81
	halfBits = 7
)

// A Numbering numbers all windows.
type Numbering struct {
	low, high [1 << (2 * Reach)]uint8     // numbers of halves
	of        [1 << (2 * halfBits)]uint16 // by the numbers of both halves
}

// A Window is the number of a window, less than Windows.
type Window = uint16

// Window returns the window of two halves.
func (n *Numbering) Window(low, high uint8) Window {
	return n.of[(uint(n.low[low])<<halfBits|uint(n.high[high]))%uint(len(n.of))]
}

// NewNumbering works out the numbers.
func NewNumbering() *Numbering {
	n := new(Numbering)
	for half := range n.low {
		n.low[half], n.high[half] = uint8(halfNumber(half, Reach-1, -1)), uint8(halfNumber(half, 0, 1))
	}
	next := Window(0)
	for i := range halves {
		for k := i; k < halves; k++ {
			n.of[i<<halfBits|k], n.of[k<<halfBits|i] = next, next
			next++
		}
	}
	return n
}

// halfNumber numbers a half whose square nearest the centre is nearest, the others step by step behind it.
func halfNumber(half, nearest, step int) int {
	number, shorter, longer := 0, 0, 1 // longer is how many halves have so many squares, shorter how many have less
	for i := range Reach {
		square := half >> (2 * (nearest + i*step)) & 3
		if square == wall {
			break
		}
		number = 3*number + square
		shorter, longer = shorter+longer, 3*longer
	}
	return shorter + number
}

// What a square of a window may be.
const (
	vacant = iota
	stoneX
	stoneO
	wall
)

// swapped returns a half with the colours exchanged.
func swapped(half int) (to int) {
	for i := range Reach {
		to |= [...]int{vacant: vacant, stoneX: stoneO, stoneO: stoneX, wall: wall}[half>>(2*i)&3] << (2 * i)
	}
	return to
}

// Swaps returns for each window the one with the colours exchanged.
func (n *Numbering) Swaps() *[Windows]Window {
	var half [halves]uint8
	for squares, number := range n.high {
		half[number] = n.high[swapped(squares)]
	}
	swap := new([Windows]Window)
	for low := range halves {
		for high := range halves {
			swap[n.of[low<<halfBits|high]] = n.of[int(half[low])<<halfBits|int(half[high])]
		}
	}
	return swap
}
