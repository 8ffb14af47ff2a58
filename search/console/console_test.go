package console_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
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
	require.NoError(t, console.Table(&out, analysis, 0))
	assert.Equal(t, `       move       score  chance  depth  line
  1     9,7    win in 7  100.0%     12  9,7 8,7
  2   10,11        +200   73.1%     12  10,11
  3     0,0   loss in 6    0.0%     11  0,0
`, out.String())
}

// The note of an analysis stands below its moves.
func TestTableWithANote(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, console.Table(&out, search.Analysis{Moves: analysis.Moves[1:2], Note: "1 of 5 moves"}, 0))
	assert.Equal(t, `       move       score  chance  depth  line
  1   10,11        +200   73.1%     12  10,11
1 of 5 moves
`, out.String())
}

// On a terminal a long line goes on below its column, and on a narrow one further left.
func TestTableIsWrapped(t *testing.T) {
	long := search.Analysis{Moves: []search.Variation{{Move: board.Point{X: 9, Y: 7}, Score: 50, Depth: 8}}, Note: "a note of some words"}
	for i := range 8 {
		long.Moves[0].Line = append(long.Moves[0].Line, board.Point{X: 9 + i, Y: 7})
	}
	for columns, want := range map[int]string{
		80: `       move       score  chance  depth  line
  1     9,7         +50   56.2%      8  9,7 10,7 11,7 12,7 13,7 14,7 15,7 16,7
a note of some words
`,
		60: `       move       score  chance  depth  line
  1     9,7         +50   56.2%      8  9,7 10,7 11,7 12,7
                                        13,7 14,7 15,7 16,7
a note of some words
`,
		59: `       move       score  chance  depth  line
  1     9,7         +50   56.2%      8  9,7 10,7 11,7 12,7
                                        13,7 14,7 15,7 16,7
a note of some words
`,
		58: `       move       score  chance  depth  line
  1     9,7         +50   56.2%      8  9,7 10,7 11,7 12,7
                                        13,7 14,7 15,7
                                        16,7
a note of some words
`,
		45: `       move       score  chance  depth  line
  1     9,7         +50   56.2%      8  9,7
    10,7 11,7 12,7 13,7 14,7 15,7 16,7
a note of some words
`,
		20: `       move       score  chance  depth  line
  1     9,7
    +50   56.2%
    8  9,7 10,7 11,7
    12,7 13,7 14,7
    15,7 16,7
a note of some words
`,
	} {
		var out bytes.Buffer
		require.NoError(t, console.Table(&out, long, columns))
		assert.Equal(t, want, out.String(), "%d columns", columns)
	}
}

// Wrapped text has the words of the text, and no line is too long, but for single words.
func TestWrap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 90))
	for range 2000 {
		var text strings.Builder
		for range rng.IntN(12) {
			text.WriteString(strings.Repeat("w", rng.IntN(9)) + strings.Repeat(" ", rng.IntN(3)))
		}
		columns, indent := 1+rng.IntN(20), rng.IntN(6)
		got := console.Wrap(text.String(), columns, indent)
		require.Equal(t, strings.Fields(text.String()), strings.Fields(got))
		for i, line := range strings.Split(got, "\n") {
			require.True(t, len(line) <= columns || len(strings.Fields(line)) == 1, "%d columns:\n%s", columns, got)
			require.True(t, i == 0 || strings.HasPrefix(line, strings.Repeat(" ", indent)), got)
		}
	}
}

// A line fits the terminal, however narrow, and also after it was resized.
func TestProgressFitsTheTerminal(t *testing.T) {
	var out bytes.Buffer
	columns := 0
	p := console.NewProgress(&out, time.Now(), func() int { return columns })
	for _, columns = range []int{1, 2, 5, 13, 20, 30, 60, 200, 40, 1, 0} {
		for _, text := range []string{"short", strings.Repeat("x", 300)} {
			out.Reset()
			p.Show(text)
			line, ok := strings.CutPrefix(out.String(), "\r")
			require.True(t, ok)
			width := columns - 1
			switch columns {
			case 0:
				width = 79
			case 1:
				width = 1
			}
			assert.LessOrEqual(t, len(line), width, "%d columns", columns)
			if len(text) > width {
				assert.Len(t, line, width)
			}
			out.Reset()
			p.Clear()
			assert.Equal(t, "\r"+strings.Repeat(" ", len(strings.TrimRight(line, " ")))+"\r", out.String())
		}
	}
}

// A line replaces the one before whole, and leaves nothing.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := console.NewProgress(&out, time.Now(), func() int { return 80 })
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

// A terminal is a screen with progress.
type terminal struct{}

func (terminal) Interactive() bool { return true }
func (terminal) Width() int        { return 80 }
func (terminal) Columns() int      { return 80 }

// Balanced moves are shown as the best ones are, the closest to even first; where there is none, the note says why.
func TestAnalyseBalance(t *testing.T) {
	engine := search.New(board.Freestyle)
	scores := func(b *board.Board, n int) (table string, scores []int) {
		var out bytes.Buffer
		job := engine.NewJob(b, board.O, search.Limits{Nodes: 2000})
		require.NoError(t, console.Analyse(context.Background(), &out, terminal{}, job, n, true))
		_, table, _ = strings.Cut(out.String(), "line\n")
		for line := range strings.Lines(out.String()) {
			var number, score int
			var move string
			if n, _ := fmt.Sscan(line, &number, &move, &score); n == 3 {
				scores = append(scores, max(score, -score))
			}
		}
		return table, scores
	}
	b := board.New(9, 9)
	b.Set(board.Point{X: 4, Y: 4}, board.X)
	b.Set(board.Point{X: 5, Y: 4}, board.O)
	b.Set(board.Point{X: 5, Y: 5}, board.X)
	_, got := scores(b, 3)
	assert.Len(t, got, 3)
	assert.IsNonDecreasing(t, got)
	for _, x := range []int{2, 3} {
		b.Set(board.Point{X: x, Y: 4}, board.X)
		b.Set(board.Point{X: x, Y: 8}, board.O)
	}
	b.Set(board.Point{X: 5, Y: 4}, board.X)
	table, _ := scores(b, 3)
	assert.Contains(t, table, "no move: each one wins, loses or is forbidden")
}
