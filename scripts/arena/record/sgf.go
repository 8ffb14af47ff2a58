package record

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/search"
)

// sgfSide is the largest side of a board that SGF has letters for: a to z, then A to Z. Many viewers stop
// at 19 or 26.
const sgfSide = 52

// SGF writes a game in FF[4], GM[4] (gomoku and renju). x is black and moves first; the opening is played
// as moves. Comments hold time, memory and message; marks (MA) show a finished row, and on the root the
// walls. The format has no letters for boards with a side above 52: those are refused.
func SGF(w io.Writer, g *game.Game) error {
	if max(g.Width, g.Height) > sgfSide {
		return fmt.Errorf("record: SGF has letters for %d columns and rows, the board has %dx%d", sgfSide, g.Width, g.Height)
	}
	var text strings.Builder
	size := fmt.Sprint(g.Width)
	if g.Height != g.Width {
		size = fmt.Sprintf("%d:%d", g.Width, g.Height)
	}
	fmt.Fprintf(&text, "(;FF[4]GM[4]CA[UTF-8]AP[Tahoun arena:%s]SZ[%s]\n", search.Version, size)
	fmt.Fprintf(&text, "GN[game %d]PB[%s]PW[%s]\n", g.ID, sgfLine(g.X), sgfLine(g.O))
	rule := game.RuleName(g.Rule)
	fmt.Fprintf(&text, "DT[%s]RU[%s]RE[%s]\n", g.Start.UTC().Format(time.DateOnly), strings.ToUpper(rule[:1])+rule[1:], sgfResult(g.Result))
	comment := fmt.Sprintf("game %d, pair %d, round %d: %s", g.ID, g.Pair, g.Round, g.Result.Reason)
	if g.Result.Detail != "" {
		comment += ", " + g.Result.Detail
	}
	fmt.Fprintf(&text, "C[%s]%s\n", sgfText(comment), sgfMarks(g.Walls))
	side := board.X
	for _, p := range g.Opening {
		fmt.Fprintf(&text, ";%s[%s]C[opening]\n", sgfColour(side), sgfPoint(p))
		side = side.Other()
	}
	for _, m := range g.Moves {
		fmt.Fprintf(&text, ";%s[%s]", sgfColour(m.Side), sgfPoint(m.At))
		if m.Left >= 0 {
			fmt.Fprintf(&text, "%sL[%.3f]", sgfColour(m.Side), m.Left.Seconds())
		}
		fmt.Fprintf(&text, "C[%s]%s\n", sgfText(moveComment(m)), sgfMarks(m.Row))
	}
	text.WriteString(")\n")
	_, err := io.WriteString(w, text.String())
	return err
}

func moveComment(m game.Move) string {
	comment := fmt.Sprintf("%.3f s", m.Time.Seconds())
	if m.Memory > 0 {
		comment += ", " + game.MiB(m.Memory)
	}
	if m.Message != "" {
		comment += "\n" + m.Message
	}
	return comment
}

func sgfColour(s board.Stone) string { return map[board.Stone]string{board.X: "B", board.O: "W"}[s] }

// sgfPoint returns column and row, a letter each, from the top left.
func sgfPoint(p board.Point) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return letters[p.X:p.X+1] + letters[p.Y:p.Y+1]
}

func sgfMarks(points []board.Point) string {
	if len(points) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString("MA")
	for _, p := range points {
		text.WriteString("[" + sgfPoint(p) + "]")
	}
	return text.String()
}

// sgfText escapes characters that would end a text; sgfLine also makes it one line.
func sgfText(s string) string { return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(s) }
func sgfLine(s string) string { return sgfText(game.Line(s)) }

// sgfResult returns the value of RE: the winner, and T for time or F for another forfeit.
func sgfResult(r game.Result) string {
	winner := map[board.Stone]string{board.X: "B+", board.O: "W+"}[r.Winner]
	switch {
	case r.Reason == game.Stopped || r.Reason == "":
		return "Void"
	case winner == "":
		return "0"
	case r.Reason == game.OutOfTime:
		return winner + "T"
	case r.Reason == game.Row || r.Reason == game.MoreRows:
		return winner
	}
	return winner + "F"
}
