// Package protocol knows the lines of Gomocup's pipe protocol: how they come out of a stream of bytes, and
// the words and numbers on them. What a command means it does not know.
package protocol

import (
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
)

// longest is how many bytes of a line are read; what goes on longer is cut.
const longest = 1024

// A Line is one that holds more than blanks.
type Line struct {
	Text string    // without blanks around it
	At   time.Time // when its end arrived
}

// Lines yields the lines that come from in, until it ends. Lines end with CR LF, LF or CR; the last may lack
// its end.
func Lines(in io.Reader) iter.Seq[Line] {
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

// Command returns the first word of the line, in capitals, and what follows it.
func (l Line) Command() (word, rest string) {
	word, rest = l.Text, ""
	if i := strings.IndexAny(l.Text, " \t"); i >= 0 {
		word, rest = l.Text[:i], strings.TrimSpace(l.Text[i:])
	}
	return strings.ToUpper(word), rest
}

// Numbers reads n whole numbers with commas between them, as in "7,7,1". It tells whether that is what the
// text holds.
func Numbers(text string, n int) ([]int, bool) {
	parts := strings.Split(text, ",")
	if len(parts) != n {
		return nil, false
	}
	numbers := make([]int, n)
	for i, part := range parts {
		var err error
		if numbers[i], err = strconv.Atoi(strings.TrimSpace(part)); err != nil {
			return nil, false
		}
	}
	return numbers, true
}
