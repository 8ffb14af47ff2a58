package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"tahoun/board"
	"tahoun/scripts/internal/game"
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

func ending(g *game.Game) string {
	said := outcome(g)
	if g.Result.Detail != "" {
		said += " (" + g.Result.Detail + ")"
	}
	return said + "."
}

func outcome(g *game.Game) string {
	winner, loser := g.X+" (x)", g.O+" (o)"
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

// lead says who leads, and by how much.
func lead(players []Player) string {
	players = slices.Clone(players)
	slices.SortStableFunc(players, func(a, b Player) int { return cmp.Compare(b.Elo, a.Elo) })
	if len(players) < 2 || players[0].Games == 0 || math.IsNaN(players[0].Elo) {
		return ""
	}
	first, second := players[0], players[1]
	games := fmt.Sprintf("%d games", first.Games)
	switch {
	case len(players) > 2:
		return fmt.Sprintf("%s leads: Elo %s %s after %s, before %s with %s %s.",
			first.Label, signed(first.Elo), bar(first.Bar), games, second.Label, signed(second.Elo), bar(second.Bar))
	case first.Score == second.Score:
		return fmt.Sprintf("%s and %s are level after %s: Elo 0 %s.", first.Label, second.Label, games,
			bar(max(first.Bar, second.Bar)))
	}
	return fmt.Sprintf("%s is ahead of %s: Elo %s %s, %s %% of %s.", first.Label, second.Label,
		signed(first.Elo-second.Elo), bar(max(first.Bar, second.Bar)), finite(100*first.Score, 1), games)
}
