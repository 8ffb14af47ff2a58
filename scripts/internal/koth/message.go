// Package koth reads and writes the lines of the code-golf site's Swap2 king-of-the-hill: the judge's messages and
// the bots' replies. Blanks are allowed anywhere. Package session of program koth gives the lines their meaning.
package koth

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"tahoun/board"
)

const (
	// Size is the number of columns and of rows.
	Size = 15

	// MaxLine is the number of bytes of a line that are read: a full board takes 3,200 without blanks.
	MaxLine = 1 << 14
)

// A Phase is the kind of a judge's message.
type Phase byte

// The phases.
const (
	Unclear Phase = iota
	Open          // A: three stones, black, black and white
	Answer        // B: a colour, or two more stones
	Choose        // C: a colour, after two more stones
	Round         // a number: a move
	Exit          // the game has ended
)

// words holds the phases' words on a line; Round has its number instead.
var words = map[Phase]string{Unclear: "?", Open: "A", Answer: "B", Choose: "C", Exit: "EXIT"}

// Tie is the winner of a game that nobody won.
const Tie = "TIE"

// A Stone is a stone on the board. Black is board.X, white board.O.
type Stone struct {
	At   board.Point
	Side board.Stone
}

// A Message is a line of the judge.
type Message struct {
	Phase  Phase
	Number int     // of the Round, from 0
	Stones []Stone // in any order; none for Exit
	Winner string  // for Exit: a bot's name or Tie; ParseMessage removes its blanks
}

// String returns the message as the judge sends it.
func (m Message) String() string {
	word := words[m.Phase]
	switch m.Phase {
	case Exit:
		return word + " " + m.Winner
	case Round:
		word = strconv.Itoa(m.Number)
	}
	stones := make([]string, len(m.Stones))
	for i, s := range m.Stones {
		stones[i] = fmt.Sprintf(`((%v),"%s")`, s.At, colour(s.Side))
	}
	return word + " [" + strings.Join(stones, ",") + "]"
}

// stonePattern finds a stone in a list without blanks.
var stonePattern = regexp.MustCompile(`\(\((\d+),(\d+)\),"([BW])"\)`)

// ParseMessage reads a line of the judge. With an error the message holds the readable part: the phase, if it is clear,
// and the complete stones on different squares of the board.
func ParseMessage(line string) (Message, error) {
	text := removeBlanks(line)
	if exit := words[Exit]; len(text) >= len(exit) && strings.EqualFold(text[:len(exit)], exit) {
		return Message{Phase: Exit, Winner: text[len(exit):]}, nil
	}
	text = strings.ToUpper(text)
	word, list, _ := strings.Cut(text, "[")
	m := parsePhase(word) // it may have blanks, "1 2" is 12; if it is no phase, try the first field
	if first := strings.Fields(line); m.Phase == Unclear && len(first) > 0 {
		m = parsePhase(strings.ToUpper(first[0]))
	}
	taken := map[board.Point]bool{}
	for _, found := range stonePattern.FindAllStringSubmatch(list, -1) {
		at, ok := square(found[1], found[2])
		if ok && !taken[at] {
			taken[at] = true
			m.Stones = append(m.Stones, Stone{at, side(found[3])})
		}
	}
	if m.Phase == Unclear || removeBlanks(m.String()) != text {
		return m, fmt.Errorf(`want A, B, C or a number and [((x,y),"B"),…], got %+.60q`, line)
	}
	return m, nil
}

// parsePhase returns a message with the phase of word, which is in capitals.
func parsePhase(word string) Message {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 {
		return Message{Phase: Round, Number: n}
	}
	for phase, w := range words {
		if w == word {
			return Message{Phase: phase}
		}
	}
	return Message{}
}

// removeBlanks removes all blanks.
func removeBlanks(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// square reads a square's column and row and reports whether it is on the board.
func square(x, y string) (board.Point, bool) {
	column, errX := strconv.Atoi(x)
	row, errY := strconv.Atoi(y)
	return board.Point{X: column, Y: row}, errX == nil && errY == nil && column < Size && row < Size
}

// colour returns B or W, side the reverse.
func colour(s board.Stone) string { return map[board.Stone]string{board.X: "B", board.O: "W"}[s] }
func side(c string) board.Stone   { return map[string]board.Stone{"B": board.X, "W": board.O}[c] }
