// Package charset guesses the encoding of a text that does not tell it, from as little as the two names in a record of
// a game. It knows which characters are frequent in a language, and takes the encoding in which the bytes make a text
// that is likely in one of its languages.
package charset

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// A Charset is an encoding with the name by which people know it.
type Charset struct {
	Name     string
	encoding coding
	unusual  float64 // how much rarer records have it than others, in bits
}

// UTF8 is the encoding of texts that are valid in it.
var UTF8 = Charset{"UTF-8", utf8Coding, 0}

// Decode returns content as UTF-8. A byte order mark at its start counts more than the encoding. Bytes that do not
// belong to a character become U+FFFD.
func (c Charset) Decode(content []byte) string {
	return c.encoding.decode(content)
}

// The weights of the signs by which an encoding is recognised, in bits.
const (
	trust   = 24  // in the name of an encoding that a file itself gives
	utf8Fit = 3.0 // of a character that is valid in UTF-8: others have such bytes rarely
)

// maxSample is how many bytes of a text are looked at, in lines that are not ASCII alone.
const maxSample = 16 << 10

// Guess returns the encoding that content most likely has. named is the name of an encoding that the content itself
// gives, "" for none. note tells which one was guessed; it is "" if there was nothing to guess.
func Guess(content []byte, named string) (c Charset, note string) {
	says, known := Charset{}, false
	if name, c, ok := find(strings.TrimSpace(named)); ok {
		says, known = Charset{name, c, 0}, true
	}
	hasMark := func(mark string) bool { return bytes.HasPrefix(content, []byte(mark)) } // a byte order mark
	switch {
	case hasMark("\xEF\xBB\xBF"), hasMark("\xFF\xFE"), hasMark("\xFE\xFF"):
		return UTF8, ""
	case known && says.Name == "iso-2022-jp": // all its bytes are ASCII
		return says, ""
	case utf8.Valid(content):
		if named != "" && !isASCII(content) && (!known || says.Name != "utf-8") {
			note = fmt.Sprintf("it names the encoding %q, but is valid as UTF-8: taken for that", named)
		}
		return UTF8, note
	}
	c = best(sample(content), says, known)
	switch {
	case known && c.encoding == says.encoding:
	case named != "":
		note = fmt.Sprintf("it names the encoding %q, but its text looks like %s: taken for that", named, c.Name)
	default:
		note = "no encoding named, and no UTF-8: taken for " + c.Name
	}
	if lost := strings.Count(c.Decode(content), "\uFFFD"); lost > 0 {
		if note == "" {
			note = "as " + c.Name
		}
		note += fmt.Sprintf(", with %d characters that it does not have", lost)
	}
	return c, note
}

func isASCII(content []byte) bool {
	return !bytes.ContainsFunc(content, func(r rune) bool { return r >= utf8.RuneSelf }) // or U+FFFD for no character
}

func sample(content []byte) []byte {
	var text []byte
	for len(content) > 0 && len(text) < maxSample {
		end := bytes.IndexAny(content, "\r\n") + 1
		if end == 0 {
			end = len(content)
		}
		if line := content[:end]; !isASCII(line) {
			text = append(text, line...)
		}
		content = content[end:]
	}
	return text[:min(len(text), maxSample)]
}

// best returns the encoding in which the text is most likely. says is the one that the text itself names, if it is
// known.
func best(text []byte, says Charset, known bool) Charset {
	c, least := UTF8, utf8Bits(text)
	try := func(candidate Charset, bits float64) {
		if bits < least {
			c, least = candidate, bits
		}
	}
	for _, l := range languages() {
		for _, candidate := range l.charsets {
			try(candidate, l.bits(candidate.Decode(text))+candidate.unusual)
		}
	}
	if known {
		decoded, bits := says.Decode(text), math.Inf(1)
		for _, l := range languages() {
			bits = min(bits, l.bits(decoded))
		}
		try(says, bits-trust)
	}
	return c
}

// utf8Bits returns how unlikely a text is that does not have the one or other byte of UTF-8.
func utf8Bits(text []byte) (bits float64) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			bits += noCharacter
		case size > 1:
			bits += utf8Fit
		}
		text = text[size:]
	}
	return bits
}
