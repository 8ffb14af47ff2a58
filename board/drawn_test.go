package board_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// nowhere is a point off every board.
var nowhere = board.Point{X: -1, Y: -1}

// drawn reads a board drawn with the letters of board files, a line per row. The square drawn as `*` is
// empty and is returned; nowhere is returned if there is none.
func drawn(t testing.TB, picture string) (*board.Board, board.Point) {
	t.Helper()
	rows := strings.Fields(picture)
	b, asked := board.New(len(rows[0]), len(rows)), nowhere
	for y, row := range rows {
		require.Len(t, row, b.Width(), "row %d of the drawing", y)
		for x := range b.Width() {
			p := board.Point{X: x, Y: y}
			if row[x] == '*' {
				asked = p
				continue
			}
			s := strings.IndexByte("-xo#", row[x])
			require.GreaterOrEqual(t, s, 0, "letter %q in the drawing", row[x])
			b.Set(p, board.Stone(s))
		}
	}
	return b, asked
}

// picture is the opposite of drawn: it shows a board in messages and compares two in one line.
func picture(b *board.Board) string {
	var rows strings.Builder
	for p, s := range b.Points {
		rows.WriteString(s.String())
		if p.X == b.Width()-1 {
			rows.WriteByte('\n')
		}
	}
	return rows.String()
}

// crowd returns a board with stones in a heap, as they lie in a game: three of five x, the others o,
// and now and then a wall.
func crowd(rng *rand.Rand, width, height, stones int) *board.Board {
	b := board.New(width, height)
	spread := 1.2 + 0.3*float64(min(width, height))*rng.Float64()
	for range stones {
		p := board.Point{
			X: width/2 + int(spread*rng.NormFloat64()),
			Y: height/2 + int(spread*rng.NormFloat64()),
		}
		if b.At(p) != board.Empty {
			continue
		}
		switch n := rng.IntN(40); {
		case n < 24:
			b.Set(p, board.X)
		case n < 39:
			b.Set(p, board.O)
		default:
			b.Set(p, board.Wall)
		}
	}
	return b
}
