package game

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns a program's text without anything that controls a terminal or reorders a line: invalid UTF-8, control
// characters and invisible formatting characters become "?", blanks of all kinds become spaces, and lines end with \n.
func Plain(text string) string {
	if plainASCII(text) {
		return text
	}
	text = lineEnds.Replace(strings.ToValidUTF8(text, "?"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			return r
		case unicode.IsSpace(r):
			return ' '
		}
		return '?'
	}, text)
}

// plainASCII reports whether a text has only bytes that Plain leaves as they are. Nearly all texts are so, and long
// runs have many.
func plainASCII(text string) bool {
	for i := range len(text) {
		if c := text[i]; (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// MiB formats an amount of memory in units of 1024 times 1024 bytes, as -memory takes it.
func MiB(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }

// Line returns a program's text as one plain line without blanks at its ends.
func Line(text string) string { return strings.Join(strings.Fields(Plain(text)), " ") }

const (
	// talk is how many bytes of a player's messages a game keeps. A move takes at most 1/share of the bytes still left,
	// so that every later move has some.
	talk  = 1 << 16
	share = 16

	// Cut marks text that was dropped because a program said too much.
	Cut = "[cut]"
)

// Add appends a move. It shortens a message that is too long to its end, where programs print their last depth. Adding
// the moves of a game to an empty game gives the same moves.
func (g *Game) Add(m Move) {
	left := talk
	for _, before := range g.Moves {
		if before.Side == m.Side {
			left -= len(before.Message)
		}
	}
	m.Message = lastBytes(Plain(m.Message), max(0, left)/share)
	if e, ok := ParseEval(m.Message); ok {
		m.Eval = &e
	}
	g.Moves = append(g.Moves, m)
}

// End sets the result.
func (g *Game) End(r Result) {
	r.Detail = Plain(r.Detail)
	g.Result = r
}

// lastBytes returns the end of text. A text of more bytes than room loses its start and gets a mark instead.
func lastBytes(text string, room int) string {
	if len(text) <= room {
		return text
	}
	mark := Cut + " "
	from := len(text) - max(0, room-len(mark))
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return mark + text[from:]
}
