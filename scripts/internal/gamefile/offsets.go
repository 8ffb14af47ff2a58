package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tahoun/board"
)

// readOffsets reads the first opening of a file in offsets. Blank lines and comments, which begin with #, are skipped.
func readOffsets(name, text string, o Options) (*Game, error) {
	var g *Game
	openings, number := 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if openings++; openings > 1 {
			continue
		}
		offsets, err := ParseOffsets(line)
		if err == nil {
			g, err = o.opening(offsets)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if openings > 1 {
		g.warn("%d openings: the first was read", openings)
	}
	return g, nil
}

// opening returns the game that begins with stones at offsets from the square (width/2, height/2).
func (o Options) opening(offsets []board.Point) (*Game, error) {
	g := o.game(nil)
	tree := newTreeBuilder(g)
	for _, d := range offsets {
		at := board.Point{X: g.Start.Width()/2 + d.X, Y: g.Start.Height()/2 + d.Y}
		if err := tree.play(Move{At: at, Side: tree.turn()}, d.String()); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// ParseOffsets reads an opening in offsets, `dx,dy, dx,dy, …`, each counted from the square (width/2, height/2).
func ParseOffsets(text string) ([]board.Point, error) {
	if n := strings.Count(text, ","); n >= 2*maxSquares {
		return nil, fmt.Errorf("want at most %d stones, got %d numbers", maxSquares, n+1)
	}
	numbers := strings.Split(text, ",")
	var stones []board.Point
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
		if slices.Contains(stones[:len(stones)-1], *last) {
			return nil, fmt.Errorf("two stones on %v", *last)
		}
	}
	if len(numbers)%2 != 0 {
		return nil, fmt.Errorf("want pairs of numbers, got %d numbers", len(numbers))
	}
	return stones, nil
}
