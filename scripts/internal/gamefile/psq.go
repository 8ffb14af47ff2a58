package gamefile

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tahoun/board"
	"tahoun/fileproto/sgf"
	"tahoun/scripts/internal/game"
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
	psqStart  = regexp.MustCompile(`^\s*(?i:piskvorky)\b`)
	psqHead   = regexp.MustCompile(`^\s*(?i:piskvorky)\s+(\d{1,9})\s*x\s*(\d{1,9})\b\s*,?\s*(.*?)\s*$`)
	psqLevels = regexp.MustCompile(`^(\d{1,9})\s*:\s*(\d{1,9})\s*(?:,\s*([01])\s*)?$`)
	psqMove   = regexp.MustCompile(`^\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*(?:,\s*(-?\d{1,12})\s*)?$`)
)

// A numberedLine is a line that is not blank.
type numberedLine struct {
	number int
	text   string
}

// readPSQ reads a record of Piskvork. A line that cannot be read is left out; where it stands among the moves, the turn
// passes to the other side.
func readPSQ(s *source) (*Game, error) {
	name := s.name
	lines, more := psqLines(s.text())
	g, names, err := readPSQHead(lines[0].text)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, lines[0].number, err)
	}
	if more > 0 {
		g.warn("%d lines left out: a board has no room for so many moves", more)
	}
	tree := newTreeBuilder(g)
	lines, count := lines[1:], 0
	for i, l := range lines { // a move with a time is one wherever it stands; without, it could be a name
		if move := psqMove.FindStringSubmatch(l.text); move != nil && (i == count || move[3] != "") {
			count = i + 1
		}
	}
	for _, l := range lines[:count] {
		if err := tree.psqPlay(l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, l.number, err)
		}
	}
	g.readPSQEnd(lines[count:], names, tree)
	tree.finish()
	return g, nil
}

// psqLines returns the lines that are not blank, as many as a record of the largest board has, and how many more there
// are.
func psqLines(text string) (lines []numberedLine, more int) {
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		if number++; strings.TrimSpace(line) == "" {
			continue
		}
		if len(lines) == maxSquares+5 {
			more++
			continue
		}
		lines = append(lines, numberedLine{number, line})
	}
	return lines, more
}

func (t *treeBuilder) psqPlay(l numberedLine) error {
	move := psqMove.FindStringSubmatch(l.text)
	if move == nil {
		return t.leaveOut(fmt.Sprintf("line %d: want x,y,time, got %s", l.number, quote(l.text)))
	}
	column, row, ms := number64(move[1]), number64(move[2]), number64(move[3])
	m := Move{At: board.Point{X: int(column) - 1, Y: int(row) - 1}, Side: t.turn()}
	m.Time = time.Duration(max(0, ms)) * time.Millisecond
	return t.playOrLeaveOut(m, fmt.Sprintf("line %d: %d,%d", l.number, column, row))
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

var (
	psqNumber = regexp.MustCompile(`^\s*[-+]?\d{1,9}\s*$`)
	psqCodes  = regexp.MustCompile(`^\s*(?:0|15|-1|-2)\s*$`)
	// Gomocup's own records end with the winner and the tournament: 1,Freestyle15_1.
	psqGomocup = regexp.MustCompile(`^\s*([012])\s*,\s*(.*\S)\s*$`)
)

// readPSQEnd reads the lines after the moves: two names, or a code, or both; then Gomocup's result.
func (g *Game) readPSQEnd(rest []numberedLine, names [2]*Player, tree *treeBuilder) {
	code, after := psqCodeLine(rest)
	for i, l := range rest[:min(code, 2)] {
		name := game.Line(l.text)
		if psqQuoted(name) {
			name = name[1 : len(name)-1]
		}
		if name != "?" {
			names[i].Name = psqCut(name)
		}
	}
	if after > code {
		g.Result = tree.psqResult(rest[code].text)
	}
	if after < len(rest) {
		if result := psqGomocup.FindStringSubmatch(rest[after].text); result != nil {
			g.Result = map[string]string{"0": "0", "1": "B+", "2": "W+"}[result[1]]
			g.tournament(game.Line(result[2]))
			after++
		}
	}
	if left := rest[after:]; len(left) > 0 {
		g.warn("%d lines at the end left out, the first: line %d, %s", len(left), left[0].number, quote(left[0].text))
	}
}

// tournament sets the title, and the rule that Gomocup's names of tournaments begin with.
func (g *Game) tournament(title string) {
	g.Title = title
	rule, err := board.ParseRule(title[:len(title)-len(strings.TrimLeftFunc(title, unicode.IsLetter))])
	if err == nil {
		g.Rule, g.RuleKnown = rule, true
		g.warn("the rule is that of the tournament's name, %s", quote(title))
	}
}

// psqCodeLine returns the index of the code, which is the number of names before it, and the index behind it. If there
// is no code, they are the same.
func psqCodeLine(rest []numberedLine) (code, after int) {
	is := func(i int, pattern *regexp.Regexp) bool { return i < len(rest) && pattern.MatchString(rest[i].text) }
	switch {
	case is(2, psqNumber):
		return 2, 3
	case is(0, psqCodes), len(rest) == 1 && is(0, psqNumber):
		return 0, 1
	case is(0, psqGomocup) && len(rest) != 2:
		return 0, 0
	case len(rest) >= 2:
		return 2, 2
	}
	return 0, 0
}

// psqResult returns the result that a code stands for. The file does not name a winner: it is the side that does not
// move, but after an end without a row it is not known. Gomocup's records have the code of saved games, whatever the
// end.
func (t *treeBuilder) psqResult(code string) string {
	winner := sgf.Colour(t.turn().Other()) + "+"
	switch number64(strings.TrimSpace(code)) {
	case psqEnded, psqSaved:
		if last := t.at(); last == nil || !t.board.Wins(last.At, last.Side, board.Freestyle) {
			return "?"
		}
		return winner
	case psqTimeout:
		return winner + "T"
	}
	return winner + "F"
}

// lostInPSQ returns the things of a game that WritePSQ leaves out and a person has written.
func lostInPSQ(g *Game) (lost []Loss, err error) {
	texts := g.Comment != "" || len(g.Marks) > 0
	variations := len(g.Next) > 1
	for _, n := range g.MainLine() {
		texts = texts || n.Comment != "" || len(n.Marks) > 0
		variations = variations || len(n.Next) > 1
	}
	if texts {
		lost = append(lost, LostTexts)
	}
	if variations {
		lost = append(lost, LostVariations)
	}
	return lost, nil
}
