package search

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"tahoun/board"
)

// A Thought finds one move.
type Thought struct {
	engine *Engine
	p      *position
	limits Limits
	moves  int // that the side to move has made
	clock  atomic.Pointer[clock]
	vcf    *vcfSolver
	vct    *vctSolver
	search *worker

	helped  atomic.Uint64 // nodes of the other threads
	roots   []rootMove    // moves worth a search, the best first
	best    rootMove      // the last finished answer
	dropped rootMove      // of the moves that lookFor dropped the one that holds out longest; no line if there is none
	settled bool          // roots[0] needs no search
	unsure  bool          // a search for wins by fours ran out of nodes
	saves   bool          // the next process will want to know, see Keep
	saved   []byte        // what Recall got: room for what Keep returns
}

// Deadline returns when the answer must be on its way at the latest. It has passed for an answer that
// is wanted at once.
func (t *Thought) Deadline() time.Time { return t.clock.Load().hard }

// Retime puts the times of limits in the place of the ones that the thought began with. It may be called
// from any goroutine while the thought goes on.
func (t *Thought) Retime(limits Limits) {
	limits.Left = limits.left(t.moves)
	c := newClock(limits, time.Now())
	t.clock.Store(&c)
}

// Instant answers within milliseconds, from shapes, forced replies and forced wins alone, and says in
// words why. The answer is the same on every machine.
func (t *Thought) Instant() (board.Point, string) {
	note := t.decide()
	if !t.adopt(t.roots[0]) {
		note = t.scoreNote(t.best)
	}
	return t.answer(), note
}

// Think searches until it knows enough, time is up or ctx ends; better gets each finished answer. It
// must be called once, after Instant.
func (t *Thought) Think(ctx context.Context, better func(board.Point, string)) {
	if !t.settled && t.unsure {
		if note := t.retryVCF(); note != "" {
			if !t.adopt(t.roots[0]) {
				note = t.scoreNote(t.best)
			}
			better(t.answer(), note)
		}
	}
	if t.settled {
		return
	}
	t.engine.prepareTable(t.tableSize())
	s := t.search
	s.table, s.limit = t.engine.table, cmp.Or(t.limits.Nodes, t.limits.MaxNodes)
	s.evalCache.grow()
	stopped := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	reserve := time.Duration(0)
	if t.saves {
		reserve = saveTime
	}
	var eye lookout
	s.stop = func() bool {
		return stopped.Load() || t.nodesUp() || t.limits.Nodes == 0 && eye.timeUp(time.Now(), t.clock.Load().soft, reserve)
	}
	defer t.startHelpers(stopped)()
	same := 0
	s.iterativeDeepening(t.roots, firstDepth, func(depth int) bool {
		last := t.best
		t.adopt(t.roots[0])
		better(t.answer(), t.note(depth))
		if same++; t.best.move != last.move {
			same = 0
		}
		return t.limits.Nodes != 0 || !t.clock.Load().enough(time.Now(), same, last.score-t.best.score)
	})
}

// nodes returns how many positions all threads have visited.
func (t *Thought) nodes() uint64 { return t.search.nodes + t.helped.Load() }

// nodesUp tells whether MaxNodes is reached.
func (t *Thought) nodesUp() bool { return t.limits.MaxNodes > 0 && t.nodes() >= t.limits.MaxNodes }

// adopt makes m the answer, or, where that is lost, a dropped move that holds out longer. It returns whether it took m.
func (t *Thought) adopt(m rootMove) bool {
	longer := t.dropped.line != nil && m.score <= -sureScore && m.score < t.dropped.score
	if longer {
		m = t.dropped
	}
	t.best = m
	t.best.line = slices.Clone(m.line) // the search reuses the memory of its lines
	return !longer
}

// atOnce tells whether the limits leave no time to search.
func (t *Thought) atOnce() bool {
	return t.limits.Nodes == 0 && !t.clock.Load().soft.After(t.limits.Start)
}

// Score returns how good the last answer is for the side that gives it, in the scale of Weights, and
// whether that is a proof that the game is won or lost. It is 0 for an answer that needed no search,
// unless it wins or cannot stop a five. Where the search ended just after it had found the position worth less than the
// last answer's score, the score is no more than that.
func (t *Thought) Score() (score int, sure bool) {
	if proves(t.best.score) {
		return t.best.score, true
	}
	return min(t.best.score, t.search.atMost), false
}

// Release leaves the memory of a thought that is over to the engine's next one, which finds there what it would find
// anywhere. Fresh memory takes two fifths of the time of a search of a thousand nodes. The thought is of no more use.
// Release is for tools: whoever leaves a thought to itself when time is up must not release it.
func (t *Thought) Release() {
	spare := &Thought{engine: t.engine, p: t.p, vcf: t.vcf, vct: t.vct, search: t.search}
	*spare.p = position{}
	*spare.vcf = vcfSolver{}
	*spare.vct = vctSolver{}
	spare.search.clear()
	t.engine.spare = spare
}

func (t *Thought) answer() board.Point { return t.p.point(t.best.move) }
