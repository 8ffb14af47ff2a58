package fileproto

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tahoun/board"
	"tahoun/fileproto/typed"
)

// ParseBoard reads a board file: a line per row, a character per square. name is the file's, for warnings and errors.
// In a manager's file a square that cannot be read is a wall, and so is one that a short row lacks: no move is made
// there. A board that a person typed in another way is read too, see package typed; it is an error if a part of it is
// not understood. A file without an empty square is an error. The board is nil then.
func ParseBoard(name string, data []byte) (*board.Board, []string, error) {
	p := boardParser{name: name}
	if all := allLines(data); !whole(all) {
		b, notes, err := typed.Parse(all)
		var wrong *typed.Error
		switch {
		case err == nil:
			return checked(name, b, name+": not as managers write it: "+strings.Join(notes, ", "))
		case damaged(all):
		case errors.As(err, &wrong) && wrong.Line > 0:
			return nil, nil, errors.New(at(name, wrong.Line) + wrong.Text)
		default:
			return nil, nil, errors.New(name + ": " + err.Error())
		}
	}
	rows := p.rows(data)
	if len(rows) == 0 {
		return nil, p.warnings,
			errors.New(name + `: no row in it: want a line of "-", "x", "o" and "#" for each row of the board`)
	}
	p.board = board.New(p.width(rows), len(rows))
	for y, r := range rows {
		p.fill(y, r)
	}
	p.warnCapitals()
	if p.board.Count(board.Empty) == 0 {
		return nil, p.warnings,
			errors.New(at(name, rows[0].line) + `no empty square on the board: want a "-" where a move can be made`)
	}
	return p.board, p.warnings, nil
}

func allLines(data []byte) []typed.Line {
	var all []typed.Line
	for number, text := range lines(data) {
		all = append(all, typed.Line{Number: number, Text: text})
	}
	return all
}

// squares are the characters of a manager's board, and upper-case stones.
const squares = "-xo#XO"

func whole(all []typed.Line) bool {
	return !slices.ContainsFunc(all, func(l typed.Line) bool { return strings.Trim(l.Text, squares) != "" })
}

// damaged reports whether the lines are a manager's board with odd characters, which are walls: there is a "-", and a
// third of the rows have no odd character, or all rows have one length and the odd characters are none that people use
// for squares, separators, labels or frames. No row consists mostly of letters and digits.
func damaged(all []typed.Line) bool {
	intact, empty, likely := 0, false, true
	for _, l := range all {
		c := census(l.Text)
		if 2*c.words > c.length-c.blanks {
			return false
		}
		if c.odd == 0 {
			intact++
		}
		empty = empty || strings.Contains(l.Text, "-")
		likely = likely && c.typed == 0 && c.length == utf8.RuneCountInString(all[0].Text)
	}
	return empty && (3*intact >= len(all) || likely)
}

// A lineCensus counts the characters of a line: of the odd ones the letters and digits, the blanks, and those that
// people type.
type lineCensus struct{ length, odd, words, blanks, typed int }

func census(text string) (n lineCensus) {
	for _, c := range text {
		n.length++
		if strings.ContainsRune(squares, c) {
			continue
		}
		n.odd++
		switch {
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			n.words++
			n.typed++
		case c == ' ' || c == '\t':
			n.blanks++
			n.typed++
		case strings.ContainsRune(",;|[](){}", c) || c >= 0x80 && c != utf8.RuneError:
			n.typed++
		}
	}
	return n
}

func checked(name string, b *board.Board, warning string) (*board.Board, []string, error) {
	if b.Count(board.Empty) == 0 {
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
			p.warn(r.line, board.MaxSide+1,
				"ignored the columns from here on: a board has at most "+strconv.Itoa(board.MaxSide))
			return board.MaxSide
		}
		width = max(width, r.squares)
	}
	return width
}

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
		p.warnings = append(p.warnings,
			p.firstCapital+"upper-case letters taken as stones, "+strconv.Itoa(p.capitals)+" in all")
	}
}
