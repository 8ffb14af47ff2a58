package record

import (
	"fmt"
	"io"
	"regexp"
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

// PSQ writes a game as Piskvork saves it, with the line ends of Windows:
//
//	Piskvorky 20x20, 4:7, 0       columns, rows, the levels of both players, who began: 0, the first of the names
//	11,8,0                        column, row from 1, milliseconds: the opening took none
//	12,9,98
//	first
//	second                        the players, x before o
//	0                             how it ended
//
// The format has no place for walls, messages and the rule.
func PSQ(w io.Writer, g *game.Game) error {
	var text strings.Builder
	fmt.Fprintf(&text, "Piskvorky %dx%d, %d:%d, 0\r\n", g.Width, g.Height, psqLevel(g, board.X), psqLevel(g, board.O))
	for _, p := range g.Opening {
		fmt.Fprintf(&text, "%d,%d,0\r\n", p.X+1, p.Y+1)
	}
	for _, m := range g.Moves {
		fmt.Fprintf(&text, "%d,%d,%d\r\n", m.At.X+1, m.At.Y+1, m.Time.Milliseconds())
	}
	fmt.Fprintf(&text, "%s\r\n%s\r\n%d\r\n", psqName(g.X), psqName(g.O), psqCode(g))
	_, err := io.WriteString(w, text.String())
	return err
}

// psqLevel returns the longest level within a player's limit for a move, as Piskvork does: level 1 if all are longer.
func psqLevel(g *game.Game, side board.Stone) int {
	var limit time.Duration // most moves have the same; near the end of a match they may have less
	for _, m := range g.Moves {
		if m.Side == side {
			limit = max(limit, m.Limit)
		}
	}
	level := len(psqTimes)
	for level > 1 && psqTimes[level-1] > limit {
		level--
	}
	return level
}

func psqCode(g *game.Game) int {
	switch r := g.Result.Reason; {
	case !g.Finished():
		return psqSaved
	case r == game.OutOfTime:
		return psqTimeout
	case r.Fault() && r != game.Foul:
		return psqError
	}
	return psqEnded
}

// psqMisread matches names that Piskvork would misread: it reads numbers, or a whole move, from the start of the line
// before the name, and homo- as a human.
var psqMisread = regexp.MustCompile(`^(?i:[-+0-9]|homo-)`)

// psqLongest is how many bytes of a name Piskvork reads, without the quotes; it would read the rest as the next name.
const psqLongest = 250

// psqName returns a label as a line that Piskvork reads as a whole.
func psqName(label string) string {
	name := game.Line(label)
	name = strings.ToValidUTF8(name[:min(len(name), psqLongest)], "")
	if psqMisread.MatchString(name) {
		name = `"` + name + `"`
	}
	return name
}
