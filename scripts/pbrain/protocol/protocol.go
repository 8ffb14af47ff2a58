// Package protocol splits the lines of Gomocup's pipe protocol into words and numbers. Package session gives them
// their meaning.
package protocol

import (
	"regexp"
	"strconv"
	"strings"
)

// MaxLine is the number of bytes of a line that are read; the rest is dropped.
const MaxLine = 1024

// Command returns the first word of a line, in capitals, and the rest of the line.
func Command(line string) (word, rest string) {
	word, rest = line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		word, rest = line[:i], strings.TrimSpace(line[i:])
	}
	return strings.ToUpper(word), rest
}

var separator = regexp.MustCompile(`\s*,\s*|\s+`)

// Numbers reads n whole numbers with a comma or blanks between them, as in "7,7,1" or "15 15". It reports whether the
// text holds exactly these.
func Numbers(text string, n int) ([]int, bool) {
	parts := separator.Split(strings.TrimSpace(text), -1)
	if len(parts) != n {
		return nil, false
	}
	numbers := make([]int, n)
	for i, part := range parts {
		var err error
		if numbers[i], err = strconv.Atoi(part); err != nil {
			return nil, false
		}
	}
	return numbers, true
}
