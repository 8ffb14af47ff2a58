package output

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

// Progress shows the match's progress on standard error.
type Progress struct {
	*progress.Bar
	result Result
	start  time.Time
	before int // games played before the start
}

// NewProgress returns the progress of a match that begins now, or goes on.
func NewProgress(w io.Writer, r Result) *Progress {
	return &Progress{Bar: progress.New(w), result: r, start: time.Now(), before: len(r.games)}
}

// Moved redraws the bar after a move if that is due, and prints the move under -v.
func (p *Progress) Moved(g *game.Game) {
	if p.result.settings.Verbose {
		m := g.Moves[len(g.Moves)-1]
		said, _, _ := strings.Cut(m.Message, "\n")
		p.Line(fmt.Sprintf("game %d, move %d: %v %v, %.3f s %s",
			g.Number(), g.Stones(), m.Side, m.At, m.Time.Seconds(), quoteControl(said)))
	}
	if p.Terminal() && p.Due() {
		p.draw()
	}
}

// Finished prints how a game ended. On a terminal it only redraws the bar, except after a fault or under -v.
func (p *Progress) Finished(g *game.Game) {
	if p.Terminal() && !p.result.settings.Verbose && !g.Result.Reason.Fault() {
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
func (p *Progress) draw() {
	done, all := p.result.Counts()
	if p.result.settings.Endless() {
		test := p.result.settings.SPRT
		games, _ := p.result.sprtVerdict()
		lower, upper := test.Bounds()
		ratio := test.Ratio(games)
		done, all = int(100*max(ratio/lower, ratio/upper)), 100
	}
	p.Draw(done, all, p.state())
}

// state returns the progress in a few words. Under an SPRT it omits the time left, which nobody knows.
func (p *Progress) state() string {
	text := p.result.Line()
	if p.result.settings.SPRT != nil {
		return text
	}
	played, all := p.result.Counts()
	return text + progress.Left(p.start, played-p.before, all-played)
}
