package record

import (
	"fmt"
	"io"
	"strings"

	"tahoun/scripts/arena/game"
)

// The codes with which Piskvork ends a record.
const (
	psqEnded   = 0
	psqTimeout = 15
	psqUnknown = -1 // what it writes where it knows none
)

// PSQ writes a game as Piskvork saves it, with the line ends of Windows:
//
//	Piskvorky 20x20, 11:11, 0     columns, rows, the two levels, who began: 0, the first of the names
//	11,8,0                        column, row from 1, milliseconds: the opening took none
//	12,9,98
//	first
//	second                        the players, x before o
//	0                             how it ended
//
// The format has no place for walls, messages and the rule.
func PSQ(w io.Writer, g *game.Game) error {
	var text strings.Builder
	fmt.Fprintf(&text, "Piskvorky %dx%d, 11:11, 0\r\n", g.Width, g.Height)
	for _, p := range g.Opening {
		fmt.Fprintf(&text, "%d,%d,0\r\n", p.X+1, p.Y+1)
	}
	for _, m := range g.Moves {
		fmt.Fprintf(&text, "%d,%d,%d\r\n", m.At.X+1, m.At.Y+1, m.Time.Milliseconds())
	}
	code := psqEnded
	switch {
	case g.Result.Reason == game.OutOfTime:
		code = psqTimeout
	case g.Result.Reason.Fault() || !g.Finished():
		code = psqUnknown
	}
	fmt.Fprintf(&text, "%s\r\n%s\r\n%d\r\n", oneLine(g.X), oneLine(g.O), code)
	_, err := io.WriteString(w, text.String())
	return err
}
