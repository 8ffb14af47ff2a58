// Package lines cuts the input from a pipe into lines, with the time when each arrived and its line end.
package lines

import (
	"io"
	"iter"
	"strings"
	"time"
)

// A Line is a line that is not blank.
type Line struct {
	Text string    // without blanks around it
	At   time.Time // when its end arrived
	End  string    // LF if it ended with that alone, CR LF if it ended with a CR, "" if the input ended
}

// Read yields the lines that come from in, until it ends. Lines end with CR LF, LF or CR; the last may lack its
// end. A longer line than longest bytes is cut.
func Read(in io.Reader, longest int) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		buffer := make([]byte, 4096)
		var line []byte
		end := func(at time.Time, how string) bool { // reports whether to go on
			text := strings.TrimSpace(string(line))
			line = line[:0]
			return text == "" || yield(Line{text, at, how})
		}
		for {
			n, err := in.Read(buffer)
			now := time.Now()
			for _, c := range buffer[:n] {
				goOn := true
				switch {
				case c == '\r': // waits for no LF; one that follows ends an empty line, which is not yielded
					goOn = end(now, "\r\n")
				case c == '\n':
					goOn = end(now, "\n")
				case len(line) < longest:
					line = append(line, c)
				}
				if !goOn {
					return
				}
			}
			if err != nil {
				end(now, "")
				return
			}
		}
	}
}
