package fileproto

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"
)

// SetKey returns the content of an INFO.DAT in which key has a value. It changes every line with the key, and adds one
// if there is none. Everything else stays as it is, comments and line ends too.
func SetKey(data []byte, key string, value int64) []byte {
	number := strconv.FormatInt(value, 10)
	return edit(data, func(lines []string) []string {
		found, last := false, 0 // last is where the last line ends that is not blank
		for i, line := range lines {
			text := strings.TrimRight(line, padding+"\r\n")
			if text == "" {
				continue
			}
			last = i + 1
			if k, old, _ := cutKey(text); k == key {
				found = true
				lines[i] = withValue(text, old, number) + line[len(text):]
			}
		}
		if found {
			return lines
		}
		return insert(lines, last, key+" "+number)
	})
}

// withValue returns a line with another value. A comment behind the old one stays.
func withValue(text, old, value string) string {
	head := text[:len(text)-len(old)]
	if old == "" && !strings.ContainsAny(head[len(head)-1:], blanks+separators) {
		head += " "
	}
	comment := -1
	for _, mark := range []string{" #", "\t#", " ;", "\t;", " //", "\t//"} {
		if i := strings.Index(old, mark); i >= 0 && (comment < 0 || i < comment) {
			comment = i
		}
	}
	if comment < 0 {
		return head + value
	}
	return head + value + old[comment:]
}

// SetSeconds returns the content of a TIMEOUTS.DAT whose first line has another number of seconds.
func SetSeconds(data []byte, seconds int64) []byte {
	number := strconv.FormatInt(seconds, 10)
	return edit(data, func(lines []string) []string {
		for i, line := range lines {
			if text := strings.TrimRight(line, padding+"\r\n"); text != "" {
				lines[i] = number + line[len(text):]
				return lines
			}
		}
		return insert(lines, 0, number)
	})
}

// LineEnd returns the characters that end the first line of a file, "" if it has none.
func LineEnd(data []byte) string {
	end := ""
	edit(data, func(lines []string) []string {
		if len(lines) > 0 {
			end = lineEnd(lines[0])
		}
		return lines
	})
	return end
}

func lineEnd(line string) string { return line[len(strings.TrimRight(line, "\r\n")):] }

// insert puts a line at a place among lines, with the line end that they have.
func insert(lines []string, place int, text string) []string {
	end := "\n"
	if len(lines) > 0 && lineEnd(lines[0]) != "" {
		end = lineEnd(lines[0])
	}
	if place > 0 && lineEnd(lines[place-1]) == "" {
		lines[place-1] += end
	}
	return slices.Insert(lines, place, text+end)
}

// edit changes the lines of a file, each with its end, in the encoding that the file has. A byte order mark stays, and
// all behind the end of file mark of DOS.
func edit(data []byte, change func(lines []string) []string) []byte {
	const mark, end = "\uFEFF", "\x1a"
	text, encode := string(data), func(text string) []byte { return []byte(text) }
	if order, ok := utf16(data); ok {
		wide := unicode.UTF16(order, unicode.IgnoreBOM) // a mark is a character
		whole := text[:len(text)&^1]                    // readers ignore an odd byte
		if decoded, err := wide.NewDecoder().String(whole); err == nil {
			text = decoded
			encode = func(text string) []byte {
				encoded, _ := wide.NewEncoder().String(text) // every character can be encoded
				return []byte(encoded)
			}
		}
	}
	body := strings.TrimPrefix(text, mark)
	rest, _, _ := strings.Cut(body, end)
	head, tail := text[:len(text)-len(body)], body[len(rest):]
	var lines []string
	for rest != "" {
		_, after := cutLine(rest)
		lines = append(lines, rest[:len(rest)-len(after)])
		rest = after
	}
	return encode(head + strings.Join(change(lines), "") + tail)
}
