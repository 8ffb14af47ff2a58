package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"tahoun/board"
	"tahoun/fileproto/process"
	"tahoun/scripts/arena/game"
)

// A progress says on standard error how far the match is: a bar on a terminal, lines elsewhere.
type progress struct {
	w        io.Writer
	terminal bool
	o        options
	t        *tally
	start    time.Time
	before   int       // games that were there at the start
	shown    time.Time // when the bar was drawn last
	length   int       // of the bar on the terminal, in characters
}

func newProgress(w io.Writer, o options, t *tally) *progress {
	f, isFile := w.(*os.File)
	return &progress{
		w: w, terminal: isFile && process.Terminal(f), o: o, t: t,
		start: time.Now(), before: len(t.games),
	}
}

// clear removes the bar. Blanks do it on every terminal.
func (p *progress) clear() {
	if p.length > 0 {
		fmt.Fprintf(p.w, "\r%*s\r", p.length, "")
	}
	p.length = 0
}

// moved says after a move what there is to say: on a terminal the bar stays fresh.
func (p *progress) moved(g *game.Game) {
	if p.o.verbose {
		m := g.Moves[len(g.Moves)-1]
		said, _, _ := strings.Cut(m.Message, "\n")
		p.line(fmt.Sprintf("game %d, move %d: %v %v, %.3f s %s", g.ID, len(g.Opening)+len(g.Moves), m.Side, m.At, m.Time.Seconds(), said))
	}
	if p.terminal && time.Since(p.shown) > time.Second/4 {
		p.bar()
	}
}

// finished says how a game ended.
func (p *progress) finished(g *game.Game) {
	if p.terminal && !p.o.verbose && !fault(g.Result.Reason) {
		p.bar()
		return
	}
	outcome := "draw"
	switch g.Result.Winner {
	case board.X:
		outcome = g.X + " wins"
	case board.O:
		outcome = g.O + " wins"
	}
	detail := string(g.Result.Reason)
	if g.Result.Detail != "" {
		detail += ", " + g.Result.Detail
	}
	p.line(fmt.Sprintf("game %d, %s (x) - %s (o): %s after %d moves (%s); %s",
		g.ID, g.X, g.O, outcome, len(g.Opening)+len(g.Moves), detail, p.state()))
	if p.terminal {
		p.bar()
	}
}

// end leaves a terminal's line clean.
func (p *progress) end() { p.clear() }

func (p *progress) line(text string) {
	p.clear()
	fmt.Fprintln(p.w, text)
}

// bar draws the bar: short, so that all of it fits on 80 columns.
func (p *progress) bar() {
	const width = 10
	done := width * len(p.t.games) / len(p.t.schedule)
	p.shown = time.Now()
	text := fmt.Sprintf("[%s%s] %s", strings.Repeat("#", done), strings.Repeat("-", width-done), p.state())
	p.clear()
	p.length = utf8.RuneCountInString(text)
	fmt.Fprint(p.w, text)
}

// state is how far the match is, in a few words.
func (p *progress) state() string {
	text := fmt.Sprintf("%d of %d", len(p.t.games), len(p.t.schedule))
	if len(p.t.labels) == 2 {
		c := p.t.cross()[0][1]
		text += fmt.Sprintf(", %s : %s, Elo %s", points(c.points()), points(float64(c.games)-c.points()), estimate(p.t.pairs(0, 1).Elo(), " "))
	}
	if p.o.sprt != nil {
		pairs, _ := p.t.tested(*p.o.sprt)
		text += fmt.Sprintf(", LLR %.2f", p.o.sprt.Ratio(pairs))
	}
	if now := len(p.t.games) - p.before; now > 0 && len(p.t.games) < len(p.t.schedule) {
		left := time.Since(p.start) / time.Duration(now) * time.Duration(len(p.t.schedule)-len(p.t.games))
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text
}
