package fileproto

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tahoun/board"
)

// parseTyped reads a board that a person typed or pasted: with other characters than a manager's, separators between the
// squares, a line with the size above, or as Board.Draw draws it. ok is false for all else, above all for managers' files
// and for damaged ones: every row must have the same length and no character may be unknown. The warning names every
// character that was taken for something. Where two readings are possible, err says how to type the board instead.
func parseTyped(name string, data []byte) (b *board.Board, warning string, ok bool, err error) {
	t := typedBoard{}
	for _, text := range lines(data) {
		if len(t.rows) > board.MaxSide+maxHeader {
			return nil, "", false, nil
		}
		t.rows = append(t.rows, text)
	}
	if !slices.ContainsFunc(t.rows, func(row string) bool { return strings.Trim(row, "-xo#XO") != "" }) {
		return nil, "", false, nil // as managers write it
	}
	t.cutDrawing()
	size := t.cutSize()
	if !t.split() || size != nil && (size[0] != len(t.squares[0]) || size[1] != len(t.squares)) {
		return nil, "", false, nil
	}
	switch known, err := t.check(); {
	case err != nil:
		return nil, "", true, errors.New(name + ": " + err.Error())
	case !known:
		return nil, "", false, nil
	}
	b = board.New(len(t.squares[0]), len(t.squares))
	for at := range b.Points {
		stone, _, _ := meaning(t.squares[at.Y][at.X])
		b.Set(at, stone)
	}
	return b, name + ": not as managers write it: " + strings.Join(t.notes, ", "), true, nil
}

// maxHeader is the greatest number of lines above the rows: the column numbers of a drawing, and a size.
const maxHeader = 4

// A typedBoard is the state of parseTyped.
type typedBoard struct {
	rows    []string // lines of the file, then those of rows alone
	squares [][]rune
	notes   []string // what was taken for what
}

func (t *typedBoard) note(text string) { t.notes = append(t.notes, text) }

// cutDrawing removes the numbers and brackets of Board.Draw, and the line on the move below.
func (t *typedBoard) cutDrawing() {
	header := 0
	for header < len(t.rows) && strings.Trim(t.rows[header], "0123456789 ") == "" && strings.HasPrefix(t.rows[header], " ") {
		header++
	}
	var rows []string
	for _, text := range t.rows[header:] {
		squares, numbered := strings.CutPrefix(strings.TrimLeft(text, " "), strconv.Itoa(len(rows)))
		if !numbered || !strings.HasPrefix(squares, " ") && !strings.HasPrefix(squares, "[") {
			break
		}
		rows = append(rows, strings.TrimSpace(strings.Map(dropBrackets, squares)))
	}
	below := t.rows[header+len(rows):]
	move := len(below) == 1 && (strings.HasPrefix(below[0], "x plays ") || strings.HasPrefix(below[0], "o plays "))
	if header == 0 || len(rows) == 0 || len(below) > 0 && !move {
		return
	}
	t.rows = rows
	t.note("a drawing with its row and column numbers")
}

// dropBrackets turns the brackets around the last stone of a drawing into blanks.
func dropBrackets(c rune) rune {
	if c == '[' || c == ']' {
		return ' '
	}
	return c
}

// cutSize removes a first line with one or two numbers and returns columns and rows, nil if there is no such line.
func (t *typedBoard) cutSize() []int {
	if len(t.rows) < 2 {
		return nil
	}
	words := strings.FieldsFunc(t.rows[0], func(c rune) bool { return strings.ContainsRune(" ,xX*", c) })
	if len(words) < 1 || len(words) > 2 {
		return nil
	}
	var size []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil
		}
		size = append(size, n)
	}
	if size[len(size)-1] != len(t.rows)-1 {
		return nil // a row of digits
	}
	t.rows = t.rows[1:]
	t.note("a line with the size above")
	return []int{size[0], size[len(size)-1]}
}

// split parts the rows into squares. It reports whether all rows have the same length.
func (t *typedBoard) split() bool {
	text := strings.Join(t.rows, "\n")
	separator := ""
	for _, s := range []string{",", ";", "\t", " "} {
		if separator == "" && strings.Contains(text, s) {
			separator = s
		}
	}
	terminated := separator != "" && strings.Count(text+"\n", separator+"\n") == len(t.rows)
	for _, row := range t.rows {
		squares := []rune(row)
		if separator != "" {
			squares = fields(row, separator, terminated)
		}
		if len(squares) == 0 || len(t.squares) > 0 && len(squares) != len(t.squares[0]) {
			return false
		}
		t.squares = append(t.squares, squares)
	}
	if separator != "" {
		t.note("separators between the squares")
	}
	return len(t.squares) > 0 && len(t.squares) <= board.MaxSide && len(t.squares[0]) <= board.MaxSide
}

// fields returns the squares of a row with separators, nil if one of them has more than one character. An empty field
// between two commas, semicolons or tabs is an empty square. terminated says that each row ends with a separator.
func fields(row, separator string, terminated bool) (squares []rune) {
	if terminated {
		row = strings.TrimSuffix(row, separator)
	}
	all := strings.Split(row, separator)
	if separator == " " {
		all = strings.Fields(row)
	}
	for _, field := range all {
		field = strings.TrimSpace(field)
		c, size := utf8.DecodeRuneInString(field + "-")
		if len(field) > size {
			return nil
		}
		squares = append(squares, c)
	}
	return squares
}

// meaning returns what a character stands for, and the kind of stones that it belongs to: 1 x and o, 2 B and W, 3 digits,
// 4 circles, 0 none.
func meaning(c rune) (stone board.Stone, kind int, known bool) {
	switch c {
	case '#':
		return board.Wall, 0, true
	case '-', '.', '_', '+', '*', '0':
		return board.Empty, 0, true
	case 'x', 'X':
		return board.X, 1, true
	case 'o', 'O':
		return board.O, 1, true
	case 'b', 'B':
		return board.X, 2, true
	case 'w', 'W':
		return board.O, 2, true
	case '1':
		return board.X, 3, true
	case '2':
		return board.O, 3, true
	case '●':
		return board.X, 4, true
	case '○':
		return board.O, 4, true
	}
	return board.Empty, 0, false
}

// check reports whether the squares can be read, and notes the characters that are not a manager's. A few odd characters in
// a manager's file are damage: other stones count only where there are none of x and o, other empty squares where there is
// no "-".
func (t *typedBoard) check() (known bool, err error) {
	used := ""
	for _, row := range t.squares {
		for _, c := range row {
			if !strings.ContainsRune(used, c) {
				used += string(c)
			}
		}
	}
	kinds, kind := 0, 0
	for _, c := range used {
		_, k, ok := meaning(c)
		if !ok {
			return false, nil
		}
		if k > 0 && k != kind {
			kinds, kind = kinds+1, k
		}
	}
	plain := strings.ContainsAny(used, "xXoO")
	switch {
	case plain && kinds > 1 || strings.Contains(used, "-") && strings.ContainsAny(used, "._+*0") && kind != 3:
		return false, nil // damage
	case kinds > 1:
		return true, errors.New("stones of more than one kind: want x and o, or B and W, or 1 and 2")
	case plain && strings.Contains(used, "0") && !strings.ContainsAny(used, "oO"):
		return true, errors.New(`"0" may be an empty square or a stone of o: want "-" for empty squares and "o" for stones`)
	}
	for _, c := range used {
		t.noteMeaning(c)
	}
	return true, nil
}

// noteMeaning notes a character that is not a manager's.
func (t *typedBoard) noteMeaning(c rune) {
	stone, _, _ := meaning(c)
	as := " as " + stone.String()
	if stone == board.Empty {
		as = " as empty"
	}
	switch {
	case c == '●':
		t.note("black circles" + as)
	case c == '○':
		t.note("white circles" + as)
	case !strings.ContainsRune("-xo#", c):
		t.note(`"` + string(c) + `"` + as)
	}
}
