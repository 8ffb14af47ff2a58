package fileproto_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/fileproto"
)

func TestParseBoard(t *testing.T) {
	tests := []struct {
		name     string
		data     string
		want     string // the board, in the form of a board file
		warnings []string
	}{
		{"LF", "-x\no#\n", "-x\no#\n", nil},
		{"CR LF", "-x\r\no#\r\n", "-x\no#\n", nil},
		{"lone CR", "-x\ro#\r", "-x\no#\n", nil},
		{"ends mixed", "-x\ro#\n--\r\n--", "-x\no#\n--\n--\n", nil},
		{"no last line end", "-x\no#", "-x\no#\n", nil},
		{"blank lines", "\n\r\n-x\n \t\n\no#\n\n", "-x\no#\n", nil},
		{"trailing blanks", "-x  \no#\t \r\n", "-x\no#\n", nil},
		{"byte order mark", "\uFEFF-x\no#\n", "-x\no#\n", nil},
		{"byte order mark and blank line", "\uFEFF\r\n-x\r\n", "-x\n", nil},
		{"one square", "-", "-\n", nil},
		{"one row", "--x-#", "--x-#\n", nil},
		{"one column", "-\nx\n#", "-\nx\n#\n", nil},
		{"rectangle", "---\n-x-\n", "---\n-x-\n", nil},
		{"largest", strings.Repeat(strings.Repeat("-", 120)+"\r\n", 120), strings.Repeat(strings.Repeat("-", 120)+"\n", 120), nil},
		{
			"unknown characters", "--\n-q\n.-\n", "--\n-#\n#-\n",
			[]string{`P:2:2: unknown character "q" taken as a wall`, `P:3:1: unknown character "." taken as a wall`},
		},
		{
			"lines are those of the file", "\n--\n\n-q\n", "--\n-#\n",
			[]string{`P:4:2: unknown character "q" taken as a wall`},
		},
		{
			"inner and leading spaces", "- -\n ---\n----\n", "-#-#\n#---\n----\n",
			[]string{
				`P:1:2: unknown character " " taken as a wall`, `P:1:4: row of length 3 filled with walls to 4`,
				`P:2:1: unknown character " " taken as a wall`,
			},
		},
		{
			"a letter of two bytes is one square", "-é-\n-x-\n", "-#-\n-x-\n",
			[]string{`P:1:2: unknown character "\u00e9" taken as a wall`},
		},
		{
			"a byte that is no UTF-8 is one square", "-\xe9-\n-x-\n", "-#-\n-x-\n",
			[]string{`P:1:2: unknown character "\xe9" taken as a wall`},
		},
		{
			"short rows", "---\nx\n--\n", "---\nx##\n--#\n",
			[]string{`P:2:2: row of length 1 filled with walls to 3`, `P:3:3: row of length 2 filled with walls to 3`},
		},
		{
			"upper case", "-x-\nXO-\n-O-\n", "-x-\nxo-\n-o-\n",
			[]string{`P:2:1: upper-case letters taken as stones, 3 in all`},
		},
		{
			"too many rows", strings.Repeat("-\n", 122), strings.Repeat("-\n", 120),
			[]string{`P:121:1: ignored the rows from here on: a board has at most 120`},
		},
		{
			"too many columns", strings.Repeat("-", 120) + "\n" + strings.Repeat("-", 130) + "\n" + strings.Repeat("-", 125) + "\n",
			strings.Repeat(strings.Repeat("-", 120)+"\n", 3),
			[]string{`P:2:121: ignored the columns from here on: a board has at most 120`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, warnings, err := fileproto.ParseBoard("P", []byte(test.data))
			require.NoError(t, err)
			assert.Equal(t, test.want, boardtest.Text(b))
			assert.Equal(t, test.warnings, warnings)
		})
	}
}

func TestParseBoardWithoutAnEmptySquare(t *testing.T) {
	tests := []struct {
		name string
		data string
		want string
	}{
		{"no byte", "", `P: no row in it: want a line of "-", "x", "o" and "#" for each row of the board`},
		{"blank lines only", " \r\n\n\t\n", `P: no row in it: want a line of "-", "x", "o" and "#" for each row of the board`},
		{"byte order mark only", "\uFEFF", `P: no row in it: want a line of "-", "x", "o" and "#" for each row of the board`},
		{"full", "xo\nox\n", `P:1: no empty square on the board: want a "-" where a move can be made`},
		{"walls", "\n##\n##\n", `P:2: no empty square on the board: want a "-" where a move can be made`},
		{"unknown characters", "qq\nqq\n", `P:1: "q": want "-" for an empty square, "x" and "o" for stones and "#" for a wall`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, _, err := fileproto.ParseBoard("P", []byte(test.data))
			require.EqualError(t, err, test.want)
			assert.Nil(t, b)
		})
	}
}

// Every size is read correctly.
func TestParseBoardSizes(t *testing.T) {
	for width := 1; width <= board.MaxSide; width++ {
		height := board.MaxSide + 1 - width
		b, warnings, err := fileproto.ParseBoard("P", []byte(strings.Repeat(strings.Repeat("-", width)+"\r\n", height)))
		require.NoError(t, err)
		assert.Empty(t, warnings)
		assert.Equal(t, width, b.Width())
		assert.Equal(t, height, b.Height())
		assert.Equal(t, width*height, b.Count(board.Empty))
	}
}
