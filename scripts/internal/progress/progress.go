// Package progress shows on standard error how far a long run is: a bar on a terminal, lines elsewhere.
package progress

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"tahoun/fileproto/process"
)

// A Bar is one run's progress. On a terminal it stays below the lines.
type Bar struct {
	w        io.Writer
	terminal bool
	started  time.Time
	drawn    time.Time // last, or started
	length   int       // of the bar on the terminal, in characters
}

// New returns a bar on w, which is a terminal or not.
func New(w io.Writer) *Bar {
	f, isFile := w.(*os.File)
	now := time.Now()
	return &Bar{w: w, terminal: isFile && process.Terminal(f), started: now, drawn: now}
}

// NewTerminal returns a bar on w, which it treats as a terminal.
func NewTerminal(w io.Writer) *Bar { return &Bar{w: w, terminal: true, started: time.Now()} }

// Terminal reports whether the bar is on a terminal.
func (b *Bar) Terminal() bool { return b.terminal }

// Due reports whether to draw the bar again: four times a second on a terminal, else once a minute.
func (b *Bar) Due() bool {
	every := time.Minute
	if b.terminal {
		every = time.Second / 4
	}
	return time.Since(b.drawn) > every
}

// Report draws "done of all units" with detail and the time left, if that is due.
func (b *Bar) Report(done, all int, units, detail string) {
	if b.Due() {
		b.Draw(done, all, fmt.Sprintf("%d of %d %s%s%s", done, all, units, detail, Left(b.started, done, all-done)))
	}
}

// Draw draws the bar with done of all full and a text behind it. Both should fit 80 columns. Elsewhere than on a
// terminal the text is a line.
func (b *Bar) Draw(done, all int, text string) {
	b.drawn = time.Now()
	if !b.terminal {
		b.Line(text)
		return
	}
	const width = 10
	full := width * min(done, all) / all
	text = fmt.Sprintf("[%s%s] %s", strings.Repeat("#", full), strings.Repeat("-", width-full), text)
	b.Clear()
	b.length = utf8.RuneCountInString(text)
	fmt.Fprint(b.w, text)
}

// Clear removes the bar with blanks, which work on every terminal.
func (b *Bar) Clear() {
	if b.length > 0 {
		fmt.Fprintf(b.w, "\r%*s\r", b.length, "")
	}
	b.length = 0
}

// Line writes a line in the bar's place.
func (b *Bar) Line(text string) {
	b.Clear()
	fmt.Fprintln(b.w, text)
}

// Left returns ", 1m30s left" where done of the work took the time since start and rest is left to do. It returns ""
// where that is unknown or less than half a second.
func Left(start time.Time, done, rest int) string {
	if done <= 0 || rest <= 0 {
		return ""
	}
	left := time.Duration(float64(time.Since(start)) / float64(done) * float64(rest)).Round(time.Second)
	if left == 0 {
		return ""
	}
	return fmt.Sprintf(", %v left", left)
}
