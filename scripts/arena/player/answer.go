package player

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tahoun/scripts/arena/game"
	"tahoun/scripts/internal/manager"
)

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
func tidy(text string) string { return game.Plain(strings.Trim(text, manager.Blanks+"\x00")) }
