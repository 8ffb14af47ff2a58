package player

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// blanks are what C's isspace knows.
const blanks = " \t\n\v\f\r"

// scanMove reads a move from the start of text as C's scanf does with "%d,%d": blanks before a number
// are passed over, none may stand before the comma, and whatever follows is left alone. A number too
// big for any board stays too big. written is the move as it stands in text.
func scanMove(text string) (at board.Point, written string, ok bool) {
	x, rest, ok := scanNumber(text)
	if !ok || !strings.HasPrefix(rest, ",") {
		return Nowhere, "", false
	}
	y, rest, ok := scanNumber(rest[1:])
	if !ok {
		return Nowhere, "", false
	}
	return board.Point{X: x, Y: y}, game.Line(excerpt(text[:len(text)-len(rest)])), true
}

// scanNumber reads a whole number with an optional sign and returns what follows it.
func scanNumber(text string) (n int, rest string, ok bool) {
	text = strings.TrimLeft(text, blanks)
	sign := 1
	if text != "" && (text[0] == '-' || text[0] == '+') {
		if text[0] == '-' {
			sign = -1
		}
		text = text[1:]
	}
	for text != "" && text[0] >= '0' && text[0] <= '9' {
		if n < math.MaxInt32/10 {
			n = 10*n + int(text[0]-'0')
		} else {
			n = math.MaxInt32
		}
		text, ok = text[1:], true
	}
	return sign * n, text, ok
}

// excerptLength is how many bytes of a line that a program wrote are shown in an error.
const excerptLength = 400

// excerpt returns the start of text.
func excerpt(text string) string {
	if len(text) <= excerptLength {
		return text
	}
	cut := excerptLength
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "..."
}

// Said returns what the detail of a Fault tells of a program's words: the last line of them, "" if there are none.
func Said(words string) string {
	last := strings.TrimSpace(words[strings.LastIndexByte(words, '\n')+1:])
	if last == "" {
		return ""
	}
	return fmt.Sprintf("; it said %q", excerpt(last))
}

// tidy returns a program's words as plain lines, without blanks at the ends.
func tidy(text string) string { return game.Plain(strings.Trim(text, blanks+"\x00")) }
