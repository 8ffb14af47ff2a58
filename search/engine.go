// Package search is the judgement: which move to play, within limits. It reads shapes on lines, sees
// forced wins, and searches; it knows nothing about files.
//
// From the ground up: pattern names shapes; position keeps them as stones come and go; threats reads
// wins and forced answers from them; fours searches wins by continuous fours; tree is the search
// proper; root decides what to search and when it has seen enough; clock turns limits into instants.
package search

import (
	"context"
	"sync/atomic"
	"time"

	"tahoun/board"
)

// Limits say what a move may cost. The zero value means: answer at once.
type Limits struct {
	Start  time.Time     // when the clock of this move began to run
	Turn   time.Duration // for this move; 0: as fast as possible
	Match  time.Duration // for all moves of the game; 0: no limit
	Left   time.Duration // left of Match, may be negative; NoLimit if there is none
	Margin time.Duration // kept for exit and slow disks; 0: the policy of clock.go
	Memory int64         // bytes that the process may occupy at its peak; 0: no limit
	Nodes  uint64        // positions to visit at most; 0: no limit. With it, time is no limit
}

// NoLimit as Limits.Left says that the match has no limit.
const NoLimit = time.Duration(1<<63 - 1)

// An Engine finds one move.
type Engine struct {
	p      *position
	limits Limits
	clock  clock
	fours  *foursSolver
	search *searcher

	roots   []rootMove // moves worth a search, the best first
	settled bool       // roots[0] needs no search
	unsure  bool       // a search for wins by fours ran out of nodes
}

// New returns an engine for side to move on b, which it does not change. b needs an empty square.
func New(b *board.Board, side board.Stone, rule board.Rule, limits Limits) *Engine {
	return newEngine(newPosition(b, side, newKnowledge(rule)), limits)
}

func newEngine(p *position, limits Limits) *Engine {
	return &Engine{
		p: p, limits: limits, clock: newClock(limits, time.Now()),
		fours: new(foursSolver), search: newSearcher(p, newTable(instantTable)),
	}
}

// Deadline returns when the answer must be on its way at the latest. It has passed for an answer that
// is wanted at once.
func (e *Engine) Deadline() time.Time { return e.clock.hard }

// Instant answers within milliseconds, from shapes, forced replies and forced wins alone, and says in
// words why. The answer is the same on every machine.
func (e *Engine) Instant() (board.Point, string) {
	note := e.decide()
	return e.p.point(e.roots[0].move), note
}

// Think searches until it knows enough, time is up or ctx ends; better gets each finished answer. It
// must be called once, after Instant.
func (e *Engine) Think(ctx context.Context, better func(board.Point, string)) {
	if !e.settled && e.unsure {
		e.lookForFours(e.foursLimit())
		if e.settled {
			better(e.p.point(e.roots[0].move), e.foursNote())
		}
	}
	if e.settled {
		return
	}
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	s := e.search
	s.table, s.nodes, s.limit = newTable(e.tableSize()), 0, e.limits.Nodes
	s.stop = func() bool {
		return stopped.Load() || e.limits.Nodes == 0 && !time.Now().Before(e.clock.soft)
	}
	e.deepen(better)
}

// instantTable is the size of the transposition table of an instant answer, in bytes.
const instantTable = 1 << 16

// foursLimit returns how many nodes the search for wins by fours gets before the search proper: an
// eighth of what there is, and no more than ever helped.
func (e *Engine) foursLimit() int {
	if e.limits.Nodes != 0 {
		return int(min(e.limits.Nodes/8, rootFours))
	}
	const perMillisecond = 1000
	return int(min(e.clock.span.Milliseconds()*perMillisecond/8, rootFours))
}

// tableSize returns the size of the transposition table in bytes. A page costs time when it is first
// touched, so that a short search gets no more than it can fill; and the peak of the whole process
// counts against the memory limit.
func (e *Engine) tableSize() int64 {
	const (
		perSecond = 40 << 20 // what one second of search fills
		least     = 1 << 20
		most      = 1 << 30
		rest      = 12 << 20 // more than the process occupies besides
	)
	size := int64(most)
	if span := e.clock.span; e.limits.Nodes == 0 && span < time.Minute {
		size = int64(span) * perSecond / int64(time.Second)
	} else if e.limits.Nodes != 0 {
		size = int64(min(e.limits.Nodes, most/16)) * 16
	}
	if m := e.limits.Memory; m > 0 {
		size = min(size, (m-rest)*3/4)
	}
	return max(least, min(size, most))
}
