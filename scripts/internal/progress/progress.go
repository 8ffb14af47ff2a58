// Package progress says on standard error how far a long run is: a bar on a terminal, lines elsewhere.
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
	drawn    time.Time // last, or New
	length   int       // of the bar on the terminal, in characters
}

// New returns a bar on w, which is a terminal or not.
func New(w io.Writer) *Bar {
	f, isFile := w.(*os.File)
	return &Bar{w: w, terminal: isFile && process.Terminal(f), drawn: time.Now()}
}

// NewTerminal returns a bar on a w that is taken for a terminal.
func NewTerminal(w io.Writer) *Bar { return &Bar{w: w, terminal: true} }

// Terminal tells whether the bar is on a terminal.
func (b *Bar) Terminal() bool { return b.terminal }

// Due tells whether to draw the bar again: four times a second on a terminal, else once a minute.
func (b *Bar) Due() bool {
	every := time.Minute
	if b.terminal {
		every = time.Second / 4
	}
	return time.Since(b.drawn) > every
}

// Draw draws the bar with done of all full, and a text that should leave it within 80 columns. Where
// there is no terminal the text is a line.
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

// Clear removes the bar. Blanks do it on every terminal.
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

// Left returns ", 1m30s left" if done of the work took the time since start and rest is still to do, and
// nothing while that cannot be told or is next to nothing.
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
