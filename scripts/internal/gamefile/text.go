package gamefile

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"tahoun/board"
)

// WriteText writes the main line as squares without anything between them: h8i9…, the letters of a column and the
// number of a row, which is counted from the bottom or from the top. After column z come aa, ab and so on. Stones of
// the set-up position come first. The format has no place for the size, walls and comments.
func WriteText(w io.Writer, g *Game, fromTop bool) error {
	moves, err := g.moves()
	if err != nil {
		return fmt.Errorf("position as text: %w", err)
	}
	var text strings.Builder
	for _, m := range moves {
		text.WriteString(squareName(m.At, g.Start.Height(), fromTop))
	}
	_, err = io.WriteString(w, text.String()+"\n")
	return err
}

// squareName returns the name of a square as WriteText writes it.
func squareName(p board.Point, height int, fromTop bool) string {
	column := string(rune('a' + p.X%26))
	if p.X >= 26 {
		column = string(rune('a'+p.X/26-1)) + column
	}
	if fromTop {
		return column + strconv.Itoa(p.Y+1)
	}
	return column + strconv.Itoa(height-p.Y)
}

var squareOnly = regexp.MustCompile(`^([A-Za-z]{1,2})([0-9]{1,3})$`)

// parseSquare reads the letters of a column and the number of a row, both returned counted from 0.
func parseSquare(text string) (p board.Point, ok bool) {
	found := squareOnly.FindStringSubmatch(text)
	if found == nil {
		return p, false
	}
	column := 0
	for _, c := range strings.ToLower(found[1]) {
		column = 26*column + int(c-'a') + 1
	}
	return board.Point{X: column - 1, Y: int(number64(found[2])) - 1}, true
}

// textToken matches a square, a pass, or characters between them: a move's number, separators.
var textToken = regexp.MustCompile(`^(?:([A-Za-z]{1,2}[0-9]{1,3})|(--|(?i:pass)\b)|[0-9]+\.+|[\s,;:|/>.]+|-)`)

// textWord matches something that is no token, for messages.
var textWord = regexp.MustCompile(`^(?s:.)\S*`)

// A textMove is a square in a position as text.
type textMove struct {
	at   board.Point
	name string
	line int
}

// scanText returns the squares of a position as text, the number of passes, and the last line that it read.
func scanText(text string) (moves []textMove, passes, line int, err error) {
	line = 1
	if i := strings.Index(text, "#/"); i >= 0 {
		line += strings.Count(text[:i], "\n")
		text = text[i+2:]
	}
	for text != "" {
		found := textToken.FindStringSubmatch(text)
		if found == nil {
			return nil, 0, line, fmt.Errorf("want a square such as h8, got %s", quote(textWord.FindString(text)))
		}
		if at, ok := parseSquare(found[1]); ok {
			if moves = append(moves, textMove{at, found[1], line}); len(moves) > maxSquares {
				return nil, 0, line, fmt.Errorf("more than %d moves", maxSquares)
			}
		} else if found[2] != "" {
			passes++
		}
		line += strings.Count(found[0], "\n")
		text = text[len(found[0]):]
	}
	return moves, passes, line, nil
}

// readText reads a position as text. The squares may have separators and numbers of moves between them, and an address
// that ends with #/ before them.
func readText(name, text string, o Options) (*Game, error) {
	moves, passes, line, err := scanText(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	g := o.game(moves)
	if passes > 0 {
		g.warn("%d passes left out: gomoku has none", passes)
	}
	tree := newTreeBuilder(g)
	for _, m := range moves {
		if !o.FromTop {
			m.at.Y = g.Start.Height() - 1 - m.at.Y
		}
		if err := tree.play(Move{At: m.at, Side: tree.turn()}, m.name); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, m.line, err)
		}
	}
	return g, nil
}

// game returns an empty game of the size that the options tell; else it is the smallest usual one with room for moves.
func (o Options) game(moves []textMove) *Game {
	if o.Width > 0 {
		return newGame(o.Width, o.Height)
	}
	far := 0
	for _, m := range moves {
		far = max(far, m.at.X+1, m.at.Y+1)
	}
	side := min(far, board.MaxSide)
	for _, usual := range []int{20, 19, 15} {
		if far <= usual {
			side = usual
		}
	}
	g := newGame(side, side)
	g.warn("no size in it: taken for %dx%d", side, side)
	return g
}
