package typed_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// A style is a way to type a board.
type style struct {
	signs              [4]string // of empty squares, x, o and walls
	separator          string
	rows, columns      string // of labels: "" none, or the first one: 0, 1 or A
	up, right, blank   bool   // labels count up from below, stand at the right too; blank lines between the rows
	frame, sizes, list bool
}

// randomStyle returns a style that can be read in one way only.
func randomStyle(rng *rand.Rand) style {
	pick := func(all ...string) string { return all[rng.IntN(len(all))] }
	s := style{
		signs: [][4]string{
			{"-", "x", "o", "#"}, {".", "X", "O", "#"}, {"_", "x", "o", "#"}, {"\u00b7", "B", "W", "#"}, {"+", "\u25cf", "\u25cb", "#"},
			{"0", "1", "2", "#"}, {"\u2b1c", "\u26ab", "\u26aa", "#"}, {".", "\u274c", "\u2b55", "#"},
		}[rng.IntN(8)],
		separator: pick("", " ", "  ", ",", ", ", ";", "\t"),
		rows:      pick("", "0", "1", "A"), columns: pick("", "0", "1", "A"),
		up: rng.IntN(2) == 0, right: rng.IntN(2) == 0, blank: rng.IntN(2) == 0, sizes: rng.IntN(4) == 0,
	}
	switch rng.IntN(4) {
	case 0:
		s.frame, s.rows, s.columns, s.separator = true, "", "", pick("", " ")
	case 1:
		s.list, s.rows, s.columns, s.separator = true, "", "", pick(",", ", ")
	}
	if s.separator != " " && s.separator != "  " && (s.rows != "" || s.columns != "") {
		s.separator = " "
	}
	return s
}

// label returns the label of a row or column of several.
func label(first string, i int) string {
	switch first {
	case "A":
		return string(rune('A' + i))
	case "1":
		i++
	}
	return strconv.Itoa(i)
}

// write types a board.
func (s style) write(b *board.Board) string {
	var out strings.Builder
	if s.sizes {
		fmt.Fprintf(&out, "%d %d\n", b.Width(), b.Height())
	}
	if s.frame {
		fmt.Fprintf(&out, "+%s+\n", strings.Repeat("-", b.Width()))
	}
	if s.columns != "" {
		out.WriteString("    ")
		for x := range b.Width() {
			fmt.Fprintf(&out, "%s%2s", s.separator, label(s.columns, x))
		}
		out.WriteString("\n")
	}
	for y := range b.Height() {
		out.WriteString(s.row(b, y) + "\n")
		if s.blank {
			out.WriteString("\n")
		}
	}
	if s.frame {
		fmt.Fprintf(&out, "+%s+\n", strings.Repeat("-", b.Width()))
	}
	if s.list {
		return "[" + strings.TrimRight(out.String(), ",\n") + "]\n"
	}
	return out.String()
}

// row types a row.
func (s style) row(b *board.Board, y int) string {
	var squares []string
	for x := range b.Width() {
		sign := s.signs[b.At(board.Point{X: x, Y: y})]
		if s.list {
			sign = strconv.Quote(sign)
		}
		if s.rows != "" || s.columns != "" {
			sign = " " + sign
		}
		squares = append(squares, sign)
	}
	row, number := strings.Join(squares, s.separator), y
	if s.up {
		number = b.Height() - 1 - y
	}
	switch {
	case s.frame:
		return "|" + row + "|"
	case s.list:
		return "[" + row + "],"
	case s.rows == "":
		return row
	case s.right:
		return fmt.Sprintf("%3s %s  %s", label(s.rows, number), row, label(s.rows, number))
	}
	return fmt.Sprintf("%3s %s", label(s.rows, number), row)
}

// A board of at least 4x4, typed in any style, is read as it is.
func TestEveryStyle(t *testing.T) {
	for seed := range boardtest.Sweep(1000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 20))
		width, height := 4+rng.IntN(16), 4+rng.IntN(16)
		b := boardtest.Sprinkle(rng, width, height, 8, rng.IntN(3))
		s := randomStyle(rng)
		s.sizes = s.sizes && s.columns == "" && !s.list && !s.frame
		if b.Count(board.O) == 0 || b.Count(board.X) == 0 {
			continue
		}
		text := s.write(b)
		rows, _, err := parse(text)
		require.NoError(t, err, "%+v\n%s", s, text)
		require.Equal(t, boardtest.Text(b), rows, "%+v\n%s", s, text)
	}
}

// A word in a typed board that nobody knows is never read over: an error names it, or a note.
func TestUnknownWordsAreNamed(t *testing.T) {
	for seed := range boardtest.Sweep(1000) {
		rng := rand.New(rand.NewPCG(uint64(seed), 21))
		b := boardtest.Sprinkle(rng, 4+rng.IntN(8), 4+rng.IntN(8), 8, 0)
		s := randomStyle(rng)
		s.sizes = false
		text := s.write(b)
		junk := []string{"?", "q", "@", "zz", "17", "quux", "\u2665", "%", "~~"}[rng.IntN(9)]
		at := rng.IntN(len(text) + 1)
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		broken := text[:at] + junk + text[at:]
		rows, notes, err := parse(broken)
		if err != nil {
			require.Empty(t, rows)
			continue
		}
		// It is a sentence above or below, or stands around a list.
		require.Contains(t, strings.Join(notes, ", "), strings.Trim(strconv.QuoteToASCII(junk), `"`), broken)
		require.Equal(t, boardtest.Text(b), rows, broken)
	}
}

// Whatever the text, there is a board with notes or an error, and both are plain text.
func FuzzParse(f *testing.F) {
	for seed := range 40 {
		rng := rand.New(rand.NewPCG(uint64(seed), 22))
		f.Add(randomStyle(rng).write(boardtest.Sprinkle(rng, 6, 5, 6, 1)))
	}
	for _, text := range []string{
		"┌─●─┬─┬─┐\n├─○─┼─┼─┤\n└─┴─┴─┴─┘", "size 5\n-x-", "h8 h9", "board = [[0, 1], [2, 0]]", "| x | o |\n|---|---|\n|   |   |\n",
		"  7 8\n7 - -\n8 - -\n", "x to move # hello\n", "1 2 3\n4 5 6\n", `["x-", "-o"]`, "((", "[['", "a\nb\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rows, notes, err := parse(text)
		for _, n := range notes {
			assert.NotRegexp(t, "[^ -~]", n)
		}
		if err != nil {
			require.Empty(t, rows)
			require.Empty(t, notes)
			require.NotRegexp(t, "[^ -~]", err.Error())
			return
		}
		require.NotEmpty(t, rows)
		lines := strings.Fields(rows)
		require.LessOrEqual(t, len(lines), board.MaxSide)
		require.LessOrEqual(t, len(lines[0]), board.MaxSide)
	})
}
