package typed

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

type labelled struct {
	value  int // of the label: a number, or that of a letter from 0 on
	letter bool
	text   string
}

func (p *parser) cutLabels() error {
	if p.listed != nil {
		return nil
	}
	for _, cut := range []func(string) (labelled, bool){cutLeft, cutRight} {
		from, to, down := p.labelledRows(cut)
		if to == from {
			continue
		}
		first, _ := cut(p.lines[from].Text)
		last, _ := cut(p.lines[to-1].Text)
		if down {
			first, last = last, first
		}
		if first.value > 1 {
			first := p.lines[from]
			return first.wrong(strings.TrimSpace(first.Text),
				"the row labels do not begin with 0, 1 or A: want the whole board")
		}
		above, below := p.lines[:from], p.lines[to:]
		rows := cutRows(p.lines[from:to], cut)
		if err := p.cutColumnLabels(above, below); err != nil {
			return err
		}
		p.lines = rows
		p.note("row and column numbers or letters")
		return nil
	}
	p.cutColumnLabelsAlone()
	return nil
}

// labelledRows returns the range of lines whose labels count up or down, as long as it may be no range of squares.
func (p *parser) labelledRows(cut func(string) (labelled, bool)) (from, to int, down bool) {
	values := make([]labelled, len(p.lines))
	for i, l := range p.lines {
		v, ok := cut(l.Text)
		if !ok || p.countsColumns(i) {
			v.value = -1
		}
		values[i] = v
	}
	for start := range values {
		for _, step := range []int{1, -1} {
			end := start + 1
			for end < len(values) && values[end-1].value >= 0 &&
				values[end].value == values[end-1].value+step && values[end].letter == values[start].letter {
				end++
			}
			if values[start].value >= 0 && end-start > to-from && p.areLabels(values[start:end], start, end) {
				from, to, down = start, end, step < 0
			}
		}
	}
	return from, to, down
}

// countsColumns reports whether a line of digits counts columns: the rows have other characters than digits, or more
// words.
func (p *parser) countsColumns(i int) bool {
	if strings.Trim(p.lines[i].Text, "0123456789 \t") != "" {
		return false
	}
	if countColumns(p.lines[i].Text) > 3 {
		return true
	}
	ofDigits := func(l Line) bool {
		return strings.Trim(strings.ReplaceAll(l.Text, "-1", "1"), "0123456789# \t") == "" || countColumns(l.Text) > 0
	}
	fewer := func(k int) bool {
		return k >= 0 && k < len(p.lines) && len(strings.Fields(p.lines[i].Text)) < len(strings.Fields(p.lines[k].Text))
	}
	return slices.ContainsFunc(p.lines, func(l Line) bool { return !ofDigits(l) }) || fewer(i+1) || fewer(i-1)
}

// areLabels reports whether a range of labels can be no squares: there are several that are letters, or go beyond 2, or
// stand beside squares that are no digits; or all other lines count columns.
func (p *parser) areLabels(labels []labelled, from, to int) bool {
	most, digit := 0, false
	for _, l := range labels {
		most = max(most, l.value)
		digit = digit || strings.ContainsAny(l.text, "0123456789")
	}
	if len(labels) > 1 && (labels[0].letter || most > 2 || !digit) {
		return true
	}
	others := slices.Concat(p.lines[:from], p.lines[to:])
	rows := func(l Line) bool { return !p.countsColumns(slices.Index(p.lines, l)) }
	counts := func(l Line) bool { return countColumns(l.Text) > 0 }
	return slices.ContainsFunc(others, counts) && !slices.ContainsFunc(others, rows)
}

func cutLeft(text string) (labelled, bool) {
	text = strings.TrimLeft(text, " \t")
	end := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsDigit(c) })
	if end > 0 {
		n, err := strconv.Atoi(text[:end])
		rest := text[end:]
		if len(rest) > 1 && strings.IndexByte(".):", rest[0]) >= 0 && rest[1] == ' ' {
			rest = rest[1:]
		}
		return labelled{n, false, strings.TrimLeft(rest, " \t")}, err == nil && n <= 200
	}
	if end == 0 && len(text) > 1 && (text[1] == ' ' || text[1] == '\t' || text[1] == '|') {
		if n := letterValue(rune(text[0])); n >= 0 {
			return labelled{n, true, strings.TrimLeft(text[1:], " \t")}, true
		}
	}
	return labelled{}, false
}

func cutRight(text string) (labelled, bool) {
	text = strings.TrimRight(text, " \t")
	i := strings.LastIndexAny(text, " \t|")
	if i < 1 {
		return labelled{}, false
	}
	word := text[i+1:]
	text = strings.TrimRight(text[:i+1], " \t")
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && word[0] != '+' {
		return labelled{n, false, text}, true
	}
	if n := -1; len(word) == 1 {
		n = letterValue(rune(word[0]))
		return labelled{n, true, text}, n >= 0
	}
	return labelled{}, false
}

// cutRows returns rows without their labels, at the other end too where all have the same there.
func cutRows(rows []Line, cut func(string) (labelled, bool)) []Line {
	left, both := slices.Clone(rows), slices.Clone(rows)
	twice := len(rows) > 2
	for i, l := range rows {
		first, _ := cut(l.Text)
		second, ok := cutRight(first.text)
		left[i].Text, both[i].Text = first.text, second.text
		twice = twice && ok && second.value == first.value && second.letter == first.letter
	}
	if twice {
		return both
	}
	return left
}

// letterValue returns the place of a letter in the alphabet, from 0 on, -1 for another character.
func letterValue(c rune) int {
	switch {
	case 'a' <= c && c <= 'z':
		return int(c - 'a')
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	}
	return -1
}

// isColumnLabels reports whether a line may count columns: by letters, or with digits and blanks alone.
func isColumnLabels(text string) bool {
	text = strings.Trim(text, " \t|")
	return text != "" && (strings.Trim(text, "0123456789 \t|") == "" || countColumns(text) > 0)
}

// countColumns returns how many columns a line counts, 0 if it does not: by letters from A on, with or without I, or by
// numbers or their last digits from 0 or 1 on.
func countColumns(text string) int {
	words := strings.Fields(strings.ReplaceAll(text, "|", " "))
	if len(words) == 1 && len(words[0]) > 2 { // glued
		words = strings.Split(words[0], "")
	}
	next := 0
	for i, word := range words {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil && len(word) > 1:
			return 0
		case err != nil:
			if n = letterValue(rune(word[0])); n == next+1 && next == 'i'-'a' {
				next++
			}
		case i == 0 && n == 1:
			next = 1
		}
		if n != next && (err != nil || n != next%10) {
			return 0
		}
		next++
	}
	return len(words)
}

// cutColumnLabels checks the lines above and below labelled rows. A size may stand among them. Of numbers each digit
// may have a line.
func (p *parser) cutColumnLabels(above, below []Line) error {
	if len(above) > 0 {
		if n := sizeIn(above[0].Text); n != nil && !strings.HasPrefix(above[0].Text, " ") {
			p.size, above = n, above[1:]
			p.note("a line with the size above")
		}
	}
	for i, l := range slices.Concat(above, below) {
		if !isColumnLabels(l.Text) {
			return l.wrong(strings.TrimSpace(l.Text),
				"want labels of columns, or a row with a label as the others have")
		}
		if i != len(above)-1 && i != len(above)+len(below)-1 {
			continue
		}
		if p.columns = countColumns(l.Text); p.columns == 0 {
			return l.wrong(strings.TrimSpace(l.Text),
				"the column labels do not count from 0, 1 or A: want the whole board")
		}
	}
	return nil
}

// cutColumnLabelsAlone removes column labels where rows have none: letters, or numbers that can be no squares.
func (p *parser) cutColumnLabelsAlone() {
	for _, i := range []int{0, len(p.lines) - 1} {
		if len(p.lines) < 2 {
			return
		}
		text := p.lines[i].Text
		n := countColumns(text)
		if n < 2 || n < 4 && strings.ContainsAny(text, "0123456789") {
			continue
		}
		p.columns = n
		p.lines = slices.Delete(slices.Clone(p.lines), i, i+1)
		p.note("column numbers or letters")
		return
	}
}
