package output

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/progress"
)

// TestLiveLine: it has the test's bounds, and leaves out unknown values.
func TestLiveLine(t *testing.T) {
	for _, tt := range []struct {
		args   string
		before []*game.Game
		want   string
	}{
		{"-pairs 3", nil, "[----------] 0 of 6, 0 : 0"},
		{"-pairs 3", []*game.Game{won(0), won(1)}, "[###-------] 2 of 6, 2 : 0, Elo +338 ±936"},
		{"-sprt 0,20", nil, "[----------] 0 games, 0 : 0, LLR 0.00 (-2.94, 2.94)"},
		{"-sprt 0,20", []*game.Game{won(0)}, "[----------] 1 games, 1 : 0, LLR 0.00 (-2.94, 2.94)"},
		{"-sprt 0,900", []*game.Game{won(0), won(1), won(2), won(3)}, "[####------] 4 games, 4 : 0, Elo +470 ±852, LLR 1.37 (-2.94, 2.94)"},
		{"-sprt 0,900 -pairs 4", []*game.Game{won(0), won(1)}, "[##--------] 2 games, 2 : 0, Elo +338 ±936, LLR 0.68 (-2.94, 2.94)"},
	} {
		r := after(t, "-p file,label=a:go -p file,label=b:go "+tt.args, tt.before...)
		var screen bytes.Buffer
		p := NewProgress(&screen, r)
		p.Bar = progress.NewTerminal(&screen)
		p.draw()
		assert.Equal(t, tt.want, screen.String())
	}
}

// A program's text that may control a terminal is quoted.
func TestVerboseQuotes(t *testing.T) {
	r := after(t, "-p file,label=a:go -p file,label=b:go -v")
	var screen bytes.Buffer
	NewProgress(&screen, r).Moved(&game.Game{Moves: []game.Move{{Side: board.X, Message: "\x1b[2J\u202eI\xa0\"win\"\nmore"}}})
	assert.Equal(t, "game 1, move 1: x 0,0, 0.000 s \"\\x1b[2J\\u202eI\\xa0\\\"win\\\"\"\n", screen.String())
}

// TestBar draws on a terminal: never a line that would wrap, and nothing left at the end.
func TestBar(t *testing.T) {
	r := after(t, "-p file,label=a:go -p file,label=b:go -pairs 500 -sprt 0,5")
	var screen bytes.Buffer
	p := NewProgress(&screen, r)
	p.Bar, p.start = progress.NewTerminal(&screen), time.Now().Add(-time.Hour)
	for id := range 999 {
		g := &game.Game{ID: id, X: "a", O: "b", Moves: []game.Move{{}}, Result: game.Result{Winner: board.X, Reason: game.Row}}
		if id%2 == 1 {
			g.X, g.O = g.O, g.X
		}
		p.Moved(g)
		r.Add(g)
		p.Finished(g)
	}
	text := screen.String()
	assert.Contains(t, text, "[#########-] 999 games, 500 : 499, Elo +0 ±1, LLR -")
	p.Clear()
	drawn := strings.Split(screen.String(), "\r")
	for _, line := range drawn {
		require.LessOrEqual(t, len([]rune(line)), 79, line)
	}
	assert.Empty(t, drawn[len(drawn)-1])
	assert.NotContains(t, text, "\n")
}

// BenchmarkProgress measures the text that is printed after each game, when so many have been played.
func BenchmarkProgress(b *testing.B) {
	for _, games := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			r := after(b, fmt.Sprintf("-p file,label=a:go -p file,label=b:go -pairs %d", games/2))
			for p := range r.Left() {
				r.Add(&game.Game{
					ID: p.ID, X: r.labels[p.X], O: r.labels[p.O],
					Result: game.Result{Winner: board.Stone(p.ID % 3), Reason: game.Row},
				})
			}
			bar := NewProgress(io.Discard, r)
			for b.Loop() {
				bar.state()
			}
		})
	}
}
