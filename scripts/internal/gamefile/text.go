package gamefile

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"tahoun/board"
	"tahoun/fileproto/sgf"
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

// textToken matches a square, an empty place, the choice of a colour after an opening, a result, or characters between
// them: a move's number, separators.
var textToken = regexp.MustCompile(`^(?:([A-Za-z]{1,2}[0-9]{1,3})|(--|(?i:pass)\b)|((?i:white|black)\b)|` +
	`(1-0|0-1|1/2-1/2|0\.5-0\.5|\*)|[0-9]+\.+|[\s,;:|/>.]+|-)`)

// textWord matches something that is no token, for messages.
var textWord = regexp.MustCompile(`^(?s:.)\S*`)

// A textMove is a square in a position as text.
type textMove struct {
	at   board.Point
	name string
	line int
}

// A textScan is the content of a position as text. Its places are the squares, the passes and the choice of a colour:
// the players have them in turn.
type textScan struct {
	moves   []textMove
	passes  int
	places  int
	chosen  bool   // a player has chosen a colour; places without a move may follow
	swapped bool   // the player who began is o
	result  string // as in the text; "" for none
	line    int    // the last line that was read
}

// scanText reads a position as text that begins in a line of a file. An error is in the last line that was read.
func scanText(text string, line int) (textScan, error) {
	scan := textScan{line: line}
	if before, rest, found := strings.Cut(text, "#/"); found {
		scan.line += strings.Count(before, "\n")
		text = rest
	}
	for text != "" {
		found := textToken.FindStringSubmatch(text)
		if found == nil {
			return scan, fmt.Errorf("want a square such as h8, got %s", quote(textWord.FindString(text)))
		}
		if err := scan.add(found); err != nil {
			return scan, err
		}
		scan.line += strings.Count(found[0], "\n")
		text = text[len(found[0]):]
	}
	return scan, nil
}

// add adds a token of the text: the match of textToken and of its groups.
func (s *textScan) add(found []string) error {
	if at, ok := parseSquare(found[1]); ok {
		if s.moves = append(s.moves, textMove{at, found[1], s.line}); len(s.moves) > maxSquares {
			return fmt.Errorf("more than %d moves", maxSquares)
		}
	} else if found[2] != "" && !s.chosen {
		s.passes++
	} else if found[3] != "" {
		second := s.places%2 == 1
		s.chosen, s.swapped = true, second == strings.EqualFold(found[3], "black")
	} else if found[4] != "" {
		s.result = found[4]
	}
	if found[1]+found[2]+found[3] != "" {
		s.places++
	}
	return nil
}

// winner returns the result as in SGF, "" if the text has none. The board tells the winner where the last move made a
// row under the game's rule; else the text names first the player who began.
func (s *textScan) winner(tree *treeBuilder) string {
	if s.result == "" {
		return ""
	}
	if last := tree.at(); last != nil && tree.board.Wins(last.At, last.Side, tree.game.Rule) {
		return sgf.Colour(last.Side) + "+"
	}
	winner := board.X
	switch s.result {
	case "1-0":
	case "0-1":
		winner = board.O
	case "*":
		return "?"
	default:
		return "0"
	}
	if s.swapped {
		winner = winner.Other()
	}
	return sgf.Colour(winner) + "+"
}

// textStart matches the start of a position as text: an address before #/, or squares.
var textStart = regexp.MustCompile(`^\s*(?:\S*#/)?(?:1\.\s*)?[A-Za-z]{1,2}[0-9]`)

// readText reads a position as text. The squares may have separators and numbers of moves between them, and an address
// that ends with #/ before them. A list of openings is read as such.
func readText(s *source) (*Game, error) {
	if lines := openingLines(s.text()); lines != nil {
		return readTextList(s.name, s.text(), lines, s.Options)
	}
	scan, err := scanText(s.text(), 1)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", s.name, scan.line, err)
	}
	return s.playText(s.name, s.Options.game(scan.far()), scan)
}

func (o Options) playText(name string, g *Game, scan textScan) (*Game, error) {
	if scan.passes > 0 {
		g.warn("%d passes left out: gomoku has none", scan.passes)
	}
	tree := newTreeBuilder(g)
	for _, m := range scan.moves {
		if !o.FromTop {
			m.at.Y = g.Start.Height() - 1 - m.at.Y
		}
		if err := tree.play(Move{At: m.at, Side: tree.turn()}, m.name); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, m.line, err)
		}
	}
	g.Result = scan.winner(tree)
	return g, nil
}

func (s *textScan) far() int {
	far := 0
	for _, m := range s.moves {
		far = max(far, m.at.X+1, m.at.Y+1)
	}
	return far
}

// game returns an empty game of the size that the options tell; else of the smallest usual one with so many columns and
// rows.
func (o Options) game(far int) *Game {
	return o.board(usualSide(far, min(far, board.MaxSide)))
}

// usualSide returns the smallest usual side with room for so many columns and rows, else another.
func usualSide(far, other int) int {
	for _, usual := range []int{15, 19, 20} {
		if far <= usual {
			return usual
		}
	}
	return other
}

// board returns an empty game of the size that the options tell, else of the given one.
func (o Options) board(side int) *Game {
	if o.Width > 0 {
		return newGame(o.Width, o.Height)
	}
	g := newGame(side, side)
	g.warn("no size in it: taken for %dx%d", side, side)
	return g
}

// openingLine matches a line of nothing but squares, at least two.
var openingLine = regexp.MustCompile(`^(?:[A-Za-z]{1,2}[0-9]{1,3}){2,}$`)

// openingLines returns the lines of a list of openings: at least two lines, each of nothing but squares. Any other text
// is one game, of which it has as many lines as it likes; then there are none.
func openingLines(text string) (lines []numberedLine) {
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !openingLine.MatchString(line) {
			return nil
		}
		lines = append(lines, numberedLine{number, line})
	}
	if len(lines) < 2 {
		return nil
	}
	return lines
}

// readTextList reads the wanted opening of a list, on a board on which all fit.
func readTextList(name, text string, lines []numberedLine, o Options) (*Game, error) {
	c := collection{name: name, wanted: o.Game}
	var chosen textScan
	for _, l := range lines {
		scan, err := scanText(l.text, l.number)
		if err != nil {
			err = fmt.Errorf("%s:%d: %w", name, l.number, err)
		}
		if c.add(Summary{Title: quoted(l.text), Moves: len(scan.moves)}, err) {
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
	c.tell(g, c.number)
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
