package main

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

func (l *overruns) add(m game.Move) {
	l.moves++
	over := m.Time - m.Limit
	if over <= 0 {
		return
	}
	l.late++
	l.worst = max(l.worst, over)
	if over <= m.Steal {
		l.stolen++
	}
}

// overrunFindings returns a sentence for each player that exceeded its time limit.
func (t *standings) overrunFindings() (all []string) {
	counts := make([]overruns, len(t.labels))
	for _, g := range t.games {
		var players [3]int
		players[board.X], players[board.O] = t.players(g)
		for _, m := range g.Moves {
			if m.Limit != 0 {
				counts[players[m.Side]].add(m)
			}
		}
	}
	for i, l := range counts {
		if l.late > 0 {
			all = append(all, fmt.Sprintf("%s: %d of %d moves over the time limit, worst by %v; the host's steal time explains %d of them.",
				t.labels[i], l.late, l.moves, l.worst.Round(time.Millisecond), l.stolen))
		}
	}
	return all
}
