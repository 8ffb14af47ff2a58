package charset

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// CodePage returns the code page of a text that programs for Windows write: of those with all its characters that of the
// language in which it is most likely. ok is false where there is none, or Guess would take its bytes for another
// encoding.
func CodePage(text string) (c Charset, ok bool) {
	if isASCII([]byte(text)) {
		return UTF8, true
	}
	likely := slices.Clone(languages())
	slices.SortStableFunc(likely, func(a, b language) int { return cmp.Compare(a.bits(text), b.bits(text)) })
	for _, l := range likely {
		c := l.charsets[0]
		if encoded, whole := c.Encode(text); whole {
			guessed, _ := Guess(encoded, "")
			return c, guessed.encoding == c.encoding
		}
	}
	return likely[0].charsets[0], false
}

// Encode returns a text in the encoding. ok is false where it lacks one of the characters, or has no table here.
func (c Charset) Encode(text string) (encoded []byte, ok bool) {
	if c.encoding == utf8Coding {
		return []byte(text), true
	}
	table := c.table()
	for _, r := range text {
		character, known := table[r]
		if !known {
			return nil, false
		}
		encoded = append(encoded, character...)
	}
	return encoded, true
}

var (
	tablesMutex sync.Mutex
	tables      = map[coding]map[rune]string{}
)

// table returns the bytes of each character that has one byte or two. Decoding all of them makes it, because browsers
// decode alone. A line end behind each keeps them apart.
func (c Charset) table() map[rune]string {
	tablesMutex.Lock()
	defer tablesMutex.Unlock()
	if table := tables[c.encoding]; table != nil {
		return table
	}
	var characters []string
	for first := range 0x100 {
		one := string([]byte{byte(first)})
		if first != '\n' {
			characters = append(characters, one)
		}
		for second := 0x40; first >= 0x80 && second <= 0xFE; second++ {
			characters = append(characters, one+string([]byte{byte(second)}))
		}
	}
	table := map[rune]string{'\n': "\n"}
	for i, decoded := range strings.Split(c.Decode([]byte(strings.Join(characters, "\n"))), "\n") {
		r, size := utf8.DecodeRuneInString(decoded)
		if _, double := table[r]; !double && size == len(decoded) && r != utf8.RuneError {
			table[r] = characters[i]
		}
	}
	tables[c.encoding] = table
	return table
}
