package main

import (
	"fmt"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/arena/player"
)

// lateness is how often a player took longer than it had, whether or not grace covered it.
type lateness struct {
	moves, late int
	own         int           // late ones that would have been so without what the host of the machine took
	most        time.Duration // over the limit
}

func (l *lateness) add(m game.Move, limit time.Duration) {
	l.moves++
	over := m.Time - limit
	if over <= 0 {
		return
	}
	l.late++
	l.most = max(l.most, over)
	if over > m.Stolen {
		l.own++
	}
}

// lateMoves says how often players took longer than they had, a sentence for each that did.
func (t *tally) lateMoves(players []player.Spec) (all []string) {
	counts := make([]lateness, len(players))
	for _, g := range t.games {
		var seats [3]int
		seats[board.X], seats[board.O] = t.seats(g)
		for _, m := range g.Moves {
			who := seats[m.Side]
			if limit := limitOf(m, players[who]); limit > 0 {
				counts[who].add(m, limit)
			}
		}
	}
	for i, l := range counts {
		if l.late > 0 {
			all = append(all, fmt.Sprintf("%s took longer than it had in %d of %d moves, by %v at most; in %d of them the machine's host took less than that from every core.",
				t.labels[i], l.late, l.moves, l.most.Round(time.Millisecond), l.own))
		}
	}
	return all
}

// limitOf returns what a player had for a move, 0 where it was to be as fast as possible. A move that overdraws the
// match clock looks as if it had been in time, since what is left then is 0 in the record.
func limitOf(m game.Move, spec player.Spec) time.Duration {
	if spec.Match > 0 {
		return min(spec.Turn, m.Left+m.Time)
	}
	return spec.Turn
}
