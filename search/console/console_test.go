package console_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search"
	"tahoun/search/console"
)

var analysis = search.Analysis{
	Depth: 12,
	Moves: []search.Variation{
		{Move: board.Point{X: 9, Y: 7}, Score: 29993, Plies: 7, Depth: 12, Line: []board.Point{{X: 9, Y: 7}, {X: 8, Y: 7}}},
		{Move: board.Point{X: 10, Y: 11}, Score: 200, Depth: 12, Line: []board.Point{{X: 10, Y: 11}}},
		{Move: board.Point{X: 0, Y: 0}, Score: -29994, Plies: 6, Depth: 11, Line: []board.Point{{}}},
	},
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, console.Table(&out, analysis))
	assert.Equal(t, `       move       score  chance  depth  line
  1     9,7    win in 7  100.0%     12  9,7 8,7
  2   10,11        +200   73.1%     12  10,11
  3     0,0   loss in 6    0.0%     11  0,0
`, out.String())
}

// The note of an analysis stands below its moves.
func TestTableWithANote(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, console.Table(&out, search.Analysis{Moves: analysis.Moves[1:2], Note: "1 of 5 moves"}))
	assert.Equal(t, `       move       score  chance  depth  line
  1   10,11        +200   73.1%     12  10,11
1 of 5 moves
`, out.String())
}

// A line replaces the one before whole, fits every terminal, and leaves nothing.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := console.NewProgress(&out, time.Now())
	p.Clear()
	assert.Empty(t, out.String())
	p.Analysis(analysis)
	assert.Equal(t, "\rdepth 12  best 9,7  win in 7  line 9,7 8,7  0 s left", out.String())
	out.Reset()
	p.Show("short")
	assert.Equal(t, "\rshort  0 s left", strings.TrimRight(out.String(), " "))
	assert.Len(t, out.String(), len("\rdepth 12  best 9,7  win in 7  line 9,7 8,7  0 s left"))
	p.Show(strings.Repeat("x", 200))
	out.Reset()
	p.Clear()
	assert.Equal(t, "\r"+strings.Repeat(" ", 79)+"\r", out.String())
}
