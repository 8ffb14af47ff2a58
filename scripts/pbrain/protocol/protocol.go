// Package protocol knows the words and numbers on the lines of Gomocup's pipe protocol. What a command means it
// does not know.
package protocol

import (
	"regexp"
	"strconv"
	"strings"
)

// MaxLine is how many bytes of a line are read.
const MaxLine = 1024

// Command returns the first word of a line, in capitals, and what follows it.
func Command(line string) (word, rest string) {
	word, rest = line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		word, rest = line[:i], strings.TrimSpace(line[i:])
	}
	return strings.ToUpper(word), rest
}

// separator is what may stand between two numbers.
var separator = regexp.MustCompile(`\s*,\s*|\s+`)

// Numbers reads n whole numbers with a comma or blanks between them, as in "7,7,1" or "15 15". It reports whether that
// is what the text holds.
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
