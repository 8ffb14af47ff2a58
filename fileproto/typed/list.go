package typed

import (
	"cmp"
	"strings"
	"unicode"
)

// A listReader reads a list of rows as programming languages write it: each row is a list of squares, or a text in
// quotes.
type listReader struct {
	text string
	head string // before the list
	at   int
	rows []string
	from []int // where each row begins in text
}

const opening, closing, quotes = "[({", "])}", `"'`

// cutList turns a list of rows into lines. It reports whether there is one.
func (p *parser) cutList() bool {
	var all []string
	for _, l := range p.lines {
		all = append(all, l.Text)
	}
	r := listReader{text: strings.Join(all, "\n")}
	if !r.find() || !r.read() {
		return false
	}
	var lines []Line
	for i, row := range r.rows {
		lines = append(lines, Line{p.lines[strings.Count(r.text[:r.from[i]], "\n")].Number, row})
	}
	p.lines, p.listed = lines, lines
	p.note("a list of rows")
	for _, around := range []string{r.head, r.text[r.at:]} {
		if strings.ContainsFunc(around, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
			p.note("left out " + Quote(strings.TrimSpace(around)))
		}
	}
	return true
}

// listHead may stand before a list: the name of a variable, a call, a key.
var listHead = lazy(`^[\w\s.:="'({]*$`)

// listTail may stand behind one.
var listTail = lazy(`^[\s)\]},;.\w=:"']*$`)

// find goes to the first row of a list: a bracket in a bracket, or a quote.
func (r *listReader) find() bool {
	outer := -1
	for i := 0; i < len(r.text); i++ {
		c := r.text[i]
		switch {
		case outer >= 0 && (strings.IndexByte(opening, c) >= 0 && !r.bracketAfter(i) ||
			strings.IndexByte(quotes, c) >= 0 && r.text[outer] != '{'):
			r.at = i
			r.head = r.text[:outer]
			return listHead().MatchString(r.head)
		case strings.IndexByte(opening, c) >= 0:
			outer = i
		case c != ' ' && c != '\t' && c != '\n':
			outer = -1
		}
	}
	return false
}

// bracketAfter reports whether the next character behind i that is not blank opens a bracket.
func (r *listReader) bracketAfter(i int) bool {
	rest := strings.TrimLeft(r.text[i+1:], " \t\n")
	return rest != "" && strings.IndexByte(opening, rest[0]) >= 0
}

// read reads all rows, which are of one kind. It reports whether nothing else stands between and behind them.
func (r *listReader) read() bool {
	inBrackets := strings.IndexByte(opening, r.text[r.at]) >= 0
	for r.at < len(r.text) && strings.IndexByte(closing, r.text[r.at]) < 0 {
		end, row := -1, ""
		if open := strings.IndexByte(opening, r.text[r.at]); open >= 0 && inBrackets {
			end = strings.IndexAny(r.text[r.at+1:], opening+closing)
			if end >= 0 && r.text[r.at+1+end] == closing[open] {
				row = squaresIn(r.text[r.at+1 : r.at+1+end])
			} else {
				return false
			}
		} else if strings.IndexByte(quotes, r.text[r.at]) >= 0 && !inBrackets {
			if end = strings.IndexByte(r.text[r.at+1:], r.text[r.at]); end < 0 {
				return false
			}
			row = r.text[r.at+1 : r.at+1+end]
		} else {
			return false
		}
		r.rows, r.from = append(r.rows, row), append(r.from, r.at)
		r.at += end + len("[]")
		r.at = len(r.text) - len(strings.TrimLeft(r.text[r.at:], " \t\n,;"))
	}
	return listTail().MatchString(r.text[r.at:])
}

var element = lazy(`'[^']*'|"[^"]*"|[^\s,;]+`)

// squaresIn returns a row in brackets with commas between the squares, and without quotes.
func squaresIn(row string) string {
	squares := element().FindAllString(row, -1)
	for i, s := range squares {
		if strings.IndexByte(quotes, s[0]) >= 0 && len(s) > 1 {
			s = s[1 : len(s)-1]
		}
		if squares[i] = strings.TrimSpace(strings.ReplaceAll(s, ",", " ")); squares[i] == "" {
			squares[i] = "null"
		}
	}
	return strings.Join(squares, ",")
}

var (
	// coordinates are moves such as h8, one or more in a word, or 7,7.
	coordinates = lazy(`^(([A-Za-z]\d{1,2})+|\d+,\d+)$`)

	// record is a line with a column, a row and perhaps a third number.
	record = lazy(`^[\s(\[{]*\d+\s*[,; \t]\s*\d+(\s*[,; \t]\s*\d+)?[\s)\]},;]*$`)

	// turn is the number of a move in front of it.
	turn = lazy(`^\d+[.)]*$`)
)

// movesIn returns an error that says how to write a board if the lines look like a list of moves, otherwise nil.
func movesIn(lines []Line) *Error {
	first, moves, others := "", 0, 0
	for _, l := range lines {
		if record().MatchString(l.Text) {
			moves++
			first = cmp.Or(first, strings.TrimSpace(l.Text))
			continue
		}
		for _, word := range strings.FieldsFunc(l.Text, func(c rune) bool { return strings.ContainsRune(" \t;-", c) }) {
			word = strings.Trim(word, ",()[]")
			switch {
			case coordinates().MatchString(word):
				moves++
				first = cmp.Or(first, word)
			case word != "" && !turn().MatchString(word):
				others++
			}
		}
	}
	if moves == 0 || others > moves || moves == 1 && len(lines) > 1 {
		return nil
	}
	return &Error{lines[0].Number, Quote(first) + " looks like a list of moves: " +
		"want a board, a line for each row; the page of tahoun-board opens lists of moves"}
}
