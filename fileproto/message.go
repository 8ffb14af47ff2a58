package fileproto

import (
	"strconv"
	"strings"
)

// messageLimit is the length of the longest message: some managers show no more of a line.
const messageLimit = 200

// Message returns the line for MSG.DAT, without its end: ASCII, at most messageLimit characters. It
// holds the brain's name and what it did in full, then of the warnings the first and how many more.
// Where all that is too long, the note is cut first.
func Message(brain, did, note string, warnings []string) string {
	head, tail := ascii(brain+": "+did), ""
	if len(warnings) > 0 {
		tail = "; " + ascii(summary(warnings))
	}
	if note = cut(ascii(note), messageLimit-len(head+" "+tail)); note != "" {
		head += " " + note
	}
	if room := messageLimit - len(head); len(tail) > room {
		more := others(warnings)
		tail = cut(strings.TrimSuffix(tail, more), room-len(more)) + more
	}
	return cut(head+tail, messageLimit)
}

// summary returns the first warning in full, then how many more there are.
func summary(warnings []string) string {
	if len(warnings) == 0 {
		return ""
	}
	return warnings[0] + others(warnings)
}

// others returns how many warnings there are beside the first, "" if none.
func others(warnings []string) string {
	switch n := len(warnings) - 1; {
	case n < 1:
		return ""
	case n == 1:
		return " (+1 more warning)"
	default:
		return " (+" + strconv.Itoa(n) + " more warnings)"
	}
}

// cut returns s, or as much of it as fits into room with two dots for the rest.
func cut(s string, room int) string {
	const dots = ".."
	switch {
	case len(s) <= room:
		return s
	case room <= len(dots):
		return ""
	}
	return s[:room-len(dots)] + dots
}

// ascii returns s with a question mark for every character that is not printable ASCII.
func ascii(s string) string {
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' {
			return '?'
		}
		return c
	}, s)
}
