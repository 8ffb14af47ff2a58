package board

import "fmt"

// An Outcome is the effect of a move on the game.
type Outcome struct {
	Foul bool    // x played a forbidden square; the stone stands all the same
	Row  []Point // the finished row from end to end, nil if there is none
}

// Five reports whether the move finished a winning row.
func (o Outcome) Five() bool { return o.Row != nil }

// Play puts a stone of side on p and returns the outcome under r. In a continuous game the
// finished row turns into walls, and of two rows finished at once only the first in the order of
// Directions; in other games all stones stay. With an error nothing is played.
func (b *Board) Play(p Point, side Stone, r Rule) (Outcome, error) {
	if err := b.playable(p, side); err != nil {
		return Outcome{}, err
	}
	foul := side == X && b.Forbidden(p, r)
	b.Set(p, side)
	row := b.finishedRow(p, side, r)
	if r&Continuous != 0 {
		for _, q := range row {
			b.Set(q, Wall)
		}
	}
	return Outcome{Foul: foul, Row: row}, nil
}

// playable returns why side may not put a stone on p, nil if it may.
func (b *Board) playable(p Point, side Stone) error {
	if side != X && side != O {
		return fmt.Errorf("want a stone of x or o, got %q", side)
	}
	if !b.Contains(p) {
		return fmt.Errorf("%v is off the board of %d columns and %d rows", p, b.width, b.height)
	}
	switch s := b.At(p); s {
	case Empty:
		return nil
	case Wall:
		return fmt.Errorf("%v is a wall", p)
	default:
		return fmt.Errorf("%v already holds %v", p, s)
	}
}

// finishedRow returns the squares of the first winning row through the stone on p.
func (b *Board) finishedRow(p Point, side Stone, r Rule) []Point {
	rows := r.Rows(side)
	for _, d := range Directions {
		if !b.winsAlong(p, d, side, rows) {
			continue
		}
		from, _, n := b.Run(p, d, side)
		row := make([]Point, n)
		for i := range row {
			row[i] = from.Add(d, i)
		}
		return row
	}
	return nil
}

// FirstLegal returns the first empty square that r does not forbid to side, or the first empty one if all are
// forbidden. The board must have an empty square.
func (b *Board) FirstLegal(side Stone, r Rule) Point {
	var first *Point
	for p, s := range b.Points {
		if s != Empty {
			continue
		}
		if !r.Forbids(side) || !b.Forbidden(p, r) {
			return p
		}
		if first == nil {
			first = &p
		}
	}
	return *first
}
