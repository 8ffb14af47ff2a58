package weights

import (
	"fmt"
	"strings"
)

// A Head says where weights come from, in lines. Encode adds the layout and the checksum; a fit writes
//
//	set     its name, as in the file's name
//	date    day of the fit
//	commit  of the program that fitted
//	fit     command line of the fit
//	data    name and SHA-256 of a file of games, and the command line that made it; a line for each file
//	size    how many games, positions and moves those are
//	loss    on games that nothing was learned from
//	scale   how much of an evaluation, and of a move's score, makes the odds e times better
//
// A value that nobody can tell is Unknown.
type Head []Line

// A Line of a head has a name and a value, without line breaks.
type Line struct{ Name, Value string }

// Unknown is a value that nobody can tell.
const Unknown = "unknown"

const (
	setName      = "set"
	layoutName   = "layout"
	checksumName = "checksum"
)

// Set returns the name of the set.
func (h Head) Set() string { return h.value(setName) }

// value returns the value of the first line called name, "" if there is none.
func (h Head) value(name string) string {
	for _, l := range h {
		if l.Name == name {
			return l.Value
		}
	}
	return ""
}

// String returns the text that a file begins with.
func (h Head) String() string {
	var b strings.Builder
	b.WriteString(first)
	for _, l := range h {
		fmt.Fprintf(&b, "%s: %s\n", l.Name, l.Value)
	}
	return b.String()
}

func parseHead(text string) (h Head) {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimRight(line, " \n"), ": ")
		h = append(h, Line{name, value})
	}
	return h
}
