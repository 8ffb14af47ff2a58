package board

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// Draw writes the board for a person at a terminal, in plain ASCII: the letters of board files with a
// space between them, row numbers at the left, column numbers above with their digits one below the
// other, both counted from 0 as in TAH.DAT. The square on mark stands in brackets; a mark off the board
// marks nothing.
//
//	  0 1 2
//	0 - - -
//	1 -[x]o
//	2 - - #
func (b *Board) Draw(w io.Writer, mark Point) error {
	var page bytes.Buffer
	label := len(strconv.Itoa(b.height - 1))
	b.drawColumnNumbers(&page, label)
	for y := range b.height {
		fmt.Fprintf(&page, "%*d", label, y)
		b.drawRow(&page, y, mark)
	}
	_, err := w.Write(page.Bytes())
	return err
}

// drawColumnNumbers writes a line for each digit of the last column's number. That column has a digit
// in every line, so none ends in spaces.
func (b *Board) drawColumnNumbers(page *bytes.Buffer, label int) {
	digits := len(strconv.Itoa(b.width - 1))
	for digit := range digits {
		fmt.Fprintf(page, "%*s", label, "")
		for x := range b.width {
			number := fmt.Sprintf("%*d", digits, x)
			page.WriteByte(' ')
			page.WriteByte(number[digit])
		}
		page.WriteByte('\n')
	}
}

// drawRow writes the squares of row y. The brackets of the mark take the places of the spaces beside it.
func (b *Board) drawRow(page *bytes.Buffer, y int, mark Point) {
	marked := mark.Y == y && b.Contains(mark)
	for x := range b.width {
		switch {
		case marked && x == mark.X:
			page.WriteByte('[')
		case marked && x == mark.X+1:
			page.WriteByte(']')
		default:
			page.WriteByte(' ')
		}
		page.WriteString(b.At(Point{x, y}).String())
	}
	if marked && mark.X == b.width-1 {
		page.WriteByte(']')
	}
	page.WriteByte('\n')
}
