package typed

import (
	"slices"
	"strconv"
	"strings"
)

// split parts the lines into squares. All rows have the same length.
func (p *parser) split() (squares [][]string, err error) {
	if len(p.lines) == 0 {
		return nil, &Error{0, "no row of squares"}
	}
	separator := p.separator()
	unended := func(l Line) bool { return !strings.HasSuffix(l.Text, separator) }
	terminated := separator != "" && !p.open && !slices.ContainsFunc(p.lines, unended)
	if separator != "" {
		p.note("separators between the squares")
	}
	for _, l := range p.lines {
		text := l.Text
		if terminated {
			text = strings.TrimSuffix(text, separator)
		}
		row := fields(text, separator)
		if len(row) == 0 {
			return nil, l.wrong(text, "no square in the row")
		}
		if len(squares) > 0 && len(row) != len(squares[0]) {
			if err := p.unknown(append(squares, row)); err != nil {
				return nil, err
			}
			return nil, l.wrong(text,
				"want "+count(len(squares[0]), "square")+" as in the first row, got "+strconv.Itoa(len(row)))
		}
		squares = append(squares, row)
	}
	return squares, nil
}

// separator returns the text between the squares, "" if there is none. Bars around the rows are removed.
func (p *parser) separator() string {
	bars := func(l Line) bool {
		return strings.HasPrefix(strings.TrimSpace(l.Text), "|") && strings.HasSuffix(l.Text, "|")
	}
	noRow := func(l Line) bool { return !bars(l) || strings.TrimSpace(l.Text) == "|" }
	if !p.open && !slices.ContainsFunc(p.lines, noRow) {
		for i, l := range p.lines {
			text := strings.TrimSpace(l.Text)
			p.lines[i].Text = text[1 : len(text)-1]
		}
		p.note("a frame")
	}
	for _, s := range []string{"|", ",", ";", "\t", " "} {
		if slices.ContainsFunc(p.lines, func(l Line) bool { return strings.Contains(strings.Trim(l.Text, " "), s) }) {
			return s
		}
	}
	return ""
}

// fields returns the squares of a row. An empty field between two bars, commas, semicolons or tabs is an empty square.
func fields(row, separator string) (squares []string) {
	switch separator {
	case "":
		return strings.Split(strings.TrimSpace(row), "")
	case " ":
		return strings.Fields(row)
	}
	for field := range strings.SplitSeq(row, separator) {
		squares = append(squares, strings.TrimSpace(field))
	}
	return squares
}

// unknown returns an error about the first square that holds neither a sign nor a number.
func (p *parser) unknown(squares [][]string) error {
	for y, row := range squares {
		for _, text := range row {
			if _, known := signs()[text]; !known && !isNumber(plainNumber(text)) {
				return p.lines[y].wrong(text, wanted)
			}
		}
	}
	return nil
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
