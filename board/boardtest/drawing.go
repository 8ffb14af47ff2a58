package boardtest

import (
	"fmt"
	"strings"

	"tahoun/board"
)

// Nowhere is a point off every board.
var Nowhere = board.Point{X: -1, Y: -1}

// Parse returns the board of a drawing: rows of -, x, o and #, separated by blanks or line ends. It panics on a
// bad drawing.
func Parse(drawing string) *board.Board {
	b, _ := ParseMarked(drawing)
	return b
}

// ParseMarked also returns the last square drawn as `*`, which is empty, or Nowhere if there is none.
func ParseMarked(drawing string) (b *board.Board, marked board.Point) {
	rows := strings.Fields(drawing)
	b, marked = board.New(len(rows[0]), len(rows)), Nowhere
	for y, row := range rows {
		if len(row) != b.Width() {
			panic(fmt.Sprintf("row %d of the drawing: want %d squares, got %q", y, b.Width(), row))
		}
		for x := range row {
			p := board.Point{X: x, Y: y}
			if row[x] == '*' {
				marked = p
				continue
			}
			stone := strings.IndexByte("-xo#", row[x])
			if stone < 0 {
				panic(fmt.Sprintf("row %d of the drawing: unknown letter %q", y, row[x]))
			}
			b.Set(p, board.Stone(stone))
		}
	}
	return b, marked
}

// Text draws a board as Parse reads it, each row with its line end.
func Text(b *board.Board) string {
	var rows strings.Builder
	for p, s := range b.Points {
		rows.WriteString(s.String())
		if p.X == b.Width()-1 {
			rows.WriteByte('\n')
		}
	}
	return rows.String()
}
