// Package symmetry turns and mirrors squares of a board.
package symmetry

import "tahoun/board"

// Count is the number of symmetries of a square.
const Count = 8

// Apply returns p after symmetry n, from 0 to Count-1: bit 0 mirrors the columns, bit 1 the rows, then bit 2 swaps
// both. A column and its mirror image add up to sum.X, a row and its to sum.Y.
func Apply(p board.Point, n int, sum board.Point) board.Point {
	if n&1 != 0 {
		p.X = sum.X - p.X
	}
	if n&2 != 0 {
		p.Y = sum.Y - p.Y
	}
	if Swaps(n) {
		p.X, p.Y = p.Y, p.X
	}
	return p
}

// Inverse returns the symmetry that undoes n.
func Inverse(n int) int {
	if Swaps(n) {
		return n&4 | n&1<<1 | n&2>>1
	}
	return n
}

// Swaps reports whether symmetry n turns columns into rows.
func Swaps(n int) bool { return n&4 != 0 }
