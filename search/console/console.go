// Package console shows to a person at a terminal what a search finds.
package console

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/search"
)

// Table writes the moves of an analysis, a line each, the best first, and its note. A score of 200 stands for odds of e : 1.
func Table(w io.Writer, a search.Analysis) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%3s %7s %11s %7s %6s  %s\n", "", "move", "score", "chance", "depth", "line")
	for i, v := range a.Moves {
		fmt.Fprintf(&b, "%3d %7v %11s %6.1f%% %6d  %s\n", i+1, v.Move, Score(v), 100*v.Chance(), v.Depth, Line(v.Line))
	}
	if a.Note != "" {
		fmt.Fprintf(&b, "%s\n", a.Note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Score returns the score of a variation as text: of a proof the plies to its end.
func Score(v search.Variation) string {
	switch {
	case v.Plies > 0 && v.Score > 0:
		return fmt.Sprintf("win in %d", v.Plies)
	case v.Plies > 0:
		return fmt.Sprintf("loss in %d", v.Plies)
	}
	return fmt.Sprintf("%+d", v.Score)
}

// Line returns moves as text.
func Line(moves []board.Point) string {
	words := make([]string, len(moves))
	for i, at := range moves {
		words[i] = at.String()
	}
	return strings.Join(words, " ")
}

// Progress is one line of a terminal that is written again and again while a search runs.
type Progress struct {
	w       io.Writer
	until   time.Time // when the search ends
	written int       // length of the line
}

// width is how much of a line every terminal has.
const width = 79

// NewProgress returns a progress line on w for a search that ends at until.
func NewProgress(w io.Writer, until time.Time) *Progress { return &Progress{w: w, until: until} }

// Show replaces the line by text and the time that is left.
func (p *Progress) Show(text string) {
	left := fmt.Sprintf("  %.0f s left", max(0, time.Until(p.until).Seconds()))
	if room := width - len(left); len(text) > room {
		text = text[:room-3] + "..."
	}
	p.write(text + left)
}

// Analysis replaces the line by the best move of an analysis.
func (p *Progress) Analysis(a search.Analysis) {
	best := a.Moves[0]
	p.Show(fmt.Sprintf("depth %d  best %v  %s  line %s", a.Depth, best.Move, Score(best), Line(best.Line)))
}

// Clear removes the line.
func (p *Progress) Clear() {
	if p.written > 0 {
		p.write("")
		fmt.Fprint(p.w, "\r")
	}
}

func (p *Progress) write(text string) {
	fmt.Fprintf(p.w, "\r%-*s", p.written, text)
	p.written = len(text)
}
