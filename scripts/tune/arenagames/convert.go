package arenagames

import (
	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/tune/dataset"
)

// mated is the score of a forced end in no plies, as the engine has it.
const mated = 30000

// convert returns a game of the arena as a game for training, or why it teaches nothing. The evaluations of other
// players than label are left out, unless label is "".
func convert(g *game.Game, label string) (d dataset.Game, why string) {
	switch {
	case g.Result.Reason.Fault():
		return d, "ended by a fault, not by strength"
	case len(g.Moves) == 0:
		return d, "no moves"
	}
	d = dataset.Game{
		Rule: g.Rule, Width: g.Width, Height: g.Height, Walls: g.Walls,
		Opening: len(g.Opening), Moves: append([]board.Point{}, g.Opening...),
		Result: dataset.Result(g.Result.Winner), // both count draw, x, o from 0
	}
	labels := [...]string{board.X: g.X, board.O: g.O}
	for i, m := range g.Moves {
		if turn := board.X + board.Stone(len(d.Moves)%2); m.Side != turn {
			return d, "x and o did not take turns"
		}
		d.Moves = append(d.Moves, m.At)
		d.Scores = append(d.Scores, score(m, label == "" || label == labels[m.Side]))
		if len(m.Row) > 0 && i < len(g.Moves)-1 { // training takes a continuous game to its first row
			d.Result = dataset.Result(m.Side)
			break
		}
	}
	return d, ""
}

// score returns a move's evaluation in the form of a dataset.
func score(m game.Move, wanted bool) int16 {
	switch {
	case !wanted || m.Eval == nil:
		return dataset.NoScore
	case m.Eval.Mate > 0:
		return int16(mated - min(m.Eval.Mate, mated-dataset.Proven-1))
	case m.Eval.Mate < 0:
		return int16(-mated - max(m.Eval.Mate, 1+dataset.Proven-mated))
	}
	return int16(min(max(m.Eval.Score, -dataset.Proven), dataset.Proven))
}
