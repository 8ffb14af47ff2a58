package output

import (
	"fmt"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/game"
)

// overruns counts the moves of a player that took longer than their limit. Grace is not part of the limit.
type overruns struct {
	moves, late int
	stolen      int           // late by no more than the steal time, which the machine's host took from one core
	worst       time.Duration // over the limit
}

func (o *overruns) add(m game.Move) {
	o.moves++
	over := m.Time - m.Limit
	if over <= 0 {
		return
	}
	o.late++
	o.worst = max(o.worst, over)
	if over <= m.Steal {
		o.stolen++
	}
}

// overruns returns a sentence for each player that exceeded its time limit.
func (s *standings) overruns() (all []string) {
	counts := make([]overruns, len(s.labels))
	for _, g := range s.games {
		var players [3]int
		players[board.X], players[board.O] = s.players(g)
		for _, m := range g.Moves {
			if m.Limit != 0 {
				counts[players[m.Side]].add(m)
			}
		}
	}
	for i, c := range counts {
		if c.late > 0 {
			all = append(all, fmt.Sprintf(
				"%s: %d of %d moves over the time limit, worst by %v; the host's steal time explains %d of them.",
				s.labels[i], c.late, c.moves, c.worst.Round(time.Millisecond), c.stolen))
		}
	}
	return all
}
