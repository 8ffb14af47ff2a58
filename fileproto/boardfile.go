package fileproto

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"tahoun/board"
)

// ParseBoard reads a board file: a line per row, a character per square. name is the file's, for
// warnings and errors. A square that cannot be read is a wall, and so is one that a short row
// lacks: no move is made there. Boards that a person typed in another way are read too, see parseTyped. A file without
// an empty square is an error, and one that can be read in two ways; the board is nil then.
func ParseBoard(name string, data []byte) (*board.Board, []string, error) {
	if b, warning, ok, err := parseTyped(name, data); ok {
		return checked(name, b, warning, err)
	}
	p := boardParser{name: name}
	rows := p.rows(data)
	if len(rows) == 0 {
		return nil, p.warnings, errors.New(name + `: no row in it: want a line of "-", "x", "o" and "#" for each row of the board`)
	}
	p.board = board.New(p.width(rows), len(rows))
	for y, r := range rows {
		p.fill(y, r)
	}
	p.warnCapitals()
	if p.board.Count(board.Empty) == 0 {
		return nil, p.warnings, errors.New(at(name, rows[0].line) + `no empty square on the board: want a "-" where a move can be made`)
	}
	return p.board, p.warnings, nil
}

// checked returns a typed board if it has an empty square.
func checked(name string, b *board.Board, warning string, err error) (*board.Board, []string, error) {
	switch {
	case err != nil:
		return nil, nil, err
	case b.Count(board.Empty) == 0:
		return nil, []string{warning}, errors.New(name + ": no empty square on the board")
	}
	return b, []string{warning}, nil
}

// A row is one line of a board file.
type row struct {
	line    int // its number in the file
	text    string
	squares int // its length in characters; a byte that is no UTF-8 counts as one
}

// A boardParser is the state of ParseBoard.
type boardParser struct {
	name     string
	board    *board.Board
	warnings []string

	capitals     int    // how many stones are upper-case
	firstCapital string // the place of the first of them
}

// warn notes a warning about a character of a line, both counted from 1.
func (p *boardParser) warn(line, column int, text string) {
	p.warnings = append(p.warnings, p.place(line, column)+text)
}

func (p *boardParser) place(line, column int) string {
	return p.name + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(column) + ": "
}

// rows returns the rows of the file, at most as many as a board can have.
func (p *boardParser) rows(data []byte) []row {
	var rows []row
	for line, text := range lines(data) {
		if len(rows) == board.MaxSide {
			p.warn(line, 1, "ignored the rows from here on: a board has at most "+strconv.Itoa(board.MaxSide))
			break
		}
		rows = append(rows, row{line, text, utf8.RuneCountInString(text)})
	}
	return rows
}

// width returns the length of the longest row, at most board.MaxSide.
func (p *boardParser) width(rows []row) int {
	width := 0
	for _, r := range rows {
		if r.squares > board.MaxSide {
			p.warn(r.line, board.MaxSide+1, "ignored the columns from here on: a board has at most "+strconv.Itoa(board.MaxSide))
			return board.MaxSide
		}
		width = max(width, r.squares)
	}
	return width
}

// fill sets the squares of row y.
func (p *boardParser) fill(y int, r row) {
	x, width := 0, p.board.Width()
	for i, c := range r.text {
		if x == width {
			return
		}
		p.board.Set(board.Point{X: x, Y: y}, p.square(r, i, x+1, c))
		x++
	}
	if x == width {
		return
	}
	p.warn(r.line, x+1, "row of length "+strconv.Itoa(x)+" filled with walls to "+strconv.Itoa(width))
	for ; x < width; x++ {
		p.board.Set(board.Point{X: x, Y: y}, board.Wall)
	}
}

// square returns the stone that c stands for: the character at byte i of r, in the given column.
func (p *boardParser) square(r row, i, column int, c rune) board.Stone {
	switch c {
	case '-':
		return board.Empty
	case 'x':
		return board.X
	case 'o':
		return board.O
	case '#':
		return board.Wall
	case 'X', 'O':
		if p.capitals++; p.capitals == 1 {
			p.firstCapital = p.place(r.line, column)
		}
		if c == 'X' {
			return board.X
		}
		return board.O
	}
	_, size := utf8.DecodeRuneInString(r.text[i:])
	p.warn(r.line, column, "unknown character "+quote(r.text[i:i+size])+" taken as a wall")
	return board.Wall
}

// warnCapitals says once where upper-case stones begin and how many there are.
func (p *boardParser) warnCapitals() {
	if p.capitals > 0 {
		p.warnings = append(p.warnings, p.firstCapital+"upper-case letters taken as stones, "+strconv.Itoa(p.capitals)+" in all")
	}
}
