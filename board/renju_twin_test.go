package board_test

import (
	"strings"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// The second opinion on renju's forbidden moves: patterns of letters laid over the lines through a
// square. It shares no code and no thought with the package; strings cannot be left half restored.

// A sheet is a board as one string of letters, so that every added stone makes a new one.
type sheet struct {
	width   int
	letters string
}

func sheetOf(b *board.Board) sheet {
	return sheet{b.Width(), strings.ReplaceAll(boardtest.Text(b), "\n", "")}
}

func (s sheet) at(p board.Point) byte {
	if p.X < 0 || p.Y < 0 || p.X >= s.width || p.Y >= len(s.letters)/s.width {
		return '#'
	}
	return s.letters[p.Y*s.width+p.X]
}

func (s sheet) withX(p board.Point) sheet {
	i := p.Y*s.width + p.X
	return sheet{s.width, s.letters[:i] + "x" + s.letters[i+1:]}
}

// here is the place of the asked square in a line.
const here = 7

// line returns the letters from seven squares before p to seven after it.
func (s sheet) line(p, d board.Point) string {
	var letters [2*here + 1]byte
	for i := range letters {
		letters[i] = s.at(p.Add(d, i-here))
	}
	return string(letters[:])
}

// The patterns: `~` is anything but x, the other letters stand for themselves.
var (
	five     = "~xxxxx~"
	overline = "xxxxxx"
	fours    = []string{"~-xxxx~", "~x-xxx~", "~xx-xx~", "~xxx-x~", "~xxxx-~"}
	threes   = []string{"~--xxx-~", "~-x-xx-~", "~-xx-x-~", "~-xxx--~"} // windows that lack one x of ~-xxxx-~
)

// places returns where pattern fits on line such that the stone here is one of its x.
func places(line, pattern string) []int {
	var found []int
	for from := here - len(pattern) + 1; from <= here; from++ {
		if pattern[here-from] == 'x' && fits(line[from:], pattern) {
			found = append(found, from)
		}
	}
	return found
}

func fits(letters, pattern string) bool {
	for i := range len(pattern) {
		if pattern[i] == '~' && letters[i] == 'x' || pattern[i] != '~' && pattern[i] != letters[i] {
			return false
		}
	}
	return true
}

// verdict names the strongest thing that x makes on the empty p: "five", "overline", "double
// four", "double three", or "nothing", which includes a single three or four.
func (s sheet) verdict(p board.Point) string {
	s = s.withX(p)
	var lines [4]string
	for i, d := range board.Directions {
		lines[i] = s.line(p, d)
	}
	for _, line := range lines {
		if len(places(line, five)) > 0 {
			return "five"
		}
	}
	fourCount, threeCount := 0, 0
	for i, line := range lines {
		if len(places(line, overline)) > 0 {
			return "overline"
		}
		fourCount += countFours(line)
		if s.hasThree(line, p, board.Directions[i]) {
			threeCount++
		}
	}
	switch {
	case fourCount > 1:
		return "double four"
	case threeCount > 1:
		return "double three"
	}
	return "nothing"
}

// countFours counts the different quartets of stones on line that lack one square of a five: a straight
// four lacks either of two squares but is one quartet.
func countFours(line string) int {
	quartets := map[[4]int]bool{}
	for _, pattern := range fours {
		for _, from := range places(line, pattern) {
			var stones []int
			for i := range len(pattern) {
				if pattern[i] == 'x' {
					stones = append(stones, from+i)
				}
			}
			quartets[[4]int(stones)] = true
		}
	}
	return len(quartets)
}

// hasThree reports whether line, the one through p along d, shows a three that can legally become a
// straight four.
func (s sheet) hasThree(line string, p, d board.Point) bool {
	for _, pattern := range threes {
		missing := 2 + strings.IndexByte(pattern[2:6], '-')
		for _, from := range places(line, pattern) {
			if s.verdict(p.Add(d, from+missing-here)) == "nothing" {
				return true
			}
		}
	}
	return false
}
