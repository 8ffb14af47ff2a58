// Package board holds a gomoku position and its rules: squares, stones, walls, who has five under
// which rule, and renju's forbidden moves. It knows nothing about good moves, files or time.
package board

import (
	"slices"
	"strconv"
)

// MaxSide is the largest width and height of a board: managers offer 5 to 120.
const MaxSide = 120

// A Stone is the content of a square.
type Stone uint8

// The contents of a square. X moves first in a plain game; a Wall is a square of a finished line
// (`#` in a board file) or one off the board: it belongs to nobody and blocks both sides.
const (
	Empty Stone = iota
	X
	O
	Wall
)

// Other returns the opponent of X or O; it must not be asked of anything else.
func (s Stone) Other() Stone { return X + O - s }

// String returns the letter that board files use: "-", "x", "o" or "#".
func (s Stone) String() string { return "-xo#"[s : s+1] }

// A Point names a square by column X and row Y, counted from 0 at the top left.
type Point struct{ X, Y int }

// String returns "x,y", the form of an answer in TAH.DAT.
func (p Point) String() string { return strconv.Itoa(p.X) + "," + strconv.Itoa(p.Y) }

// Add returns p moved by n steps of d.
func (p Point) Add(d Point, n int) Point { return Point{p.X + n*d.X, p.Y + n*d.Y} }

// Directions are the four lines through a square, in the order in which the reference manager looks
// for a finished row: down, down right, right, up right.
var Directions = [4]Point{{0, 1}, {1, 1}, {1, 0}, {1, -1}}

// A Board is a rectangle of squares. The side to move is not part of it: the counts of stones do not
// tell it in openings and continuous games.
type Board struct {
	width, height int
	squares       []Stone // row by row
}

// New returns an empty board of the given size, each side from 1 to MaxSide.
func New(width, height int) *Board {
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide {
		panic("board: size " + strconv.Itoa(width) + "x" + strconv.Itoa(height) + " is outside 1 to 120")
	}
	return &Board{width, height, make([]Stone, width*height)}
}

// Width returns the number of columns.
func (b *Board) Width() int { return b.width }

// Height returns the number of rows.
func (b *Board) Height() int { return b.height }

// Contains reports whether p lies on the board.
func (b *Board) Contains(p Point) bool {
	return uint(p.X) < uint(b.width) && uint(p.Y) < uint(b.height)
}

// At returns the content of p: Wall for a point off the board.
func (b *Board) At(p Point) Stone {
	if !b.Contains(p) {
		return Wall
	}
	return b.squares[p.Y*b.width+p.X]
}

// Set puts s on p, which must be on the board, and replaces its content.
func (b *Board) Set(p Point, s Stone) { b.squares[p.Y*b.width+p.X] = s }

// Lay puts stones on squares, the first of side and the others in turn. It replaces their content, knows no rule, and
// returns whose turn it is then.
func (b *Board) Lay(side Stone, squares ...Point) Stone {
	for _, p := range squares {
		b.Set(p, side)
		side = side.Other()
	}
	return side
}

// SwapSides gives each side the stones of the other.
func (b *Board) SwapSides() {
	for i, s := range b.squares {
		if s == X || s == O {
			b.squares[i] = s.Other()
		}
	}
}

// Count returns how many squares hold s.
func (b *Board) Count(s Stone) int {
	n := 0
	for _, q := range b.squares {
		if q == s {
			n++
		}
	}
	return n
}

// Points calls yield for every square, row by row from the top left.
func (b *Board) Points(yield func(Point, Stone) bool) {
	for i, s := range b.squares {
		if !yield(Point{i % b.width, i / b.width}, s) {
			return
		}
	}
}

// Beside reports whether a stone lies on or within reach columns and rows of p.
func (b *Board) Beside(p Point, reach int) bool {
	for y := p.Y - reach; y <= p.Y+reach; y++ {
		for x := p.X - reach; x <= p.X+reach; x++ {
			if s := b.At(Point{x, y}); s == X || s == O {
				return true
			}
		}
	}
	return false
}

// Clone returns a copy that shares nothing with b.
func (b *Board) Clone() *Board {
	return &Board{b.width, b.height, slices.Clone(b.squares)}
}
