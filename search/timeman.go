package search

import (
	"time"

	"tahoun/board"
)

// A clock turns limits into instants. It is the only place that decides what a move may cost.
type timeManager struct {
	start time.Time
	soft  time.Time     // when the search stops by itself
	hard  time.Time     // when whoever waits for it must not wait any longer
	aim   time.Duration // what the move should cost, from start; 0: all there is
	span  time.Duration // what there is to think, from now
}

const (
	// leastMargin and marginShare make the time kept back for writing, exit and a system that is busy with
	// something else: a share of the limit, and never less than leastMargin.
	leastMargin = 12 * time.Millisecond
	marginShare = 24 // 4 %; with 3 % and two threads 7 of 200 moves were 1 to 5 ms late on busy cores

	// fewMoves is how many moves must always remain affordable, usualMoves how many a game is planned
	// for when the match limit binds.
	fewMoves   = 7
	usualMoves = 22

	// longGame is for how many moves at their limit there must be time for the match limit not to bind: no aim is set.
	longGame = 64

	// leastToKeep is how much time to think there must be for recalling and keeping anything, and keepTime what of
	// it keeping gets: with none, moves of 100 ms ended 5 ms later with both cores busy, and 74 of 6,186 too late
	// instead of 21.
	leastToSave = 50 * time.Millisecond
	saveTime    = 5 * time.Millisecond
)

// newClock sets a clock for limits. now is the present.
func newTimeManager(l Limits, now time.Time) timeManager {
	c := timeManager{start: l.Start}
	limit := max(l.Turn, 0)
	if l.Left != NoLimit {
		limit = max(min(limit, l.Left/fewMoves), 0)
		if l.Turn > l.Left/longGame {
			c.aim = max(min(l.Left/usualMoves, limit*9/10), 0)
		}
	}
	margin := l.Margin
	if margin <= 0 {
		margin = max(leastMargin, limit/marginShare)
	}
	c.soft, c.hard = l.Start.Add(limit-margin), l.Start.Add(limit-margin/2)
	c.span = max(c.soft.Sub(now), 0)
	if c.aim > 0 {
		c.span = min(c.span, c.aim)
	}
	return c
}

// A lookout is the search's eye on the clock. Where the system lets others have the processor in between, the search is
// long away from it, and whoever writes the answer will be too: the longest time away is kept back besides the margin.
type stallDetector struct {
	last  time.Time // when it looked last
	stall time.Duration
}

// longestAway is how much is kept back at most: what is longer is a stall that need not come again.
const longestStall = 10 * time.Millisecond

// timeUp looks at the clock, when a search that keeps reserve back has to stop by itself at soft.
func (d *stallDetector) timeUp(now, soft time.Time, reserve time.Duration) bool {
	if !d.last.IsZero() {
		d.stall = min(max(d.stall, now.Sub(d.last)), longestStall)
	}
	d.last = now
	return !now.Add(reserve + d.stall).Before(soft)
}

// enough tells, after a whole iteration, whether the move has cost what it should: less when the best
// move has been the same for some iterations, more when the last one lowered its score. The next
// iteration would cost as much again as all before it.
func (m timeManager) enough(now time.Time, same, drop int) bool {
	if m.aim == 0 {
		return false
	}
	percent := 100 - 10*min(same, 5) + min(max(drop, 0), 50)
	return now.Sub(m.start) >= m.aim*time.Duration(percent)/100
}

// left returns what the match leaves. Where nothing tells, each of so many moves is taken to have cost what it should, and
// no more than a move may.
func (l Limits) left(moves int) time.Duration {
	if l.Left != NoLimit || l.Match <= 0 {
		return l.Left
	}
	left := l.Match
	for range moves {
		left -= min(left/usualMoves, l.Turn)
	}
	return left
}

// movesMade returns how many moves side has made on b: one a stone, and in a continuous game half of the walls, which were
// stones of finished rows.
func (e *Engine) movesMade(b *board.Board, side board.Stone) int {
	moves := b.Count(side)
	if e.rules.rule&board.Continuous != 0 {
		moves += b.Count(board.Wall) / 2
	}
	return moves
}
