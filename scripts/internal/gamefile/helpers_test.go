package gamefile_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/scripts/internal/gamefile"
)

// read returns the game of a text that must be good.
func read(t testing.TB, name, content string) *gamefile.Game {
	t.Helper()
	g, err := gamefile.Read(name, []byte(content), gamefile.Options{})
	require.NoError(t, err)
	requireSound(t, g)
	return g
}

// sample reads a file of testdata.
func sample(t testing.TB, name string) *gamefile.Game {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return read(t, name, string(content))
}

// A reading is a content, and the moves and the warning that its game has; "" for none.
type reading struct{ name, content, tree, warning string }

// checkReadings reads each content under the name of a file.
func checkReadings(t *testing.T, format gamefile.Format, file string, readings []reading) {
	t.Helper()
	for _, r := range readings {
		t.Run(r.name, func(t *testing.T) {
			g := read(t, file, r.content)
			assert.Equal(t, format, g.Format)
			assert.Equal(t, r.tree, tree(g.Next))
			if r.warning == "" {
				assert.Empty(t, g.Warnings)
			} else {
				assert.Contains(t, g.Warnings, r.warning)
			}
		})
	}
}

// refusal returns why a content is refused.
func refusal(name, content string) string {
	_, err := gamefile.Read(name, []byte(content), gamefile.Options{})
	return fmt.Sprint(err)
}

// tree writes moves and all that follow them: x7,7 o8,8(x6,6)(x5,5), with comments in quotes and marks.
func tree(next []*gamefile.Node) string {
	var text strings.Builder
	for _, n := range next {
		move := fmt.Sprintf("%v%v", n.Side, n.At)
		if n.Comment != "" {
			move += fmt.Sprintf("%q", n.Comment)
		}
		move += marks(n.Marks)
		below := tree(n.Next)
		if below != "" && len(n.Next) == 1 {
			below = " " + below
		}
		if move += below; len(next) > 1 {
			move = "(" + move + ")"
		}
		text.WriteString(move)
	}
	return text.String()
}

// marks writes marks: {TR7,7}{LB8,8 text}.
func marks(all []gamefile.Mark) string {
	var text strings.Builder
	for _, m := range all {
		text.WriteString("{" + strings.TrimSpace(fmt.Sprintf("%s%v %s", m.Kind, m.At, m.Text)) + "}")
	}
	return text.String()
}

// requireSound demands what Read promises of every game: no move on an occupied square, on any line.
func requireSound(t testing.TB, g *gamefile.Game) {
	t.Helper()
	b := g.Start.Clone()
	isSide := func(s board.Stone) bool { return s == board.X || s == board.O }
	require.True(t, isSide(g.First), g.First)
	var check func(next []*gamefile.Node)
	check = func(next []*gamefile.Node) {
		for _, n := range next {
			if !b.Contains(n.At) || b.At(n.At) != board.Empty || !isSide(n.Side) { // a call of require for each takes long
				require.Failf(t, "no move", "%v %v on %v", n.Side, n.At, b.At(n.At))
			}
			b.Set(n.At, n.Side)
			check(n.Next)
			b.Set(n.At, board.Empty)
		}
	}
	check(g.Next)
}

// requireSame demands that two games are equal but for what tells how they were read.
func requireSame(t testing.TB, want, got *gamefile.Game) {
	t.Helper()
	require.Equal(t, boardtest.Text(want.Start), boardtest.Text(got.Start))
	w, g := *want, *got
	w.Format, w.Warnings, w.Games, w.Number, w.Start = g.Format, g.Warnings, g.Games, g.Number, g.Start
	require.Equal(t, w, g)
}

func sgf(t testing.TB, g *gamefile.Game) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, gamefile.WriteSGF(&text, g))
	return text.String()
}

func psq(t testing.TB, g *gamefile.Game) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, gamefile.WritePSQ(&text, g))
	return text.String()
}

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

// summaries writes a line about each game of a file with several: players, title, date, result, moves.
func summaries(g *gamefile.Game) (lines []string) {
	for _, s := range g.Games {
		if s.Broken != "" {
			lines = append(lines, "broken: "+s.Broken)
			continue
		}
		parts := slices.DeleteFunc([]string{s.X, s.O, s.Title, s.Date, s.Result}, func(part string) bool { return part == "" })
		if s.RuleKnown {
			parts = append(parts, s.Rule.String())
		}
		lines = append(lines, strings.Join(append(parts, fmt.Sprint(s.Moves)), ", "))
	}
	return lines
}
