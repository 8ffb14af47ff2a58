package nnue

import "tahoun/search/pages"

// A line pattern is the content of a line up to Reach squares to each side of an empty square. Squares behind a wall or
// beyond the edge do not count, and mirror images are one pattern. Squares are two bits each, as board.Stone numbers
// them. A pattern comes in two halves: in the low one the lowest bits are farthest from the centre, in the high one
// nearest.

const (
	Reach        = 4                         // squares to each side; with another value halves below do not compile
	LinePatterns = halves * (halves + 1) / 2 // how many differ: 7,381

	// halves is how many halves differ: 0 to Reach squares, each empty or of one of two colours, and then a wall or the
	// end.
	halves   = 1 + 3 + 9 + 27 + 81
	halfBits = 7
)

var _ = halvesAndPatternAndPliesAround([Reach]struct{}{})

// halvesAndPatternAndPliesAround is written for a Reach of 4: the sum halves, the bytes that Pattern takes, and
// position.Ply.around, whose windows may not reach farther than those of the shapes.
type halvesAndPatternAndPliesAround [4]struct{}

// A LineIndex numbers all line patterns.
type LineIndex struct {
	low, high [1 << (2 * Reach)]uint8     // numbers of halves
	of        [1 << (2 * halfBits)]uint16 // by the numbers of both halves
	swap      [LinePatterns]LinePattern   // see SwapColours
}

// A LinePattern numbers the content of a window of a line, less than LinePatterns. Package pattern's shapes are
// coarser: they sum up how such a window can become a row.
type LinePattern = uint16

// Pattern returns the line pattern of two halves.
func (l *LineIndex) Pattern(low, high uint8) LinePattern {
	return l.of[(uint(l.low[low])<<halfBits|uint(l.high[high]))%uint(len(l.of))]
}

// NewLineIndex computes the numbers.
func NewLineIndex() *LineIndex {
	l := pages.New[LineIndex]()
	for half := range l.low {
		l.low[half], l.high[half] = uint8(halfNumber(half, Reach-1, -1)), uint8(halfNumber(half, 0, 1))
	}
	next := LinePattern(0)
	for i := range halves {
		for k := i; k < halves; k++ {
			l.of[i<<halfBits|k], l.of[k<<halfBits|i] = next, next
			next++
		}
	}
	l.pairColours()
	return l
}

// halfNumber numbers a half. Its square nearest to the centre has index nearest; step leads away from the centre.
func halfNumber(half, nearest, step int) int {
	number, shorter, longer := 0, 0, 1 // longer is how many halves have so many squares, shorter how many have fewer
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

// The content of a square.
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

// SwapColours returns, for each line pattern, the one with the colours exchanged.
func (l *LineIndex) SwapColours() *[LinePatterns]LinePattern { return &l.swap }

// pairColours computes swap.
func (l *LineIndex) pairColours() {
	var half [halves]uint8
	for squares, number := range l.high {
		half[number] = l.high[swapped(squares)]
	}
	for low := range halves {
		for high := range halves {
			l.swap[l.of[low<<halfBits|high]] = l.of[int(half[low])<<halfBits|int(half[high])]
		}
	}
}
