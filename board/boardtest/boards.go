// Package boardtest makes boards for tests, and judges claims about them slowly but plainly.
package boardtest

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"tahoun/board"
)

// EveryRule lists the rules that differ in wins or forbidden moves.
var EveryRule = []board.Rule{
	board.Freestyle, board.ExactFive, board.Renju, board.Renju | board.ExactFive,
	board.Caro, board.Caro | board.ExactFive}

// Empties returns every empty square.
func Empties(b *board.Board) []board.Point {
	all := slices.Grow([]board.Point(nil), b.Count(board.Empty))
	for p, s := range b.Points {
		if s == board.Empty {
			all = append(all, p)
		}
	}
	return all
}

// OnLine reports whether a line joins two squares that are no further apart than reach.
func OnLine(p, q board.Point, reach int) bool {
	x, y := max(p.X-q.X, q.X-p.X), max(p.Y-q.Y, q.Y-p.Y)
	return max(x, y) <= reach && (x == 0 || y == 0 || x == y)
}

// Sprinkle returns a board with the given shares of stones and walls, in percent.
func Sprinkle(rng *rand.Rand, width, height, stones, walls int) *board.Board {
	b := board.New(width, height)
	for at := range b.Points {
		switch n := rng.IntN(100); {
		case n < walls:
			b.Set(at, board.Wall)
		case n < walls+stones:
			b.Set(at, board.X+board.Stone(rng.IntN(2)))
		}
	}
	return b
}

// Clash returns a small board full of lines of both sides, with some walls.
func Clash(rng *rand.Rand, width, height, open int) *board.Board {
	b := board.New(width, height)
	for b.Count(board.Empty) > open {
		at := board.Point{X: rng.IntN(width), Y: rng.IntN(height)}
		s := board.X + board.Stone(rng.IntN(2))
		if rng.IntN(12) == 0 {
			s = board.Wall
		}
		b.Set(at, s)
	}
	return b
}

// Middle returns a board with at most eight stones near its middle.
func Middle(rng *rand.Rand, width, height int) *board.Board {
	b := board.New(width, height)
	for i := range 8 {
		at := board.Point{X: width/2 + rng.IntN(7) - 3, Y: height/2 + rng.IntN(7) - 3}
		if b.At(at) == board.Empty {
			b.Set(at, board.X+board.Stone(i%2))
		}
	}
	return b
}

// Sweep returns how many random cases a test tries: as many as it names, few enough for every day, or with the
// environment's TAHOUN_SWEEP=20 twenty times as many, for changes of the code that the test is about.
func Sweep(cases int) int {
	if times, err := strconv.Atoi(os.Getenv("TAHOUN_SWEEP")); err == nil && times > 0 {
		return cases * times
	}
	return cases
}
