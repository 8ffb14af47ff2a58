package gamefile_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

const noSize = "pos.txt: no size in it: taken for 15x15"

func TestText(t *testing.T) {
	tests := []struct{ name, text, tree, warnings string }{
		{"as programs write it", "h8i9j10\n", "x7,7 o8,6 x9,5", noSize},
		{"capitals and separators", " H8, i9;\nJ10 | a1 > o15 - a15 / B1", "x7,7 o8,6 x9,5 o0,14 x14,0 o0,0 x1,14", noSize},
		{"numbered moves", "1. h8 i9 2. j10 a1", "x7,7 o8,6 x9,5 o0,14", noSize},
		{"numbers without blanks", "1.h8\n2.i9\n", "x7,7 o8,6", noSize},
		{"an address", "https://gomocalc.com/#/h8i9", "x7,7 o8,6", noSize},
		{"passes", "h8--i9 pass PASS j10", "x7,7 o8,6 x9,5", "pos.txt: 3 passes left out: gomoku has none;" + noSize},
		{"a larger board", "p20a1", "x15,0 o0,19", "pos.txt: no size in it: taken for 20x20"},
		{"19 are usual, too", "s1", "x18,18", "pos.txt: no size in it: taken for 19x19"},
		{"columns past z", "aa1z1AB30", "x26,29 o25,29 x27,0", "pos.txt: no size in it: taken for 30x30"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "pos.txt", tt.text)
			assert.Equal(t, gamefile.Text, g.Format)
			assert.Equal(t, tt.tree, tree(g.Next))
			assert.ElementsMatch(t, strings.Split(tt.warnings, ";"), g.Warnings)
		})
	}
}

// TestTextOfSeveralOpenings: lines of nothing but squares are a list, as the arena reads them.
func TestTextOfSeveralOpenings(t *testing.T) {
	g := read(t, "o.txt", "d3e5f6d7\r\n\r\nk10j10i10j9m7\r\nq3o5o7p8o3\r\n")
	assert.Equal(t, "x3,17 o4,15 x5,14 o3,13", tree(g.Next))
	assert.Equal(t, []string{"o.txt: no size in it: taken for 20x20", "o.txt: 3 games: number 1 was read"}, g.Warnings)
	g = read(t, "o.txt", strings.Repeat("h8i9\n", 10000))
	assert.Equal(t, "x7,7 o8,6", tree(g.Next))
	assert.Equal(t, "x7,7 o8,6 x9,5", tree(read(t, "o.txt", "h8i9\nj10\n").Next), "a game in two lines")
	assert.Equal(t, "o.txt:2: move 3: h8 already holds x", refusal("o.txt", "\nh8i9h8\ni9j10"))
}

func TestTextRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a stone on a stone", "h8i9\nh8", "pos.txt:2: move 3: h8 already holds x"},
		{"a long word", "h8" + strings.Repeat("a", 1000), `pos.txt:1: want a square such as h8, got "` + strings.Repeat("a", 40) + `…"`},
		{"row 0", "h8i0", "pos.txt:1: move 2: i0 is off the board of 15 columns and 15 rows"},
		{"beyond all boards", "h8a121", "pos.txt:1: move 2: a121 is off the board of 120 columns and 120 rows"},
		{"no square", "h8 i9\n\nqed j10", `pos.txt:3: want a square such as h8, got "qed"`},
		{"too many", strings.Repeat("h8", 15000), "pos.txt:1: more than 14400 moves"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, refusal("pos.txt", tt.text)) })
	}
}

// TestTextFromEitherEnd: what is written is the same again, rows counted from the bottom or from the top, of any size.
func TestTextFromEitherEnd(t *testing.T) {
	for _, fromTop := range []bool{false, true} {
		for side := 1; side <= board.MaxSide; side++ {
			width, height := side, board.MaxSide+1-side
			g := &gamefile.Game{Start: board.New(width, height), First: board.X}
			g.AddLine(gamefile.Move{At: at(width-1, 0), Side: board.X}, gamefile.Move{At: at(0, height-1), Side: board.O})
			var text bytes.Buffer
			require.NoError(t, gamefile.WriteText(&text, g, fromTop))
			again, err := gamefile.Read("pos", text.Bytes(), gamefile.Options{Width: width, Height: height, FromTop: fromTop})
			require.NoError(t, err, "%s", text.String())
			requireSame(t, g, again)
			assert.Empty(t, again.Warnings)
		}
	}
	var text bytes.Buffer
	require.NoError(t, gamefile.WriteText(&text, read(t, "pos", "h8a1"), true))
	assert.Equal(t, "h8a15\n", text.String())
}

func TestOpenings(t *testing.T) {
	g := read(t, "o.txt", "\uFEFF# a comment\n\n0,0, 1,-1 , -2,+3 # centre\n7,7\n")
	assert.Equal(t, gamefile.Openings, g.Format)
	assert.Equal(t, "x7,7 o8,6 x5,10", tree(g.Next))
	assert.Equal(t, []string{"o.txt: no size in it: taken for 15x15", "o.txt: 2 games: number 1 was read"}, g.Warnings)
	for text, side := range map[string]int{
		"8,-3, 6,-4": 20, "-2,-9": 20, "0,0, 9,9": 20, "0,0, -10,0": 20, "7,7,-7,-7": 15, "10,0": 21, "0,-11": 22, "0,0\n\n# a\n8,0": 20,
		"0,0\nx,8\n0,8": 20,
	} {
		g := read(t, "o.txt", text)
		assert.Equal(t, []int{side, side}, []int{g.Start.Width(), g.Start.Height()}, text)
		first, _, _ := strings.Cut(text, "\n")
		assert.Len(t, g.MainLine(), (strings.Count(first, ",")+1)/2, text)
	}
	g, err := gamefile.Read("o.txt", []byte("0,0,-10,5"), gamefile.Options{Width: 20, Height: 12})
	require.NoError(t, err)
	assert.Equal(t, "x10,6 o0,11", tree(g.Next))
	for text, want := range map[string]string{
		"0,0, a,1":                            `o.txt:1: want numbers with commas between them, got "a"`,
		"\n0,0, 1":                            "o.txt:2: want pairs of numbers, got 3 numbers",
		"0,0, 1,1, 0,0":                       "o.txt:1: two stones on 0,0",
		"0,0, 0,100":                          "o.txt:1: move 2: 0,100 is off the board of 120 columns and 120 rows",
		"8,8,98\n9,9,120":                     "o.txt:1: want pairs of numbers, got 3 numbers",
		"1,1" + strings.Repeat(",1,1", 14400): "o.txt:1: want at most 14400 stones, got 28802 numbers",
	} {
		assert.Equal(t, want, refusal("o.txt", text))
	}
}

func TestDrawing(t *testing.T) {
	b := board.New(12, 7)
	b.Lay(board.X, at(5, 3), at(6, 3), at(11, 6))
	b.Set(at(0, 0), board.Wall)
	rows := "#-----------\n------------\n------------\n-----xo-----\n------------\n------------\n-----------x\n"
	var drawn bytes.Buffer
	require.NoError(t, b.Draw(&drawn, at(6, 3)))
	for name, text := range map[string]string{
		"rows":                rows,
		"line ends":           strings.ReplaceAll(rows, "\n", "\r\n") + "\r\n",
		"our drawing":         drawn.String(),
		"our drawing, a move": drawn.String() + "o plays 6,3\n",
		"emoji":               strings.NewReplacer("-", "\u2b1c", "x", "\u26ab", "o", "\u26aa").Replace(rows),
		"a list":              `board = ["` + strings.ReplaceAll(strings.TrimSpace(rows), "\n", `", "`) + `"]`,
		"a frame":             "+------------+\n|" + strings.ReplaceAll(strings.TrimSpace(rows), "\n", "|\n|") + "|\n+------------+\n",
		"blanks":              strings.NewReplacer("-", "- ", "x", "x ", "o", "o ", "#", "# ").Replace(rows),
	} {
		g := read(t, "board", text)
		assert.Equal(t, gamefile.Drawing, g.Format, name)
		assert.Equal(t, b, g.Start, name)
		assert.Equal(t, board.O, g.First, name)
		assert.Empty(t, g.Next)
	}
	zeros := read(t, "board", strings.Repeat("0,0,0,1,0\n", 6))
	assert.Equal(t, 6, zeros.Start.Count(board.X), "no opening in offsets")
	assert.Equal(t, `b:3:2: unknown character "?": want - x o # for the squares of a row`, refusal("b", "---\n-x-\n-?-\n"))
	assert.Contains(t, refusal("b", "xox\n"), "no empty square")
}

func TestUnknown(t *testing.T) {
	const want = ": want a game as .psq, SGF, RenLib .lib, .pos, RenjuNet .rif, a record of PlayOK, Yixin-Board .sav, " +
		"an opening in offsets (0,0, 1,-1), a position as text (h8i9) or a drawn board (- x o #)"
	for text, kind := range map[string]string{
		"hello": "unknown format", "\x00\x01": "unknown format", "": "unknown format: the file is empty",
		" \n\t ": "unknown format: the file is empty", "%PDF-1.4": "it is a PDF", "PK\x03\x04\x14": "it is a zip archive: unpack it first",
		"!<arch>\n/": "it is a library of a compiler, not of RenLib", " <!DOCTYPE html>\n": "it is a page in HTML",
		"<?xml version=\"1.0\"?><svg/>": "it is XML, but not a .rif of RenjuNet", "{\"moves\": []}": "it is JSON",
		"\x04\x22\x4d\x18\x64\x40\xa7": "it is packed by LZ4, as the databases of Rapfi and Yixin are",
	} {
		assert.Equal(t, "f: "+kind+want, refusal("f", text), text)
	}
	assert.Equal(t, "f.WZQ: it is a game of WZQ"+want, refusal("f.WZQ", "\x00\x01"))
	assert.Equal(t, "f: larger than 1 MiB", refusal("f", strings.Repeat("-", 1<<20+1)))
	assert.Equal(t, "f: larger than 16 MiB", refusal("f", "(;"+strings.Repeat(" ", 16<<20)))
	for _, o := range []gamefile.Options{{Width: 15}, {Height: -1}, {Width: 121, Height: 15}} {
		_, err := gamefile.Read("f", []byte("h8"), o)
		assert.ErrorContains(t, err, "f: want a board of 1 to 120 columns and rows, got ")
	}
}

// TestListChoice: each opening of a list can be chosen, and a line that cannot be read spoils no other.
func TestListChoice(t *testing.T) {
	for content, games := range map[string][]string{
		"# two\n0,0, 1,1\n0,0, x\n\n2,2\n": {
			"2", `broken: 3: want numbers with commas between them, got "x"`, "1",
		},
		"h8i7\n\nj6k5\nl1\n":   nil, // a single square is no opening: one game
		"h8i7\n\nj6k5\nj6l5\n": {"h8i7, 2", "j6k5, 2", "j6l5, 2"},
	} {
		g, err := gamefile.Read("o", []byte(content), gamefile.Options{Game: 3})
		require.NoError(t, err)
		assert.Equal(t, games, summaries(g))
		if games != nil {
			assert.Equal(t, 3, g.Number)
			assert.Equal(t, at(9, 9), g.Next[0].At)
		}
	}
}
