package typed

import (
	"slices"
	"strings"
)

// Lines of a frame and of a grid are drawn with these.
const horizontal, corners = "\u2500\u2501\u2550\u2504\u2508", "+="

func isBox(c rune) bool { return c >= 0x2500 && c <= 0x257f && !strings.ContainsRune(horizontal, c) }

// cutRules removes the lines of a frame or a grid between the rows. Where the stones lie on the crossings of such
// lines, the crossings become squares.
func (p *parser) cutRules() {
	boxes := func(l Line) bool { return strings.ContainsFunc(l.Text, isBox) }
	bars := func(l Line) bool { return strings.Contains(l.Text, "|") && !boxes(l) && !isRule(l.Text) }
	crossings := func(l Line) bool { return boxes(l) && strings.ContainsFunc(l.Text, isStone) }
	switch {
	case slices.ContainsFunc(p.lines, crossings),
		slices.ContainsFunc(p.lines, boxes) && !slices.ContainsFunc(p.lines, bars):
		p.cutLines(func(l Line) bool { return strings.Trim(l.Text, "| ") == "" })
		for i, l := range p.lines {
			p.lines[i].Text = strings.Map(crossing, l.Text)
		}
		p.note("crossings of lines as empty")
	case slices.ContainsFunc(p.lines, bars):
		p.open = slices.ContainsFunc(p.lines, func(l Line) bool {
			return isRule(l.Text) && strings.HasPrefix(strings.TrimSpace(l.Text), "-") &&
				strings.ContainsAny(l.Text, "+|")
		})
		if p.cutLines(func(l Line) bool { return isRule(l.Text) }) {
			p.note("a frame")
		}
	}
}

// isStone reports whether c is neither of a line nor blank.
func isStone(c rune) bool {
	return c >= 0x80 && !(c >= 0x2500 && c <= 0x257f) || strings.ContainsRune("xXoObBwW12", c)
}

// crossing turns characters that are drawn where lines meet into an empty square, and lines between the squares into
// blanks.
func crossing(c rune) rune {
	switch {
	case isBox(c):
		return '+'
	case c == '|' || strings.ContainsRune(horizontal, c):
		return ' '
	}
	return c
}

// isRule reports whether a line is a part of a frame or grid that is drawn with bars: +---+, |---|---| or a mere line.
func isRule(text string) bool {
	inner := strings.TrimSpace(text)
	rest := strings.TrimFunc(inner, func(c rune) bool {
		return strings.ContainsRune("-_=+|: ", c) || isBox(c) || strings.ContainsRune(horizontal, c)
	})
	if rest != "" || inner == "" {
		return false
	}
	long := strings.Contains(inner, "--") || strings.ContainsAny(inner, "=_"+horizontal)
	return long && (!strings.Contains(inner, "|") || strings.ContainsAny(inner, "+") ||
		strings.Contains(strings.Trim(inner, "|"), "|"))
}

func (p *parser) cutLines(which func(Line) bool) bool {
	before := len(p.lines)
	p.lines = slices.DeleteFunc(slices.Clone(p.lines), which)
	return len(p.lines) < before
}
