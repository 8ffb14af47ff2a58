package gamefile

import (
	"fmt"
	"regexp"
	"strings"

	"tahoun/board"
)

// openingLine matches a line of nothing but squares, at least two.
var openingLine = regexp.MustCompile(`^(?:[A-Za-z]{1,2}[0-9]{1,3}){2,}$`)

// A listLine is a line of a list of openings.
type listLine struct {
	number int
	text   string
}

// openingLines returns the lines of a list of openings: at least two lines, each of nothing but squares. Any other text
// is one game, of which it has as many lines as it likes; then there are none.
func openingLines(text string) (lines []listLine) {
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !openingLine.MatchString(line) {
			return nil
		}
		lines = append(lines, listLine{number, line})
	}
	if len(lines) < 2 {
		return nil
	}
	return lines
}

// readTextList reads the wanted opening of a list, on a board on which all fit.
func readTextList(name, text string, lines []listLine, o Options) (*Game, error) {
	c := collection{name: name, wanted: o.Game}
	var chosen textScan
	for _, l := range lines {
		scan, err := scanText(l.text, l.number)
		if err != nil {
			err = fmt.Errorf("%s:%d: %w", name, l.number, err)
		}
		if c.add(fmt.Sprintf("%d moves: %s", len(scan.moves), quoted(l.text)), err) {
			chosen = scan
		}
	}
	if err := c.missing(); err != nil {
		return nil, err
	}
	g, err := o.listBoard(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c.tell(g)
	return o.playText(name, g, chosen)
}

// listBoard returns a game on a board on which all openings of a list fit: if the options tell no size, 15x15 or 20x20,
// as matches have, or more.
func (o Options) listBoard(text string) (*Game, error) {
	far := 0
	for line := range strings.SplitSeq(text, "\n") {
		if opening, err := scanText(line, 1); err == nil {
			far = max(far, opening.far())
		}
	}
	side := 15
	if far > side {
		side = min(max(far, 20), board.MaxSide)
	}
	g := o.board(side)
	if far > min(g.Start.Width(), g.Start.Height()) {
		return nil, fmt.Errorf("the openings do not all fit the board of %s", boardSize(g.Start))
	}
	return g, nil
}
