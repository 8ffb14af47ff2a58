package fileproto

import (
	"slices"
	"strconv"
	"strings"
)

// messageLimit is the length of the longest message: some managers show no more of a line.
const messageLimit = 200

// noteRoom is how much of a message a note keeps where there are more warnings than one.
const noteRoom = 60

// Message returns the line for MSG.DAT, without its end: ASCII, at most messageLimit characters. It
// holds the brain's name and its move in full, then the first warning, as many more as there is room for, and
// how many others there are. Where all that is too long, the note is cut first.
func Message(brain, did, note string, warnings []string) string {
	head, tail, more := ascii(brain+": "+did), "", ""
	note = ascii(note)
	if len(warnings) > 0 {
		tail, more = join(warnings, messageLimit-len(head)-min(len(note), noteRoom)-len(" ; "))
		tail = "; " + ascii(tail)
	}
	if note = cut(note, messageLimit-len(head+" "+tail+more)); note != "" {
		head += " " + note
	}
	return cut(head+cut(tail, messageLimit-len(head+more))+more, messageLimit)
}

// join returns as many warnings as fit into room bytes, at least one, and a count of the rest.
func join(warnings []string, room int) (text, more string) {
	text = warnings[0]
	for i, w := range warnings[1:] {
		longer, rest := text+"; "+w, ""
		if left := len(warnings) - 2 - i; left > 0 {
			rest = others(left)
		}
		if len(longer+rest) > room {
			return text, others(len(warnings) - 1 - i)
		}
		text = longer
	}
	return text, ""
}

// report returns the warnings as lines: all of them if verbose is set, else of many the first ones and how many others
// there are.
func report(warnings []string, verbose bool) []string {
	const most = 10
	if verbose || len(warnings) <= most {
		return warnings
	}
	return append(slices.Clone(warnings[:most-1]), strings.TrimSpace(others(len(warnings)-most+1)))
}

func others(n int) string {
	if n == 1 {
		return " (+1 more warning)"
	}
	return " (+" + strconv.Itoa(n) + " more warnings)"
}

// cut returns s, or as many of its words as fit into room with two dots for the rest.
func cut(s string, room int) string {
	const dots = " .."
	switch {
	case len(s) <= room:
		return s
	case room <= len(dots):
		return ""
	}
	head := s[:room-len(dots)+1] // a word that ends there is whole
	if end := strings.LastIndexByte(head, ' '); end >= 0 {
		return head[:end] + dots
	}
	return head[:len(head)-1] + dots[1:]
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
