// Package terminal writes for the person who runs the file brain. A move never waits long for a slow reader.
package terminal

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"time"

	"tahoun/fileproto/file"
	"tahoun/fileproto/process"
)

// Patience is how long the program waits for a slow reader of standard error when it plays no move.
const Patience = time.Second

// An Output is where the program writes.
type Output struct{ Stdout, Stderr *os.File }

// Interactive reports whether a person at a terminal reads standard output.
func (o Output) Interactive() bool { return process.Terminal(o.Stdout) }

// Width returns how many columns the terminal has, 0 if it does not tell.
func (o Output) Width() int { return process.Columns(o.Stdout) }

// Columns returns how many columns a line of standard output may have: those of a terminal, 80 where it does not tell,
// 0 for no limit.
func (o Output) Columns() int {
	if !o.Interactive() {
		return 0
	}
	return cmp.Or(o.Width(), 80)
}

// Complain writes lines to standard error, and drops those that nobody reads within patience.
func (o Output) Complain(patience time.Duration, lines ...string) {
	_, _ = file.Patiently(patience, func() (struct{}, error) {
		for _, line := range lines {
			fmt.Fprintln(o.Stderr, "tahoun:", line)
		}
		return struct{}{}, nil
	})
}

// Print writes text that was asked for to standard output, and returns the exit code.
func (o Output) Print(text string) int {
	_, err := io.WriteString(o.Stdout, text)
	return o.Printed(err)
}

// Printed returns the exit code after output that was asked for: 1, with a line on standard error, if it was not
// written.
func (o Output) Printed(err error) int {
	if err == nil {
		return 0
	}
	o.Complain(Patience, "standard output: "+file.Reason(err))
	return 1
}
