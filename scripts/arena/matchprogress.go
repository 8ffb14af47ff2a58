package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/internal/progress"
)

// A matchProgress says on standard error how far the match is.
type matchProgress struct {
	*progress.Bar
	o      options
	t      *standings
	start  time.Time
	before int // games that were there at the start
}

func newMatchProgress(w io.Writer, o options, t *standings) *matchProgress {
	return &matchProgress{Bar: progress.New(w), o: o, t: t, start: time.Now(), before: len(t.games)}
}

// moved says after a move what there is to say: on a terminal the bar stays fresh.
func (p *matchProgress) moved(g *game.Game) {
	if p.o.verbose {
		m := g.Moves[len(g.Moves)-1]
		said, _, _ := strings.Cut(m.Message, "\n")
		p.Line(fmt.Sprintf("game %d, move %d: %v %v, %.3f s %s", g.ID, len(g.Opening)+len(g.Moves), m.Side, m.At, m.Time.Seconds(), quoteControl(said)))
	}
	if p.Terminal() && p.Due() {
		p.draw()
	}
}

// finished says how a game ended.
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
		g.ID, g.X, g.O, outcome, len(g.Opening)+len(g.Moves), quoteControl(detail), p.state()))
	if p.Terminal() {
		p.draw()
	}
}

// quoteControl returns a program's text, quoted if it holds what may command a terminal.
func quoteControl(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

// draw draws how many of all games were played, without a limit of them how near the test is to a bound.
func (p *matchProgress) draw() {
	done, all := len(p.t.games), p.t.schedule.Len()
	if p.o.endless() {
		pairs, _ := p.t.sprtVerdict()
		lower, upper := p.o.sprt.Bounds()
		ratio := p.o.sprt.Ratio(pairs)
		done, all = int(100*max(ratio/lower, ratio/upper)), 100
	}
	p.Draw(done, all, p.state())
}

// state is how far the match is, in a few words. When a test ends it nobody knows, so no time is left then.
func (p *matchProgress) state() string {
	games, all := len(p.t.games), p.t.schedule.Len()
	text := fmt.Sprintf("%d of %d", games, all)
	if p.o.sprt != nil {
		text = fmt.Sprintf("%d games", games)
	}
	if len(p.t.labels) == 2 {
		c := p.t.cross()[0][1]
		text += fmt.Sprintf(", %s : %s", p.o.points(c.points()), p.o.points(float64(c.games)-c.points()))
		if pairs := p.t.pairs(0, 1); pairs.Len() > 0 && !p.t.onlyFaults() {
			text += ", Elo " + estimate(pairs.Elo(), " ")
		}
	}
	if p.o.sprt != nil {
		pairs, _ := p.t.sprtVerdict()
		lower, upper := p.o.sprt.Bounds()
		return text + fmt.Sprintf(", LLR %.2f (%.2f, %.2f)", p.o.sprt.Ratio(pairs), lower, upper)
	}
	return text + progress.Left(p.start, games-p.before, all-games)
}
