// Package console shows the moves that a search finds to a person at a terminal.
package console

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/search"
)

// Table writes the moves of an analysis, a line each, the best first, and its note. A score of 200 stands for odds of e
// : 1. On a terminal of so many columns long lines are wrapped; 0: they are not.
func Table(w io.Writer, a search.Analysis, columns int) error {
	var b strings.Builder
	head := fmt.Sprintf("%3s %7s %11s %7s %6s  ", "", "move", "score", "chance", "depth")
	indent := len(head)
	if columns < indent+leastLine {
		indent = 4
	}
	fmt.Fprintln(&b, head+"line")
	for i, v := range a.Moves {
		row := fmt.Sprintf("%3d %7v %11s %6.1f%% %6d  ", i+1, v.Move, Score(v), 100*v.Chance(), v.Depth)
		fmt.Fprintln(&b, Wrap(row+Line(v.Line), columns, indent))
	}
	if a.Note != "" {
		fmt.Fprintln(&b, Wrap(a.Note, columns, 0))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const leastLine = 16 // room for two moves

// Wrap returns text with line ends in the place of blanks, so that no line is longer than a terminal has columns, if
// its words allow that. The second line and those that follow are indented. 0 columns are no limit.
func Wrap(text string, columns, indent int) string {
	if columns == 0 {
		return text
	}
	var b strings.Builder
	text = strings.TrimRight(text, " ")
	for len(text) > columns {
		start := len(text) - len(strings.TrimLeft(text, " "))
		end := strings.LastIndexByte(text[:columns+1], ' ')
		if end <= start { // one word is too long
			if end = strings.IndexByte(text[start:], ' '); end < 0 {
				break
			}
			end += start
		}
		b.WriteString(strings.TrimRight(text[:end], " ") + "\n")
		text = strings.Repeat(" ", indent) + strings.TrimLeft(text[end:], " ")
	}
	return b.String() + text
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
	until   time.Time  // when the search ends
	columns func() int // of the terminal, which a person may resize; 0: unknown
	written int        // length of the line
}

const usual = 80 // columns of a terminal that does not tell

// NewProgress returns a progress line on w for a search that ends at until.
func NewProgress(w io.Writer, until time.Time, columns func() int) *Progress {
	return &Progress{w: w, until: until, columns: columns}
}

// Show replaces the line by text and the time that is left.
func (p *Progress) Show(text string) {
	left := fmt.Sprintf("  %.0f s left", max(0, time.Until(p.until).Seconds()))
	width := p.width()
	if width < 2*len(left) { // the move matters more
		left = ""
	}
	p.write(cut(text, width-len(left))+left, width)
}

// width returns the room of the line. Some terminals begin a new line after a character in the last column.
func (p *Progress) width() int {
	return max(cmp.Or(p.columns(), usual)-1, 1)
}

// cut returns text, or its beginning and dots, in that room.
func cut(text string, room int) string {
	const dots = "..."
	switch {
	case len(text) <= room:
		return text
	case room <= len(dots):
		return text[:room]
	}
	return text[:room-len(dots)] + dots
}

// Analysis replaces the line by the best move of an analysis.
func (p *Progress) Analysis(a search.Analysis) {
	best := a.Moves[0]
	p.Show(fmt.Sprintf("depth %d  best %v  %s  line %s", a.Depth, best.Move, Score(best), Line(best.Line)))
}

// Clear removes the line.
func (p *Progress) Clear() {
	if p.written > 0 {
		p.write("", p.width())
		fmt.Fprint(p.w, "\r")
	}
}

// write replaces the line by text, which is no longer than width.
func (p *Progress) write(text string, width int) {
	fmt.Fprintf(p.w, "\r%-*s", min(p.written, width), text)
	p.written = len(text)
}

// A Screen is where a person reads.
type Screen interface {
	Interactive() bool // it is a terminal
	Width() int        // columns of the terminal, 0 if it does not tell
	Columns() int      // that a line may have, 0 for no limit
}

// A WatchedJob is a job that shows its progress in a line, where a person reads at a terminal.
type WatchedJob struct {
	*search.Job
	Terminal io.Writer
	Screen   Screen
}

// Think is Job.Think with the progress line.
func (j WatchedJob) Think(ctx context.Context, better func(board.Point, string)) {
	if !j.Screen.Interactive() {
		j.Job.Think(ctx, better)
		return
	}
	progress := NewProgress(j.Terminal, j.Deadline(), j.Screen.Width)
	defer progress.Clear()
	j.Job.Think(ctx, func(move board.Point, note string) {
		better(move, note)
		progress.Show(fmt.Sprintf("%v %s", move, note))
	})
}

// Analyse writes the n best moves that job finds until ctx ends, or those after which neither side is ahead, on a
// terminal with the progress before.
func Analyse(ctx context.Context, w io.Writer, screen Screen, job *search.Job, n int, balanced bool) error {
	progress := NewProgress(w, job.Deadline(), screen.Width)
	var last search.Analysis
	better := func(a search.Analysis) {
		if last = a; screen.Interactive() && len(a.Moves) > 0 {
			progress.Analysis(a)
		}
	}
	if balanced {
		job.Balance(ctx, n, 0, better)
	} else {
		job.Analyse(ctx, n, better)
	}
	progress.Clear()
	return Table(w, last, screen.Columns())
}

// Draw writes the board after a move of side, and the move's note below it.
func Draw(w io.Writer, before *board.Board, side board.Stone, move board.Point, note string, columns int) error {
	after := before.Clone()
	after.Set(move, side)
	if err := after.Draw(w, move); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, Wrap(fmt.Sprintf("%v plays %v: %s", side, move, note), columns, 4))
	return err
}
