package fileproto_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/fileproto"
)

func TestParseTypedBoard(t *testing.T) {
	const want = "-x-\no--\n--#\n"
	for name, test := range map[string]struct{ text, warning string }{
		"blanks":            {"- x -\no - -\n- - #\n", "separators between the squares"},
		"wide blanks":       {" -  x  -\n o  -  -\n -  -  #\n", "separators between the squares"},
		"tabs":              {"-\tx\t-\no\t-\t-\n-\t-\t#", "separators between the squares"},
		"commas":            {"-,x,-\no,-,-\n-,-,#\n", "separators between the squares"},
		"commas at the end": {"-, x, -,\no, -, -,\n-, -, #,\n", "separators between the squares"},
		"empty fields":      {";x;\no;;\n;;#\n", "separators between the squares"},
		"dots":              {".x.\no..\n..#\n", `"." as empty`},
		"upper-case dots":   {".X.\nO..\n..#\n", `"." as empty, "X" as x, "O" as o`},
		"underscores":       {"_x_\no__\n__#\n", `"_" as empty`},
		"crossings":         {"+x+\no+*\n++#\n", `"+" as empty, "*" as empty`},
		"B and W":           {"-B-\nW--\n--#\n", `"B" as x, "W" as o`},
		"b and w, dots":     {".b.\nw..\n..#\n", `"b" as x, "w" as o, "." as empty`},
		"digits":            {"010\n200\n00#\n", `"1" as x, "2" as o, "0" as empty`},
		"spaced digits":     {"0 1 0\n2 0 0\n0 0 #\n", `separators between the squares, "1" as x, "2" as o, "0" as empty`},
		"circles":           {".●.\n○..\n..#\n", `black circles as x, white circles as o, "." as empty`},
		"a size":            {"3\n-x-\no--\n--#\n", "a line with the size above"},
		"two sizes":         {"3x3\n.x.\no..\n..#\n", `a line with the size above, "." as empty`},
		"a drawing":         {"  0 1 2\n0 - x -\n1[o]- -\n2 - - #\n", "row and column numbers or letters, separators between the squares"},
		"a drawing, shown": {
			"  0 1 2\n0 - x -\n1[o]- -\n2 - - #\no plays 0,1: five\n",
			"row and column numbers or letters, separators between the squares",
		},
	} {
		t.Run(name, func(t *testing.T) {
			b, warnings, err := fileproto.ParseBoard("P", []byte(test.text))
			require.NoError(t, err)
			assert.Equal(t, want, boardtest.Text(b))
			require.Len(t, warnings, 1)
			for _, note := range strings.Split(test.warning, ", ") {
				assert.Contains(t, warnings[0], note)
			}
		})
	}
}

// Text with two readings is no board.
func TestParseAmbiguousBoard(t *testing.T) {
	for text, want := range map[string]string{
		"B1.\n...\n": `"1": stones of more than one kind`,
		"x0x\n0x0\n": `"0" may be an empty square or a stone of o`,
		"X 0\n0 0\n": `"0" may be an empty square or a stone of o`,
	} {
		b, _, err := fileproto.ParseBoard("P", []byte(text))
		assert.Nil(t, b, text)
		assert.ErrorContains(t, err, "P:1: "+want, text)
	}
}

// A board that Draw has drawn, of any size and with any mark, is read as it was.
func TestParseDrawnBoard(t *testing.T) {
	for seed := range 200 {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		b := boardtest.Sprinkle(rng, 1+rng.IntN(board.MaxSide), 1+rng.IntN(board.MaxSide), 30, 5)
		if b.Count(board.Empty) == 0 {
			continue
		}
		var text bytes.Buffer
		require.NoError(t, b.Draw(&text, board.Point{X: rng.IntN(b.Width()), Y: rng.IntN(b.Height())}))
		got, warnings, err := fileproto.ParseBoard("P", text.Bytes())
		require.NoError(t, err)
		require.Len(t, warnings, 1)
		require.Equal(t, b, got)
	}
}

// What people paste is read, or the error names what is not understood: it is never a board with walls.
func TestPastedTextIsNotDamage(t *testing.T) {
	for text, want := range map[string]string{
		"       0       1       2\n\n   2   _       X       _    \n\n   1   _       O       _    \n\n   0   _       _       _    \n": "",
		"+---+\n|-x-|\n|-o-|\n|---|\n+---+\n":                          "",
		"-x-\n-o-\n---\nx to move\n":                                   "",
		"size 3\n-x-\n-o-\n---\n":                                      "",
		"[[0, 1, 0],\n [0, 2, 0],\n [0, 0, 0]]\n":                      "",
		"\u2b1c\u26ab\u2b1c\n\u2b1c\u26aa\u2b1c\n\u2b1c\u2b1c\u2b1c\n": "",
		"size 5\n-x-\n-o-\n---\n":                                      "P: the size is told as 5x5, but there are 3 columns and 3 rows",
		"  a b c q\n- x -\n- o -\n- - -\n":                             `P:1: "a": want`,
		"+---+\n|-x-|\n|-o-|\n|--\n+---+\n":                            `P:2: "-x-": want`,
		"h8 h9 i9\n":                                                   `P:1: "h8" looks like a list of moves`,
		"9,7 7,7\n8,8\n":                                               `P:1: "9,7" looks like a list of moves`,
		"x to move\n":                                                  `P:1: "to": want`,
	} {
		b, warnings, err := fileproto.ParseBoard("P", []byte(text))
		if want != "" {
			assert.Nil(t, b, text)
			assert.ErrorContains(t, err, want, text)
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, "-x-\n-o-\n---\n", boardtest.Text(b), text)
		assert.Len(t, warnings, 1, text)
	}
}

// A manager's board with a few odd characters is damaged, not typed: they are walls.
func TestDamageIsNotTyped(t *testing.T) {
	for seed := range 500 {
		rng := rand.New(rand.NewPCG(uint64(seed), 8))
		b := boardtest.Sprinkle(rng, 5+rng.IntN(20), 5+rng.IntN(20), 20, 3)
		want, text := b.Clone(), []byte(boardtest.Text(b))
		if b.Count(board.X) == 0 || b.Count(board.O) == 0 {
			continue
		}
		for range 1 + rng.IntN(3) {
			at := board.Point{X: rng.IntN(b.Width()), Y: rng.IntN(b.Height())}
			text[at.Y*(b.Width()+1)+at.X] = "BW1.+0_?,q"[rng.IntN(10)]
			want.Set(at, board.Wall)
		}
		got, warnings, err := fileproto.ParseBoard("P", text)
		require.NoError(t, err)
		require.NotEmpty(t, warnings)
		require.Equal(t, boardtest.Text(want), boardtest.Text(got), "%s", text)
	}
}
