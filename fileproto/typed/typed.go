// Package typed reads a board that a person typed or pasted: with other characters than a manager's, separators, labels
// along the edges, a frame, or as a list of lists. It reads no text of which it does not understand every part.
package typed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tahoun/board"
)

// A Line is a line of a text that is not blank.
type Line struct {
	Number int // in the text, from 1
	Text   string
}

// An Error is why a text is no board.
type Error struct {
	Line int // 0: the whole text
	Text string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Text
	}
	return "line " + strconv.Itoa(e.Line) + ": " + e.Text
}

// maxLines is how many lines are looked at: rows, lines between them, and some around.
const maxLines = 3 * board.MaxSide

// Parse reads a board, and returns how it took signs that are not a manager's. The error is an *Error.
func Parse(lines []Line) (b *board.Board, notes []string, err error) {
	p := parser{lines: append([]Line(nil), lines...)}
	if len(lines) > maxLines {
		err = &Error{lines[maxLines].Number, "more lines than a board has"}
	} else {
		b, err = p.parse()
	}
	if err != nil {
		for _, all := range [][]Line{lines, p.listed} {
			if moves := movesIn(all); moves != nil {
				err = moves
			}
		}
		return nil, nil, err
	}
	return b, p.notes, nil
}

type parser struct {
	lines []Line // the rest of the text
	notes []string
	size  []int // columns and rows, if a line tells them

	columns int // that are labelled, 0: none

	listed []Line // the rows, if they were a list
	open   bool   // a grid without bars at its left and right
}

func (p *parser) note(text string) {
	if !slices.Contains(p.notes, text) {
		p.notes = append(p.notes, text)
	}
}

func (l Line) wrong(part, want string) *Error {
	return &Error{l.Number, Quote(part) + ": " + want}
}

// Quote returns s in quotes and ASCII, shortened if it is long.
func Quote(s string) string {
	const most = 24
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strconv.QuoteToASCII(s)
}

// parse removes step by step all that stands around the squares, and reads them.
func (p *parser) parse() (*board.Board, error) {
	if slices.ContainsFunc(p.lines, func(l Line) bool { return strings.ContainsFunc(l.Text, isWide) }) {
		p.note("characters of full width")
	}
	for i := range p.lines {
		p.lines[i].Text = strings.Map(plainCharacter, p.lines[i].Text)
	}
	p.cutComments()
	if !p.cutList() {
		for i := range p.lines {
			p.lines[i].Text = strings.TrimRight(strings.Map(withoutBrackets, p.lines[i].Text), " \t")
		}
	}
	p.cutSentences()
	p.cutRules()
	if err := p.cutLabels(); err != nil {
		return nil, err
	}
	p.cutSize()
	squares, err := p.split()
	if err != nil {
		return nil, err
	}
	return p.read(squares)
}

func (p *parser) read(squares [][]string) (*board.Board, error) {
	width, height := len(squares[0]), len(squares)
	if p.size != nil && (p.size[0] != width || p.size[1] != height) {
		return nil, &Error{0, fmt.Sprintf("the size is told as %dx%d, but there are %d columns and %d rows",
			p.size[0], p.size[1], width, height)}
	}
	if p.columns != 0 && p.columns != width {
		return nil, &Error{0, fmt.Sprintf("%d labels of columns, but %d columns", p.columns, width)}
	}
	if width > board.MaxSide || height > board.MaxSide {
		return nil, &Error{0, fmt.Sprintf("%d columns and %d rows: want %d at most", width, height, board.MaxSide)}
	}
	k, err := p.kindOf(squares)
	if err != nil {
		return nil, err
	}
	b := board.New(width, height)
	for at := range b.Points {
		b.Set(at, k.stone(squares[at.Y][at.X]))
	}
	return b, nil
}
