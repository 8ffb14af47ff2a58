package match

import (
	"fmt"

	"tahoun/board"
	"tahoun/scripts/internal/game"
)

// Resign are the terms on which a player resigns: in its last Count moves it judged its position at -Score or worse,
// and its opponent in as many moves at Score or better. A forced end counts as such a score. With OneSided the opponent
// is not asked. A player that says no evaluation with a move does not agree.
type Resign struct {
	Count    int // 0: nobody resigns
	Score    int
	OneSided bool
}

// Draw are the terms on which a game is a draw: it has From stones or more, and in their last Count moves both players
// judged it within Score of 0.
type Draw struct {
	From, Count int // Count 0: never
	Score       int
}

// String returns the terms as the command line has them, "" if nobody resigns.
func (r Resign) String() string {
	if r.Count == 0 {
		return ""
	}
	sides := map[bool]string{true: "one", false: "both"}[r.OneSided]
	return fmt.Sprintf("count=%d,score=%d,sides=%s", r.Count, r.Score, sides)
}

// String returns the terms as the command line has them, "" if no game is such a draw.
func (d Draw) String() string {
	if d.Count == 0 {
		return ""
	}
	return fmt.Sprintf("from=%d,count=%d,score=%d", d.From, d.Count, d.Score)
}

// opinions are how long a player has judged its position in a way: in so many moves up to its last.
type opinions struct{ lost, won, even int }

// An adjudicator ends a game by the scores that the players say.
type adjudicator struct {
	resign Resign
	draw   Draw
	heard  int // moves
	of     [3]opinions
}

// hear takes note of the moves that g got since the last call.
func (a *adjudicator) hear(g *game.Game) {
	for _, m := range g.Moves[a.heard:] {
		e, said := game.Eval{}, m.Eval != nil
		if said {
			e = *m.Eval
		}
		o := &a.of[m.Side]
		o.lost = streak(o.lost, said && (e.Mate < 0 || e.Mate == 0 && e.Score <= -a.resign.Score))
		o.won = streak(o.won, said && (e.Mate > 0 || e.Mate == 0 && e.Score >= a.resign.Score))
		o.even = streak(o.even, said && e.Mate == 0 && max(e.Score, -e.Score) <= a.draw.Score)
	}
	a.heard = len(g.Moves)
}

func streak(before int, goesOn bool) int {
	if goesOn {
		return before + 1
	}
	return 0
}

// result reports whether the players agree on how g ends.
func (a *adjudicator) result(g *game.Game) (game.Result, bool) {
	if a.resign.Count == 0 && a.draw.Count == 0 {
		return game.Result{}, false
	}
	a.hear(g)
	if n := a.resign.Count; n > 0 {
		for _, side := range [2]board.Stone{board.X, board.O} {
			if a.of[side].lost < n || !a.resign.OneSided && a.of[side.Other()].won < n {
				continue
			}
			label := map[board.Stone]string{board.X: g.X, board.O: g.O}[side]
			detail := fmt.Sprintf("%s judged its last %d moves at %d or worse", label, n, -a.resign.Score)
			return game.Result{Winner: side.Other(), Reason: game.Resigned, Detail: detail}, true
		}
	}
	n := a.draw.Count
	if n > 0 && g.Stones() >= a.draw.From && min(a.of[board.X].even, a.of[board.O].even) >= n {
		detail := fmt.Sprintf("both judged their last %d moves at %d or nearer to 0", n, a.draw.Score)
		return game.Result{Reason: game.Adjudged, Detail: detail}, true
	}
	return game.Result{}, false
}
