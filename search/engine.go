// Package search finds the move to play, within limits. It knows nothing about files.
//
// A Job answers with a static move first. Then workers search: alpha-beta with iterative deepening, one worker a thread
// (Lazy SMP), over a shared transposition table. Positions keep line patterns and network accumulators up to date.
package search

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"
	"time"

	"tahoun/board"
)

// Limits say what a move may cost. The zero value means: answer at once.
type Limits struct {
	Start  time.Time     // when the clock of this move began to run
	Turn   time.Duration // for this move; 0: as fast as possible
	Match  time.Duration // for all moves of the game; 0: no limit
	Left   time.Duration // left of Match, may be negative; NoLimit if nothing tells: what the moves so far should have left
	Margin time.Duration // kept for exit and slow disks; 0: the policy of clock.go
	Memory int64         // bytes that the process may occupy at its peak; 0: no limit
	Nodes  uint64        // positions that the search proper may visit, solvers aside; 0: no limit. With it, time is no limit

	// MaxNodes limits the positions that all threads of the search proper visit, in addition to the limits of time; 0: no
	// limit. One thread keeps it exactly.
	MaxNodes uint64

	// Occupied is how many bytes of Memory the process occupied before its first search, 0 if that is not known: systems
	// map more or less of their own into it, Wine three times as much as Linux.
	Occupied int64

	Threads int // how many may search at once, if Memory has room for them; 0: one. With a node limit there is one
}

// NoLimit as Limits.Left says that the match has no limit. It equals fileproto.NoLimit: mains hand Left on as it is.
const NoLimit = time.Duration(1<<63 - 1)

// An Engine plays one rule, move after move. Between moves it keeps what it found out, unless moves
// have a node limit: then every answer is the same whatever came before.
type Engine struct {
	Params Params // for tools to vary between moves

	rules *ruleTables
	table *table // nil until there is time to think
	spare *Job   // one that was released, nil if there is none
}

// New returns an engine for rule. To learn the rule takes a millisecond or two.
func New(rule board.Rule) *Engine { return &Engine{Params: DefaultParams, rules: newRuleTables(rule)} }

// Turn returns the thought that finds a move for side on b, which it does not change. b needs an empty
// square. One thought at a time.
func (e *Engine) NewJob(b *board.Board, side board.Stone, limits Limits) *Job {
	t := e.spare
	e.spare = nil
	if t == nil {
		t = &Job{engine: e, p: new(position), vcf: new(vcfSolver), vct: new(vctSolver), worker: new(worker)}
	}
	t.limits, t.moves = limits, e.movesMade(b, side)
	t.limits.Threads = limits.affordableThreads()
	t.p.setup(b, side, e.rules)
	t.worker.begin(t.p, nil, &e.Params)
	t.Retime(limits)
	return t
}

// A Thought finds one move.
type Job struct {
	engine  *Engine
	p       *position
	limits  Limits
	moves   int // that the side to move has made
	timeMan atomic.Pointer[timeManager]
	vcf     *vcfSolver
	vct     *vctSolver
	worker  *worker

	helperNodes atomic.Uint64 // nodes of the other threads
	roots       []rootMove    // moves worth a search, the best first
	best        rootMove      // the last finished answer
	dropped     rootMove      // of the moves that lookFor dropped the one that holds out longest; no line if there is none
	settled     bool          // roots[0] needs no search
	unsure      bool          // a search for wins by fours ran out of nodes
	saves       bool          // the next process will want to know, see Keep
	saved       []byte        // what Recall got: room for what Keep returns
}

// Deadline returns when the answer must be on its way at the latest. It has passed for an answer that
// is wanted at once.
func (j *Job) Deadline() time.Time { return j.timeMan.Load().hard }

// Retime puts the times of limits in the place of the ones that the thought began with. It may be called
// from any goroutine while the thought goes on.
func (j *Job) Retime(limits Limits) {
	limits.Left = limits.left(j.moves)
	c := newTimeManager(limits, time.Now())
	j.timeMan.Store(&c)
}

// Instant answers within milliseconds, from shapes, forced replies and forced wins alone, and says in
// words why. The answer is the same on every machine.
func (j *Job) StaticMove() (board.Point, string) {
	note := j.decideStatic()
	if !j.adopt(j.roots[0]) {
		note = j.scoreInfo(j.best)
	}
	return j.answer(), note
}

// Think searches until it knows enough, time is up or ctx ends; better gets each finished answer. It
// must be called once, after Instant.
func (j *Job) Think(ctx context.Context, better func(board.Point, string)) {
	if !j.settled && j.unsure {
		if note := j.retryVCF(); note != "" {
			if !j.adopt(j.roots[0]) {
				note = j.scoreInfo(j.best)
			}
			better(j.answer(), note)
		}
	}
	if j.settled {
		return
	}
	j.engine.prepareTable(j.tableSize())
	s := j.worker
	s.table, s.limit = j.engine.table, cmp.Or(j.limits.Nodes, j.limits.MaxNodes)
	s.evalCache.grow()
	stopped := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	reserve := time.Duration(0)
	if j.saves {
		reserve = saveTime
	}
	var eye stallDetector
	s.stop = func() bool {
		return stopped.Load() || j.nodesUp() || j.limits.Nodes == 0 && eye.timeUp(time.Now(), j.timeMan.Load().soft, reserve)
	}
	defer j.startHelpers(stopped)()
	same := 0
	s.iterativeDeepening(j.roots, firstDepth, func(depth int) bool {
		last := j.best
		j.adopt(j.roots[0])
		better(j.answer(), j.infoLine(depth))
		if same++; j.best.move != last.move {
			same = 0
		}
		return j.limits.Nodes != 0 || !j.timeMan.Load().enough(time.Now(), same, last.score-j.best.score)
	})
}

// nodes returns how many positions all threads have visited.
func (j *Job) nodes() uint64 { return j.worker.nodes + j.helperNodes.Load() }

// nodesUp tells whether MaxNodes is reached.
func (j *Job) nodesUp() bool { return j.limits.MaxNodes > 0 && j.nodes() >= j.limits.MaxNodes }

// adopt makes m the answer, or, where that is lost, a dropped move that holds out longer. It returns whether it took m.
func (j *Job) adopt(m rootMove) bool {
	longer := j.dropped.line != nil && m.score <= -sureScore && m.score < j.dropped.score
	if longer {
		m = j.dropped
	}
	j.best = m
	j.best.line = slices.Clone(m.line) // the search reuses the memory of its lines
	return !longer
}

// atOnce tells whether the limits leave no time to search.
func (j *Job) staticOnly() bool {
	return j.limits.Nodes == 0 && !j.timeMan.Load().soft.After(j.limits.Start)
}

// Score returns how good the last answer is for the side that gives it, in the scale of Weights, and
// whether that is a proof that the game is won or lost. It is 0 for an answer that needed no search,
// unless it wins or cannot stop a five. Where the search ended just after it had found the position worth less than the
// last answer's score, the score is no more than that.
func (j *Job) Score() (score int, sure bool) {
	if proves(j.best.score) {
		return j.best.score, true
	}
	return min(j.best.score, j.worker.atMost), false
}

// Release leaves the memory of a thought that is over to the engine's next one, which finds there what it would find
// anywhere. Fresh memory takes two fifths of the time of a search of a thousand nodes. The thought is of no more use.
// Release is for tools: whoever leaves a thought to itself when time is up must not release it.
func (j *Job) Release() {
	spare := &Job{engine: j.engine, p: j.p, vcf: j.vcf, vct: j.vct, worker: j.worker}
	*spare.p = position{}
	*spare.vcf = vcfSolver{}
	*spare.vct = vctSolver{}
	spare.worker.clear()
	j.engine.spare = spare
}

func (j *Job) answer() board.Point { return j.p.point(j.best.move) }
