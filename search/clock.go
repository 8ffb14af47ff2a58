package search

import "time"

// A clock turns limits into two instants: when the search should stop by itself, and when whoever
// waits for it must not wait any longer. It is the only place that decides what a move may cost.
type clock struct {
	soft, hard time.Time
	span       time.Duration // from now to soft: what there is to think
}

const (
	// leastMargin and share make the time kept back for writing, exit and a system that is busy with
	// something else: a share of the limit, and never less than leastMargin.
	leastMargin = 12 * time.Millisecond
	marginShare = 32 // 3 %

	// fewMoves is how many moves must always remain affordable, usualMoves how many a game is planned
	// for when the match limit binds.
	fewMoves   = 7
	usualMoves = 22
)

// newClock sets a clock for limits. now is the present.
func newClock(l Limits, now time.Time) clock {
	limit := max(l.Turn, 0)
	if left := l.left(); left != NoLimit {
		limit = max(min(limit, left/fewMoves), 0)
		if limit > 0 && l.Turn > left/64 {
			limit = min(limit, max(left/usualMoves, limit/8))
		}
	}
	margin := l.Margin
	if margin <= 0 {
		margin = max(leastMargin, limit/marginShare)
	}
	c := clock{soft: l.Start.Add(limit - margin), hard: l.Start.Add(limit - margin/2)}
	c.span = max(c.soft.Sub(now), 0)
	return c
}

// left returns what the match leaves; a match limit without word of what is left counts as whole.
func (l Limits) left() time.Duration {
	if l.Left == NoLimit && l.Match > 0 {
		return l.Match
	}
	return l.Left
}
