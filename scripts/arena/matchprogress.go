package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/progress"
)

// A matchProgress shows the match's progress on standard error.
type matchProgress struct {
	*progress.Bar
	o      options
	t      *standings
	start  time.Time
	before int // games played before the start
}

func newMatchProgress(w io.Writer, o options, t *standings) *matchProgress {
	return &matchProgress{Bar: progress.New(w), o: o, t: t, start: time.Now(), before: len(t.games)}
}

// moved redraws the bar after a move if that is due, and prints the move under -v.
func (p *matchProgress) moved(g *game.Game) {
	if p.o.verbose {
		m := g.Moves[len(g.Moves)-1]
		said, _, _ := strings.Cut(m.Message, "\n")
		p.Line(fmt.Sprintf("game %d, move %d: %v %v, %.3f s %s", g.Number(), g.Stones(), m.Side, m.At, m.Time.Seconds(), quoteControl(said)))
	}
	if p.Terminal() && p.Due() {
		p.draw()
	}
}

// finished prints how a game ended. On a terminal it only redraws the bar, except after a fault or under -v.
func (p *matchProgress) finished(g *game.Game) {
	if p.Terminal() && !p.o.verbose && !g.Result.Reason.Fault() {
		p.draw()
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
	p.Line(fmt.Sprintf("game %d, %s (x) - %s (o): %s after %d moves (%s); %s",
		g.Number(), g.X, g.O, outcome, g.Stones(), quoteControl(detail), p.state()))
	if p.Terminal() {
		p.draw()
	}
}

// quoteControl returns a program's text, quoted if it contains characters that may control a terminal.
func quoteControl(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// draw draws the share of the games that were played. Without a limit of games it draws how near the SPRT is to a
// bound.
func (p *matchProgress) draw() {
	done, all := len(p.t.games), p.t.schedule.Count()
	if p.o.endless() {
		games, _ := p.t.sprtVerdict()
		lower, upper := p.o.sprt.Bounds()
		ratio := p.o.sprt.Ratio(games)
		done, all = int(100*max(ratio/lower, ratio/upper)), 100
	}
	p.Draw(done, all, p.state())
}

// state returns the progress in a few words. Under an SPRT it omits the time left, which nobody knows.
func (p *matchProgress) state() string {
	text := p.result()
	if p.o.sprt != nil {
		return text
	}
	played := len(p.t.games)
	return text + progress.Left(p.start, played-p.before, p.t.schedule.Count()-played)
}

// result returns how many games were played, and how they ended, in a few words.
func (p *matchProgress) result() string {
	played, all := len(p.t.games), p.t.schedule.Count()
	text := fmt.Sprintf("%d of %d", played, all)
	if p.o.sprt != nil {
		text = fmt.Sprintf("%d games", played)
	}
	if len(p.t.labels) == 2 {
		c := p.t.cross()[0][1]
		text += fmt.Sprintf(", %s : %s", p.o.points(c.points()), p.o.points(float64(c.games)-c.points()))
		if pairs := p.t.pairs(0, 1); pairs.Len() > 0 && !p.t.onlyFaults() {
			text += ", Elo " + estimate(pairs.Elo(), " ")
		}
	}
	if p.o.sprt != nil {
		games, _ := p.t.sprtVerdict()
		lower, upper := p.o.sprt.Bounds()
		text += fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", p.o.sprt.Ratio(games), lower, upper)
	}
	return text
}
