// Package lines cuts what comes through a pipe into lines, and knows when each arrived.
package lines

import (
	"io"
	"iter"
	"strings"
	"time"
)

// A Line is one that holds more than blanks.
type Line struct {
	Text string    // without blanks around it
	At   time.Time // when its end arrived
}

// Read yields the lines that come from in, until it ends. Lines end with CR LF, LF or CR; the last may lack its
// end. What goes on for more than longest bytes is cut.
func Read(in io.Reader, longest int) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		buffer := make([]byte, 4096)
		var line []byte
		end := func(at time.Time) bool { // whether to go on
			text := strings.TrimSpace(string(line))
			line = line[:0]
			return text == "" || yield(Line{text, at})
		}
		for {
			n, err := in.Read(buffer)
			now := time.Now()
			for _, c := range buffer[:n] {
				// The LF of a CR LF ends an empty line, of which nobody hears.
				if c == '\r' || c == '\n' {
					if !end(now) {
						return
					}
				} else if len(line) < longest {
					line = append(line, c)
				}
			}
			if err != nil {
				end(now)
				return
			}
		}
	}
}
