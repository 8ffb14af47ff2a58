package fileproto

import (
	"bytes"
	"iter"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"

	"tahoun/fileproto/typed"
)

// lines yields the number, counted from 1, and the text of every line that is not blank, without its
// end and the padding before it. Lines end with CR LF, LF or CR; the last may lack its end.
func lines(data []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		rest := plainText(data)
		for number := 1; rest != ""; number++ {
			var text string
			text, rest = cutLine(rest)
			if text = strings.TrimRight(text, padding); text != "" && !yield(number, text) {
				return
			}
		}
	}
}

// plainText returns data as UTF-8, without a byte order mark and up to the end of file mark of DOS, behind which
// nothing counts.
func plainText(data []byte) string {
	const mark, end = "\uFEFF", "\x1a"
	text := string(data)
	if order, ok := utf16(data); ok {
		whole := text[:len(text)&^1] // without an end of file mark of one byte
		if decoded, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().String(whole); err == nil {
			text = decoded
		}
	}
	text, _, _ = strings.Cut(strings.TrimPrefix(text, mark), end)
	return text
}

// utf16 reports whether data is UTF-16, as shells of Windows write it, and in which order its bytes are. It begins with
// a mark, or with two characters of ASCII, as all these files do.
func utf16(data []byte) (order unicode.Endianness, ok bool) {
	head := data[:min(len(data), 4)]
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || zerosOnlyAt(head, 1):
		return unicode.LittleEndian, true
	case bytes.HasPrefix(data, []byte("\xfe\xff")) || zerosOnlyAt(head, 0):
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

// zerosOnlyAt reports whether data is of pairs with a zero at that place and none at the other.
func zerosOnlyAt(data []byte, place int) bool {
	for i, c := range data {
		if (c == 0) != (i%2 == place) {
			return false
		}
	}
	return len(data) > 1
}

// blanks are the characters between words on a line.
const blanks = " \t"

// separators may stand between a key and its value beside blanks. Some people write them.
const separators = "=:;,"

// padding may follow them: the rest of a buffer that was written whole.
const padding = blanks + "\x00"

func cutLine(s string) (line, rest string) {
	end := strings.IndexAny(s, "\r\n")
	if end < 0 {
		return s, ""
	}
	if strings.HasPrefix(s[end:], "\r\n") {
		return s[:end], s[end+2:]
	}
	return s[:end], s[end+1:]
}

// at returns "name:line: ", the head of an error or warning about a line.
func at(name string, line int) string { return name + ":" + strconv.Itoa(line) + ": " }

var quote = typed.Quote
