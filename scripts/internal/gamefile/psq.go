package gamefile

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// The codes with which Piskvork ends a record.
const (
	psqEnded   = 0 // also by a forbidden move
	psqTimeout = 15
	psqError   = -2 // any other fault
	psqSaved   = -1 // by hand, before the end
)

// psqTimes are Piskvork's levels of time, from level 1. Level 0 is a human.
var psqTimes = [...]time.Duration{
	100 * time.Millisecond, 300 * time.Millisecond, 600 * time.Millisecond, time.Second, 1500 * time.Millisecond,
	2500 * time.Millisecond, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second, time.Minute,
}

// WritePSQ writes the main line as Piskvork saves a game, with the line ends of Windows:
//
//	Piskvorky 20x20, 4:7, 0       columns, rows, the levels of both players, who began: 0, the first of the names
//	11,8,0                        column, row from 1, milliseconds
//	12,9,98
//	first
//	second                        the players, x before o; only if they have names
//	0                             how it ended; only if the result is known
//
// The format has no place for walls, comments and the rule.
func WritePSQ(w io.Writer, g *Game) error {
	moves, err := g.moves()
	if err != nil {
		return fmt.Errorf(".psq: %w", err)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "Piskvorky %dx%d, %d:%d, 0\r\n",
		g.Start.Width(), g.Start.Height(), psqLevel(g.X.Turn), psqLevel(g.O.Turn))
	for _, m := range moves {
		fmt.Fprintf(&text, "%d,%d,%d\r\n", m.At.X+1, m.At.Y+1, m.Time.Milliseconds())
	}
	if g.X.Name != "" || g.O.Name != "" {
		fmt.Fprintf(&text, "%s\r\n%s\r\n", psqName(g.X), psqName(g.O))
	}
	if g.Result != "" {
		fmt.Fprintf(&text, "%d\r\n", psqCode(g.Result))
	}
	_, err = io.WriteString(w, text.String())
	return err
}

// psqLevel returns the longest level within a player's limit for a move, as Piskvork does: level 1 if all are longer.
func psqLevel(limit time.Duration) int {
	if limit <= 0 {
		return 0
	}
	level := len(psqTimes)
	for level > 1 && psqTimes[level-1] > limit {
		level--
	}
	return level
}

func psqCode(result string) int {
	switch {
	case result == "Void":
		return psqSaved
	case strings.HasSuffix(result, "+T"):
		return psqTimeout
	case strings.HasSuffix(result, "+F"):
		return psqError
	}
	return psqEnded
}

// psqMisread matches names that Piskvork would misread: it reads numbers, or a whole move, from the start of the line
// before the name, and homo- as a human.
var psqMisread = regexp.MustCompile(`^(?i:[-+0-9]|homo-)`)

// psqLongest is how many bytes of a name Piskvork reads, without the quotes; it would read the rest as the next name.
const psqLongest = 250

// psqName returns a name as a line that Piskvork reads as a whole.
func psqName(p Player) string {
	name := cmp.Or(psqCut(p.Name), "?")
	human := p.Turn == 0 && strings.HasPrefix(name, "homo-")
	if psqMisread.MatchString(name) && !human || psqQuoted(name) {
		name = `"` + name + `"`
	}
	return name
}

// psqCut returns a name as one line of the length that Piskvork reads.
func psqCut(name string) string {
	name = game.Line(name)
	return strings.TrimSpace(strings.ToValidUTF8(name[:min(len(name), psqLongest)], ""))
}

func psqQuoted(name string) bool {
	return len(name) > 1 && strings.HasPrefix(name, `"`) && strings.HasSuffix(name, `"`)
}

// The lines of a record. Older programs leave out the times, and all but the size in the first line.
var (
	psqHead   = regexp.MustCompile(`^\s*(?i:piskvorky)\s+(\d{1,9})\s*x\s*(\d{1,9})\b\s*,?\s*(.*?)\s*$`)
	psqLevels = regexp.MustCompile(`^(\d{1,9})\s*:\s*(\d{1,9})\s*(?:,\s*([01])\s*)?$`)
	psqMove   = regexp.MustCompile(`^\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(-?\d{1,12})\s*)?$`)
)

// A psqLine is a line that is not blank.
type psqLine struct {
	number int
	text   string
}

// readPSQ reads a record of Piskvork.
func readPSQ(name, text string) (*Game, error) {
	var lines []psqLine
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		if number++; strings.TrimSpace(line) != "" {
			if lines = append(lines, psqLine{number, line}); len(lines) > maxSquares+4 {
				return nil, fmt.Errorf("%s:%d: more than %d moves", name, number, maxSquares)
			}
		}
	}
	g, names, err := readPSQHead(lines[0].text)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, lines[0].number, err)
	}
	tree := newTreeBuilder(g)
	rest := lines[1:]
	for len(rest) > 0 {
		move := psqMove.FindStringSubmatch(rest[0].text)
		if move == nil {
			break
		}
		column, row, ms := number64(move[1]), number64(move[2]), number64(move[3])
		m := Move{At: board.Point{X: int(column) - 1, Y: int(row) - 1}, Side: tree.turn()}
		m.Time = time.Duration(max(0, ms)) * time.Millisecond
		if err := tree.play(m, fmt.Sprintf("%d,%d", column, row)); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, rest[0].number, err)
		}
		rest = rest[1:]
	}
	if line, err := g.readPSQEnd(rest, names, tree); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	return g, nil
}

// number64 returns a number of at most 12 digits, 0 for "".
func number64(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// readPSQHead reads the first line. It returns the players in the order of their names: the first side to move is x.
func readPSQHead(line string) (*Game, [2]*Player, error) {
	head := psqHead.FindStringSubmatch(line)
	if head == nil {
		return nil, [2]*Player{}, fmt.Errorf(`want "Piskvorky WIDTHxHEIGHT, level:level, 0", got %s`, quote(line))
	}
	width, height := int(number64(head[1])), int(number64(head[2]))
	if err := checkSize(width, height); err != nil {
		return nil, [2]*Player{}, err
	}
	g := newGame(width, height)
	players := [2]*Player{&g.X, &g.O}
	levels := psqLevels.FindStringSubmatch(head[3])
	if levels == nil {
		if head[3] != "" {
			g.warn("%s after the size is ignored: want level:level, 0 or 1", quote(head[3]))
		}
		return g, players, nil
	}
	if levels[3] == "1" {
		players = [2]*Player{&g.O, &g.X}
	}
	for i, p := range players {
		if level := min(int(number64(levels[1+i])), len(psqTimes)); level > 0 {
			p.Turn = psqTimes[level-1]
		}
	}
	return g, players, nil
}

// readPSQEnd reads the lines after the moves: two names, or a code, or both. line is the place of an error.
func (g *Game) readPSQEnd(rest []psqLine, names [2]*Player, tree *treeBuilder) (line int, err error) {
	code := ""
	if n := len(rest); n > 0 && psqNumber.MatchString(rest[n-1].text) {
		code, rest = strings.TrimSpace(rest[n-1].text), rest[:n-1]
	}
	if len(rest) != 0 && len(rest) != 2 {
		return rest[0].number, fmt.Errorf("want x,y,time, got %s", quote(rest[0].text))
	}
	for i, l := range rest {
		name := game.Line(l.text)
		if psqQuoted(name) {
			name = name[1 : len(name)-1]
		}
		if name != "?" {
			names[i].Name = psqCut(name)
		}
	}
	g.Result = tree.psqResult(code)
	return 0, nil
}

var psqNumber = regexp.MustCompile(`^\s*[-+]?\d{1,9}\s*$`)

// psqResult returns the result that a code stands for. The file does not name a winner: it is the side that does not
// move, but after an end without a row it is not known.
func (t *treeBuilder) psqResult(code string) string {
	if code == "" {
		return ""
	}
	winner := sgfColour(t.turn().Other()) + "+"
	switch number64(code) {
	case psqEnded:
		if last := t.at(); last == nil || !t.board.Wins(last.At, last.Side, board.Freestyle) {
			return "?"
		}
		return winner
	case psqTimeout:
		return winner + "T"
	case psqSaved:
		return "Void"
	}
	return winner + "F"
}
