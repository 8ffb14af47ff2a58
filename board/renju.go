package board

import "slices"

// A Foul is the reason why renju forbids a move.
type Foul uint8

// The fouls, the gravest last. Of a move that makes several, Foul names the gravest.
const (
	NoFoul Foul = iota
	DoubleThree
	DoubleFour
	Overline
)

// String returns the foul in words.
func (f Foul) String() string {
	return [...]string{"no foul", "double three", "double four", "overline"}[f]
}

// Forbidden reports whether x may not play on the empty square p under r. It is false on any other
// square and under rules that forbid x nothing. The board is only read.
func (b *Board) Forbidden(p Point, r Rule) bool { return b.Foul(p, r) != NoFoul }

// Foul returns why x may not play on the empty square p under r. It is NoFoul where x may, on any other
// square and under rules that forbid x nothing. The board is only read.
//
// Renju's definition, in the words used below: a move that makes exactly five is allowed even if it makes more
// than that; otherwise it is forbidden if it makes an overline (six or more in a row), two fours or two
// threes.
//
//   - A four is four stones on a line that one more stone turns into exactly five. Two fours can lie on
//     one line: x-xxx-x, xx-xx-xx.
//   - A straight four is an unbroken four that can be completed at both ends: -xxxx-. It is one four.
//   - A three is three stones on a line that one more stone turns into a straight four, where that
//     stone makes no five anywhere and is itself not forbidden. A line holds at most one three.
//
// This is the slow reference that tests compare faster versions with: it follows the definition stone by
// stone and keeps no state.
func (b *Board) Foul(p Point, r Rule) Foul {
	if !r.Forbids(X) || b.At(p) != Empty {
		return NoFoul
	}
	left := ForbiddenTries
	return b.Clone().foul(p, &left)
}

// ForbiddenTries is how many squares Forbidden may examine to judge one, whose verdict can depend on theirs. Without a
// limit that takes for ever on lattices of x's stones; 1,136,000 squares of random boards took 18 at most.
// Squares beyond it count as allowed.
const ForbiddenTries = 1000

// foul is Foul under renju for an empty p, on a board that it may try stones on, where left more squares may be looked
// at. It leaves the board as it was.
func (b *Board) foul(p Point, left *int) Foul {
	if *left--; *left < 0 || b.makesFive(p) {
		return NoFoul
	}
	b.Set(p, X)
	defer b.Set(p, Empty)
	switch {
	case b.overline(p):
		return Overline
	case b.fours(p) >= 2:
		return DoubleFour
	case b.threes(p, left) >= 2:
		return DoubleThree
	}
	return NoFoul
}

// makesFive reports whether x on p stands, or would stand, in a row of exactly five.
func (b *Board) makesFive(p Point) bool {
	return slices.ContainsFunc(Directions[:], func(d Point) bool {
		_, _, n := b.Run(p, d, X)
		return n == 5
	})
}

// overline reports whether the stone on p stands in a row of six or more.
func (b *Board) overline(p Point) bool {
	return slices.ContainsFunc(Directions[:], func(d Point) bool {
		_, _, n := b.Run(p, d, X)
		return n > 5
	})
}

// fours counts the fours that the stone on p belongs to.
func (b *Board) fours(p Point) int {
	total := 0
	for _, d := range Directions {
		from, to, n := b.Run(p, d, X)
		// The row is unbroken once a four is completed, so only the two squares beside it can do that.
		before, after := b.completes(from.Add(d, -1), d), b.completes(to.Add(d, 1), d)
		switch {
		case before && after && n != 4:
			total += 2
		case before || after:
			total++
		}
	}
	return total
}

// completes reports whether x could play on p and would make exactly five along d.
func (b *Board) completes(p, d Point) bool {
	_, _, n := b.Run(p, d, X)
	return n == 5 && b.At(p) == Empty
}

// threes counts the threes that the stone on p belongs to.
func (b *Board) threes(p Point, left *int) int {
	total := 0
	for _, d := range Directions {
		if b.threeAlong(p, d, left) {
			total++
		}
	}
	return total
}

// threeAlong reports whether the stone on p is part of a three along d. A straight four is unbroken, so that the stone
// that makes it lies next to p's row.
func (b *Board) threeAlong(p, d Point, left *int) bool {
	from, to, _ := b.Run(p, d, X)
	return b.threeWith(from.Add(d, -1), p, d, left) || b.threeWith(to.Add(d, 1), p, d, left)
}

// threeWith reports whether the stone on p is part of a three along d that q would turn into a straight four.
func (b *Board) threeWith(q, p, d Point, left *int) bool {
	return b.straightens(q, p, d) && !b.makesFive(q) && b.foul(q, left) == NoFoul
}

// straightens reports whether x on q would make the stone on p part of a straight four along d.
func (b *Board) straightens(q, p, d Point) bool {
	if b.At(q) != Empty {
		return false
	}
	b.Set(q, X)
	defer b.Set(q, Empty)
	from, to, n := b.Run(p, d, X)
	return n == 4 && b.completes(from.Add(d, -1), d) && b.completes(to.Add(d, 1), d)
}

// FoulRows returns the rows that make x's move on p the foul that Foul names, each with all its stones and p. It is nil
// where x may play.
func (b *Board) FoulRows(p Point, r Rule) (rows [][]Point) {
	foul := b.Foul(p, r)
	if foul == NoFoul {
		return nil
	}
	c, left := b.Clone(), ForbiddenTries
	c.Set(p, X)
	for _, d := range Directions {
		from, to, n := c.Run(p, d, X)
		before, after := from.Add(d, -1), to.Add(d, 1)
		switch {
		case foul == Overline:
			if n > 5 {
				rows = append(rows, c.rowWith(p, p, d))
			}
		case foul == DoubleFour:
			first := c.completes(before, d)
			if first {
				rows = append(rows, c.rowWith(before, p, d))
			}
			if c.completes(after, d) && !(first && n == 4) { // a straight four is one
				rows = append(rows, c.rowWith(after, p, d))
			}
		case c.threeWith(before, p, d, &left):
			rows = append(rows, c.rowWith(before, p, d))
		case c.threeWith(after, p, d, &left):
			rows = append(rows, c.rowWith(after, p, d))
		}
	}
	return rows
}

// rowWith returns the stones of the row along d that p is in once x plays q, without q where it is empty.
func (b *Board) rowWith(q, p, d Point) (row []Point) {
	empty := b.At(q) == Empty
	if empty {
		b.Set(q, X)
		defer b.Set(q, Empty)
	}
	at, _, n := b.Run(p, d, X)
	for range n {
		if at != q || !empty {
			row = append(row, at)
		}
		at = at.Add(d, 1)
	}
	return row
}
