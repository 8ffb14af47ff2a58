package gamefile

import (
	"fmt"
	"regexp"
	"strings"

	"tahoun/board"
)

// openingLine matches a line of nothing but squares, at least two.
var openingLine = regexp.MustCompile(`^(?:[A-Za-z]{1,2}[0-9]{1,3}){2,}$`)

// firstOpening returns the first line of a list of openings with the lines before it, and how many openings the list has:
// at least two lines, each of nothing but squares. Any other text is one game, of which it has as many lines as it likes.
func firstOpening(text string) (first string, openings int) {
	end := 0
	for line := range strings.SplitSeq(text, "\n") {
		if openings == 0 {
			end += len(line) + 1
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if openings++; !openingLine.MatchString(line) {
			return text, 1
		}
	}
	return text[:min(end, len(text))], openings
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
