package typed

import (
	"strconv"
	"strings"
)

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
