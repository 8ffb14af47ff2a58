package player

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// excerptLength is how many bytes of a program's line an error shows.
const excerptLength = 400

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

// Said returns the last line of a program's messages for the detail of a Fault, "" if there is none.
func Said(words string) string {
	last := strings.TrimSpace(words[strings.LastIndexByte(words, '\n')+1:])
	if last == "" {
		return ""
	}
	return fmt.Sprintf("; it said %q", excerpt(last))
}

// tidy returns a program's text as plain lines, without blanks at the ends.
func tidy(text string) string { return game.Plain(strings.Trim(text, manager.Blanks+"\x00")) }
