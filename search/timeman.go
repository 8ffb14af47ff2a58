package search

import (
	"time"

	"tahoun/board"
)

// A timeManager turns limits into points in time. Only it decides how much time a move may use.
type timeManager struct {
	start time.Time
	soft  time.Time     // when the search stops by itself
	hard  time.Time     // hard deadline: the watchdog then answers with the best move so far
	save  time.Time     // latest time for writing saved entries, so that saving makes no move late
	aim   time.Duration // target time of the move, from start; 0: all of it
	span  time.Duration // time to think, from now
}

const (
	// The margin is for writing, exit and a busy system: a share of the limit, but at least leastMargin.
	leastMargin = 12 * time.Millisecond
	marginShare = 24 // 4 %; with 3 % and two threads 7 of 200 moves were 1 to 5 ms late on busy cores

	// The match must always have time for fewMoves more. A game is planned for usualMoves when the match limit binds.
	fewMoves   = 7
	usualMoves = 22

	// The fixed cost is reserved for the next reservedMoves, fewer where the board has no room for them and spareMoves
	// more, because it varies. At 80 ms a start and 15 s a match on a busy machine, games of caro were lost on time
	// after 162 stones with 40, 166 with 64, and 189 with 80. With 130, 35 games ended 4 : 31 against no reserve: a
	// third of the time to think was left.
	reservedMoves = 80
	spareMoves    = 4

	// If the time left suffices for so many moves at the limit of a move, there is no target time.
	longGame = 64

	// Loading and saving the table needs leastToSave to think, of which saveTime is for saving. Without saveTime, moves
	// of 100 ms ended 5 ms later with both cores busy, and 74 of 6,186 were late instead of 21.
	leastToSave = 50 * time.Millisecond
	saveTime    = 5 * time.Millisecond
)

// newTimeManager returns the times for limits. now is the present.
func newTimeManager(l Limits, now time.Time) timeManager {
	m := timeManager{start: l.Start}
	limit := max(l.Turn, 0)
	if l.Left != NoLimit {
		share := l.Left / fewMoves
		if l.Increment > 0 { // the move earns it only once it is made
			share = min(share+l.Increment, l.Left/2)
		}
		limit = max(min(limit, share), 0)
		if l.Turn > l.Left/longGame+l.Increment {
			m.aim = max(min(l.Left/usualMoves+l.Increment, limit*9/10), 0)
		}
	}
	margin := l.Margin
	if margin <= 0 {
		margin = max(leastMargin, limit/marginShare)
	}
	m.soft, m.hard, m.save = l.Start.Add(limit-margin), l.Start.Add(limit-margin/2), l.Start.Add(limit-margin*7/8)
	m.span = max(m.soft.Sub(now), 0)
	if m.aim > 0 {
		m.span = min(m.span, m.aim)
	}
	return m
}

// A stallDetector checks the clock for the search. If the system gives the processor to others, the search does not run
// for a while, and the writer of the answer may be delayed as much. So the longest stall is kept in reserve besides the
// margin.
type stallDetector struct {
	last  time.Time // the last check
	stall time.Duration
}

// longestStall is the greatest reserve. A longer stall need not happen again.
const longestStall = 10 * time.Millisecond

// timeUp checks the clock and reports whether a search that keeps reserve must stop for the soft limit.
func (d *stallDetector) timeUp(now, soft time.Time, reserve time.Duration) bool {
	if !d.last.IsZero() {
		d.stall = min(max(d.stall, now.Sub(d.last)), longestStall)
	}
	d.last = now
	return !now.Add(reserve + d.stall).Before(soft)
}

// enough reports after an iteration whether the move has used its target time. The target is shorter when the best move
// has been stable, longer when its score has dropped. The next iteration would take as long as all before it.
func (m timeManager) enough(now time.Time, same, drop int) bool {
	if m.aim == 0 {
		return false
	}
	percent := 100 - 10*min(same, 5) + min(max(drop, 0), 50)
	return now.Sub(m.start) >= m.aim*time.Duration(percent)/100
}

// left returns the time that the match leaves. If it is unknown, each of the moves is assumed to have used its target,
// within its limit.
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

// charged returns l without the time that this move and those to come cost beside the search, if that is known. The
// board has room for moves more, this one included.
func (l Limits) charged(moves int) Limits {
	work := max(l.Fixed-l.Outside, 0) // of this process
	l.Start = l.Start.Add(work)
	l.Turn -= l.Outside + work
	if l.Left != NoLimit {
		l.Left -= l.Fixed * time.Duration(min(moves+spareMoves, reservedMoves))
	}
	return l
}

// movesMade returns how many moves side has made on b: one for each stone, and in a continuous game one for every two
// walls, which were stones of finished rows.
func (e *Engine) movesMade(b *board.Board, side board.Stone) int {
	moves := b.Count(side)
	if e.rules.Rule&board.Continuous != 0 {
		moves += b.Count(board.Wall) / 2
	}
	return moves
}
