package gamefile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tahoun/board"
)

var (
	offsetsStart = regexp.MustCompile(`^(?:\s*(?:#.*)?\n)*\s*[-+]?[0-9]+[ \t]*,`)
	grid         = regexp.MustCompile(`^[012]([,; \t][012])*[,; \t]?$`)
)

// isOffsets reports whether a text begins as a list of openings in offsets.
func isOffsets(s *source) bool { return offsetsStart.MatchString(s.text()) && !isGrid(s.text()) }

// isGrid reports whether text is a board of 0, 1 and 2: at least as many lines as the smallest board has, all alike.
func isGrid(text string) bool {
	rows := strings.Split(strings.TrimSpace(text), "\n")
	return len(rows) >= 5 && !slices.ContainsFunc(rows, func(row string) bool {
		row = strings.TrimSpace(row)
		return len(row) != len(strings.TrimSpace(rows[0])) || !grid.MatchString(row)
	})
}

// readOffsets reads the wanted opening of a file in offsets. Blank lines and comments, which begin with #, are skipped.
// Where no size is given, the board is one on which all openings of the file fit.
func readOffsets(s *source) (*Game, error) {
	name, c := s.name, collection{name: s.name, wanted: s.Game}
	var chosen, all []board.Point
	number, chosenLine := 0, 0
	for line := range strings.SplitSeq(s.text(), "\n") {
		number++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		stones, err := ParseOffsets(line)
		if err != nil {
			err = fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if c.add(Summary{Moves: len(stones)}, err) {
			chosen, chosenLine = stones, number
		}
		all = append(all, stones...)
	}
	if err := c.missing(); err != nil {
		return nil, err
	}
	g, err := s.opening(chosen, all)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, chosenLine, err)
	}
	c.tell(g, c.number)
	return g, nil
}

// opening returns the game that begins with stones at offsets from the square (width/2, height/2), on a board on which
// all of the file fit.
func (o Options) opening(offsets, all []board.Point) (*Game, error) {
	g := o.board(offsetsSide(all))
	if side := min(g.Start.Width(), g.Start.Height()); len(all) > len(offsets) && !offsetsFit(all, side) {
		return nil, fmt.Errorf("the openings do not all fit the board of %s", boardSize(g.Start))
	}
	tree := newTreeBuilder(g)
	for _, d := range offsets {
		at := board.Point{X: g.Start.Width()/2 + d.X, Y: g.Start.Height()/2 + d.Y}
		if err := tree.play(Move{At: at, Side: tree.turn()}, d.String()); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// offsetsSide returns the side of the smallest board with room for all offsets: 15 or 20, as Gomocup has them, or more.
func offsetsSide(offsets []board.Point) int {
	side := 15
	for side < board.MaxSide && !offsetsFit(offsets, side) {
		side = max(side+1, 20)
	}
	return side
}

func offsetsFit(offsets []board.Point, side int) bool {
	return !slices.ContainsFunc(offsets, func(d board.Point) bool {
		return min(d.X, d.Y) < -(side/2) || max(d.X, d.Y) >= side-side/2
	})
}

// ParseOffsets reads an opening in offsets, `dx,dy, dx,dy, …`, each counted from the square (width/2, height/2).
func ParseOffsets(text string) ([]board.Point, error) {
	if n := strings.Count(text, ","); n >= 2*maxSquares {
		return nil, fmt.Errorf("want at most %d stones, got %d numbers", maxSquares, n+1)
	}
	numbers := strings.Split(text, ",")
	var stones []board.Point
	seen := map[board.Point]bool{}
	for i, field := range numbers {
		v, err := strconv.Atoi(strings.TrimSpace(field))
		switch {
		case err != nil:
			return nil, fmt.Errorf("want numbers with commas between them, got %s", quote(strings.TrimSpace(field)))
		case v < -board.MaxSide || v > board.MaxSide:
			return nil, fmt.Errorf("want offsets from %d to %d, got %d", -board.MaxSide, board.MaxSide, v)
		case i%2 == 0:
			stones = append(stones, board.Point{X: v})
			continue
		}
		last := &stones[len(stones)-1]
		last.Y = v
		if seen[*last] {
			return nil, fmt.Errorf("two stones on %v", *last)
		}
		seen[*last] = true
	}
	if len(numbers)%2 != 0 {
		return nil, fmt.Errorf("want pairs of numbers, got %d numbers", len(numbers))
	}
	return stones, nil
}
