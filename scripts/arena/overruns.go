package main

import (
	"fmt"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// overruns is how often a player took longer than it had, whether or not grace covered it.
type overruns struct {
	moves, late int
	own         int           // late ones that would have been so without what the host of the machine took
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
	if over > m.Steal {
		l.own++
	}
}

// overrunFindings says how often players took longer than they had, a sentence for each that did.
func (t *standings) overrunFindings() (all []string) {
	counts := make([]overruns, len(t.labels))
	for _, g := range t.games {
		var seats [3]int
		seats[board.X], seats[board.O] = t.players(g)
		for _, m := range g.Moves {
			if m.Limit != 0 {
				counts[seats[m.Side]].add(m)
			}
		}
	}
	for i, l := range counts {
		if l.late > 0 {
			all = append(all, fmt.Sprintf("%s took longer than it had in %d of %d moves, by %v at most; in %d of them the machine's host took less than that from every core.",
				t.labels[i], l.late, l.moves, l.worst.Round(time.Millisecond), l.own))
		}
	}
	return all
}
