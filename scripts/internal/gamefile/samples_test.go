package gamefile_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// TestSamples: every file of testdata is recognised and read, under another name too.
func TestSamples(t *testing.T) {
	want := map[string]struct {
		format gamefile.Format
		tree   string
	}{
		"book.lib":       {gamefile.RenLib, `x7,7"H8"{LB8,6 A}(o8,7"indirect\nK. Novák"(x9,6{MA9,6} o8,6)(x7,6))(o8,6 x9,6)`},
		"drawing.txt":    {gamefile.Drawing, ""},
		"gbk.sgf":        {gamefile.SGF, `x7,7 o8,8"第二手"`},
		"headerless.lib": {gamefile.RenLib, `x7,7(o8,7 x9,6)(o8,6"abc")`},
		"humans.psq":     {gamefile.PSQ, "x7,7 o8,8"},
		"openings.txt":   {gamefile.Openings, "x7,7 o8,8 x6,9"},
		"playok.txt":     {gamefile.PlayOK, "x7,7 o8,6 x6,8 o5,9 x9,5 o10,4"},
		"position.txt":   {gamefile.Text, "x7,7 o8,6 x9,5 o6,8"},
		"renju.pos":      {gamefile.Pos, "x7,7 o8,6 x6,8 o9,5 x8,7"},
		"renju.rif":      {gamefile.RIF, "x7,7 o8,6 x9,7 o6,8 x5,9"},
		"tournament.psq": {gamefile.PSQ, "x9,8 o10,9 x9,9 o10,8 x9,7"},
		"variations.sgf": {gamefile.SGF, `o7,6"main [line] \\ here"{MA0,0}{MA1,0}(x8,7"first\nsecond" o8,8)(x6,5(o6,6)(o5,5 x4,4))`},
		"yixin.sav":      {gamefile.Sav, "x7,7 o8,6 x6,8 o9,5"},
	}
	files, err := os.ReadDir("testdata")
	require.NoError(t, err)
	for _, file := range files {
		if file.IsDir() {
			continue
		}
		content, err := os.ReadFile("testdata/" + file.Name())
		require.NoError(t, err)
		for _, name := range []string{file.Name(), strings.ToUpper(file.Name()), "clipboard"} {
			g := read(t, name, string(content))
			assert.Equal(t, want[file.Name()].format, g.Format, name)
			assert.Equal(t, want[file.Name()].tree, tree(g.Next), name)
		}
	}
}

func TestLast(t *testing.T) {
	g := sample(t, "variations.sgf")
	b, side := g.Last()
	assert.Equal(t, board.X, side)
	assert.Equal(t, 6+1, b.Count(board.X))
	assert.Equal(t, 1+2, b.Count(board.O))
	assert.Equal(t, 1, g.Start.Count(board.O), "the start stays")
	g.AddLine(gamefile.Move{At: at(0, 0), Side: board.X})
	assert.Len(t, g.MainLine(), 4)
	b, side = sample(t, "drawing.txt").Last()
	assert.Equal(t, 20, b.Width())
	assert.Equal(t, board.X, side)
}
