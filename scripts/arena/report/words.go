package report

import (
	"fmt"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// faults describes the loser's fault by its reason.
var faults = map[game.Reason]string{
	game.Illegal:    "made an illegal move",
	game.Foul:       "made a forbidden move",
	game.NoAnswer:   "gave no answer",
	game.Crash:      "crashed",
	game.OutOfTime:  "ran out of time",
	game.OutOfSpace: "used too much memory",
}

// ending says in a sentence how g ended, followed by the referee's detail.
func ending(g *game.Game) string {
	said := outcome(g)
	if g.Result.Detail != "" {
		said += " (" + g.Result.Detail + ")"
	}
	return said + "."
}

func outcome(g *game.Game) string {
	winner, loser := fmt.Sprintf("%s (x)", g.X), fmt.Sprintf("%s (o)", g.O)
	if g.Result.Winner == board.O {
		winner, loser = loser, winner
	}
	drawn := g.Result.Winner == board.Empty
	fault, atFault := faults[g.Result.Reason]
	switch r := g.Result.Reason; {
	case r == "":
		return "Not finished"
	case r == game.Stopped:
		return "Broken off, no result"
	case r == game.Full:
		return "A draw: the board is full"
	case r == game.Adjudged:
		return "A draw by adjudication"
	case r == game.MoreRows && drawn:
		return "A draw: as many rows for both"
	case drawn:
		return "A draw: " + string(r)
	case r == game.Row:
		return winner + " won with a row"
	case r == game.MoreRows:
		return winner + " won with more rows"
	case r == game.Resigned:
		return winner + " won: " + loser + " resigned"
	case atFault:
		return winner + " won: " + loser + " " + fault
	default:
		return winner + " won: " + string(r)
	}
}
