package typed

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// lazy returns a regular expression that is compiled where it is used: most runs of the program read a manager's board.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// isWide reports whether c is a character of full width that has a plain form.
func isWide(c rune) bool { return c >= 0xff01 && c <= 0xff5e }

// plainCharacter returns the plain form of a character, -1 for one that cannot be seen.
func plainCharacter(c rune) rune {
	switch {
	case isWide(c):
		return c - 0xff01 + '!'
	case strings.ContainsRune("\u200b\u200d\ufe0e\ufe0f\ufeff", c): // joiners, and how to draw a character
		return -1
	case c == '\t':
		return c
	case unicode.IsSpace(c) || c == 0:
		return ' '
	case strings.ContainsRune("\u2502\u2503\u2551\uffe8", c): // vertical
		return '|'
	}
	return c
}

func withoutBrackets(c rune) rune {
	if strings.ContainsRune("[]()", c) {
		return ' '
	}
	return c
}

// comment is one behind a row, or a line of its own: # begins one only before a word, for it is a wall too.
var comment = lazy(`(//|#\s+\P{L}*\p{L}{3}).*$`)

// cutComments removes comments, and the lines that hold nothing else.
func (p *parser) cutComments() {
	var rest []Line
	for _, l := range p.lines {
		if at := comment().FindStringIndex(l.Text); at != nil {
			p.note("left out the comment " + Quote(l.Text[at[0]:]))
			l.Text = strings.TrimRight(l.Text[:at[0]], " \t")
		}
		if strings.TrimSpace(l.Text) != "" {
			rest = append(rest, l)
		}
	}
	p.lines = rest
}

var told = lazy(`^\W*(?i:board|size|sz|grid|rows|columns|dimensions?)\W.*?(\d+)(?:\D+(\d+))?\D*$`)

// isSentence reports whether a line is text and no row: at least half of it are words of more than two letters, of
// which one is no word for a square, or it tells a size.
func isSentence(text string) bool {
	letters, others, foreign := 0, 0, false
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		if n := utf8.RuneCountInString(word); n > 1 {
			letters += n
			_, known := signs()[word]
			foreign = foreign || n > 2 && !known && strings.Trim(word, "xoXObBwW") != ""
		}
	}
	for _, c := range text {
		if !unicode.IsSpace(c) {
			others++
		}
	}
	return foreign && 2*letters >= others || told().MatchString(text)
}

// cutSentences removes text above and below the board, such as who is to move.
func (p *parser) cutSentences() {
	first, last := 0, len(p.lines)
	for first < last && isSentence(p.lines[first].Text) {
		first++
	}
	for i, l := range p.lines[first:last] { // as Tahoun writes it, with a line that may be wrapped
		if strings.HasPrefix(l.Text, "x plays ") || strings.HasPrefix(l.Text, "o plays ") {
			last = first + i
			break
		}
	}
	for last > first && isSentence(p.lines[last-1].Text) {
		last--
	}
	if first == last {
		return
	}
	for i, l := range p.lines {
		if i >= first && i < last || strings.Contains(l.Text, " plays ") {
			continue
		}
		if m := told().FindStringSubmatch(l.Text); m != nil && p.size == nil {
			p.setSize(m[1], m[2])
		} else {
			p.note("left out the line " + Quote(strings.TrimSpace(l.Text)))
		}
	}
	p.lines = p.lines[first:last]
}

// sizeIn returns columns and rows of a line with one or two numbers and nothing else, nil for another.
func sizeIn(text string) []int {
	words := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t,xX*\u00d7", c) })
	if len(words) < 1 || len(words) > 2 {
		return nil
	}
	var size []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil
		}
		size = append(size, n)
	}
	return []int{size[0], size[len(size)-1]}
}

// cutSize removes a first line with one or two numbers, if so many rows follow.
func (p *parser) cutSize() {
	if p.size != nil || p.listed != nil || len(p.lines) < 2 {
		return
	}
	if size := sizeIn(p.lines[0].Text); size != nil && size[1] == len(p.lines)-1 {
		p.size, p.lines = size, p.lines[1:]
		p.note("a line with the size above")
	}
}

// setSize takes over a size that is told, as one number or as two.
func (p *parser) setSize(columns, rows string) {
	w, _ := strconv.Atoi(columns)
	h, err := strconv.Atoi(rows)
	if err != nil {
		h = w
	}
	p.size = []int{w, h}
	p.note("a line with the size above")
}
