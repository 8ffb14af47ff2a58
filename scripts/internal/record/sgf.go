package record

import (
	"fmt"
	"io"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gamefile"
	"tahoun/search"
)

// SGF writes a game in SGF. x is black and moves first; the opening is played as moves. Comments hold time, memory and
// message; marks (MA) show a finished row, and on the root the walls. Boards with a side above sgf.MaxSide are
// refused.
func SGF(w io.Writer, g *game.Game) error {
	file := gameFile(g)
	for _, p := range g.Walls {
		file.Start.Set(p, board.Wall)
	}
	if err := gamefile.WriteSGF(w, file); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// PSQ writes a game as Piskvork saves it. The format has no place for walls, messages and the rule. A forbidden move is
// no fault there.
func PSQ(w io.Writer, g *game.Game) error {
	file := gameFile(g)
	if g.Result.Reason == game.Foul {
		file.Result = "?"
	}
	if err := gamefile.WritePSQ(w, file); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// gameFile returns the game as a file holds it, without walls.
func gameFile(g *game.Game) *gamefile.Game {
	file := &gamefile.Game{
		Start: board.New(g.Width, g.Height), First: board.X, Rule: g.Rule, RuleKnown: true,
		X: gamefile.Player{Name: g.X, Turn: limit(g, board.X)}, O: gamefile.Player{Name: g.O, Turn: limit(g, board.O)},
		Title: fmt.Sprintf("game %d", g.Number()), Date: g.Start.UTC().Format(time.DateOnly),
		Result:  sgfResult(g.Result),
		Comment: fmt.Sprintf("game %d, pair %d, round %d: %s", g.Number(), g.Pair+1, g.Round+1, g.Result.Reason),
		Program: "Tahoun arena:" + search.Version,
	}
	if g.Result.Detail != "" {
		file.Comment += ", " + g.Result.Detail
	}
	var moves []gamefile.Move
	side := board.X
	for _, p := range g.Opening {
		moves = append(moves, gamefile.Move{At: p, Side: side, Comment: "opening"})
		side = side.Other()
	}
	for _, m := range g.Moves {
		move := gamefile.Move{At: m.At, Side: m.Side, Time: m.Time, Left: m.Left, Comment: moveComment(m)}
		move.Marks = gamefile.Crosses(m.Row...)
		if m.Left == 0 {
			move.Left = 1 // nothing, but known
		}
		moves = append(moves, move)
	}
	file.AddLine(moves...)
	return file
}

// limit returns a player's limit for a move, at least 1: 0 would make it a human. Most moves have the same; near the
// end of a match they may have less.
func limit(g *game.Game, side board.Stone) time.Duration {
	longest := time.Duration(1)
	for _, m := range g.Moves {
		if m.Side == side {
			longest = max(longest, m.Limit)
		}
	}
	return longest
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

// sgfResult returns the value of RE: the winner, and T for time, R for resignation or F for another forfeit.
func sgfResult(r game.Result) string {
	winner := map[board.Stone]string{board.X: "B+", board.O: "W+"}[r.Winner]
	switch {
	case r.Reason == game.Stopped || r.Reason == "":
		return "Void"
	case winner == "":
		return "0"
	case r.Reason == game.OutOfTime:
		return winner + "T"
	case r.Reason == game.Resigned:
		return winner + "R"
	case r.Reason == game.Row || r.Reason == game.MoreRows:
		return winner
	}
	return winner + "F"
}
