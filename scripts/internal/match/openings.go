// Package match arranges games and referees them: openings, the schedule, one game between two players
// under all rules, and many games at once. It does not start programs, keep logs or weigh results.
package match

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"tahoun/board"
	"tahoun/board/symmetry"
)

// An Opening is a list of stones on the board before the players begin, x and o in turn, as offsets from the square
// (width/2, height/2). The empty opening leaves the first move to x.
type Opening struct {
	Stones []board.Point
	From   string // the file and the place in it, for messages
}

// WriteOpenings writes openings in the offset format.
func WriteOpenings(w io.Writer, openings []Opening) error {
	text := bufio.NewWriter(w)
	for _, o := range openings {
		for i, s := range o.Stones {
			if i > 0 {
				_, _ = text.WriteString(", ")
			}
			fmt.Fprint(text, s)
		}
		_ = text.WriteByte('\n')
	}
	return text.Flush() // has the first error of the lines above
}

// Hash returns a hash of openings. It depends only on the stones.
func Hash(openings []Opening) string {
	h := sha256.New()
	for _, o := range openings {
		fmt.Fprintln(h, o.Stones)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// On returns the opening's squares on a board.
func (o Opening) On(width, height int) []board.Point {
	squares := make([]board.Point, len(o.Stones))
	for i, s := range o.Stones {
		squares[i] = board.Point{X: width/2 + s.X, Y: height/2 + s.Y}
	}
	return squares
}

// Fit returns the openings that can be played under the terms, and for each of the others why it cannot.
func Fit(openings []Opening, terms Terms) (fitting []Opening, refused []error) {
	for _, o := range openings {
		if err := terms.place(terms.board(), o.On(terms.Width, terms.Height)); err != nil {
			refused = append(refused, fmt.Errorf("match: opening %s: %w", o.From, err))
			continue
		}
		fitting = append(fitting, o)
	}
	return fitting, refused
}

// place places an opening on a board, or returns why it cannot be played.
func (t Terms) place(b *board.Board, squares []board.Point) error {
	side := board.X
	for _, p := range squares {
		switch out, err := b.Play(p, side, t.Rule); {
		case err != nil:
			return err
		case out.Foul:
			return fmt.Errorf("%v is forbidden to x", p)
		case out.Five():
			return fmt.Errorf("%v finishes a row", p)
		}
		side = side.Other()
	}
	return nil
}

// edgeReach is the distance from an edge at which the edge no longer matters to a stone: every row of five through it
// fits on the board.
const edgeReach = 4

// transformed returns the squares of the opening after one of the eight symmetries. If edges matter to no stone, before
// and after, it shifts the opening as well. It chooses only symmetries that fit a board that is not square or has
// walls; the unchanged opening always fits.
func (o Opening) transformed(rng *rand.Rand, terms Terms) []board.Point {
	var ways [][]board.Point
	for n := range symmetry.Count {
		squares := o.On(terms.Width, terms.Height)
		for i, p := range squares {
			squares[i] = transform(p, n, terms.Width, terms.Height)
		}
		// Columns become rows of another length, so edges must not matter, before and after.
		closer := symmetry.Swaps(n) && terms.Width != terms.Height &&
			!(terms.inside(o.On(terms.Width, terms.Height)) && terms.inside(squares))
		if n == 0 || !closer && terms.place(terms.board(), squares) == nil {
			ways = append(ways, squares)
		}
	}
	squares := ways[rng.IntN(len(ways))]
	if len(squares) == 0 || !terms.inside(squares) {
		return squares
	}
	low, high := squares[0], squares[0]
	for _, p := range squares {
		low = board.Point{X: min(low.X, p.X), Y: min(low.Y, p.Y)}
		high = board.Point{X: max(high.X, p.X), Y: max(high.Y, p.Y)}
	}
	by := board.Point{
		X: edgeReach - low.X + rng.IntN(terms.Width-2*edgeReach-(high.X-low.X)),
		Y: edgeReach - low.Y + rng.IntN(terms.Height-2*edgeReach-(high.Y-low.Y)),
	}
	shifted := make([]board.Point, len(squares))
	for i, p := range squares {
		shifted[i] = board.Point{X: p.X + by.X, Y: p.Y + by.Y}
	}
	if terms.place(terms.board(), shifted) != nil {
		return squares
	}
	return shifted
}

// transform returns a square after symmetry n of the board, with columns and rows swapped about the middle.
func transform(p board.Point, n, width, height int) board.Point {
	p = symmetry.Apply(p, n, board.Point{X: width - 1, Y: height - 1})
	if symmetry.Swaps(n) {
		shift := width/2 - height/2
		p.X, p.Y = p.X+shift, p.Y-shift
	}
	return p
}

// inside reports whether edges matter to no stone on the squares.
func (t Terms) inside(squares []board.Point) bool {
	return !slices.ContainsFunc(squares, func(p board.Point) bool {
		return min(p.X, p.Y, t.Width-1-p.X, t.Height-1-p.Y) < edgeReach
	})
}
