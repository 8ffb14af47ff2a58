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
	"tahoun/search/position"
	"tahoun/search/table"
	"tahoun/search/threat"
	"tahoun/search/weights"
)

// Limits are the time, memory and nodes that a move may use. The zero value asks for an answer at once.
type Limits struct {
	Start time.Time     // when the clock of this move began to run
	Turn  time.Duration // for this move; 0: as fast as possible
	Match time.Duration // for all moves of the game; 0: no limit
	Left  time.Duration // left of Match, may be negative; NoLimit if unknown: it is then estimated, see left

	Increment time.Duration // by which Left grows after each move
	Margin    time.Duration // reserve for exit and slow disks; 0: the policy of timeman.go
	Memory    int64         // greatest peak memory of the process in bytes; 0: no limit
	Nodes     uint64        // nodes of the main search, without VCF and VCT; 0: no limit. With it the clock is ignored

	MaxDepth int   // of the main search, in moves of both sides; 0: no limit
	Hash     int64 // greatest size of the table in bytes; 0: no limit

	// MaxNodes limits the nodes of all threads of the main search, in addition to the limits of time; 0: no limit. A
	// single thread keeps it exactly.
	MaxNodes uint64

	// For a process that plays a single move; 0 if unknown: how long the manager's clock runs in a move while the
	// process does not exist, and by how much a move without a search lowers Left.
	Outside, Fixed time.Duration

	// Done ends each search of the job soon after it is closed; its answers are then as good as none. nil: never. Think
	// and Analyse take that of their context.
	Done <-chan struct{}

	// Occupied is the number of bytes of Memory that the process occupied before its first search, 0 if unknown.
	// Systems differ in how much of their own they map into it: Wine maps three times as much as Linux.
	Occupied int64

	Threads int // greatest number of threads, if Memory has room for them; 0: one. A node limit allows only one
}

// NoLimit is a Limits.Left without a limit. It equals fileproto.NoLimit, since mains pass Left on unchanged.
const NoLimit = time.Duration(1<<63 - 1)

// An Engine plays one rule, move after move. It keeps its table between moves, except under a node limit: then no
// earlier move changes an answer.
type Engine struct {
	Params Params // for tools to vary between moves

	rules  *position.RuleTables
	proofs proofTree    // of the latest proven win or loss
	table  *table.Table // nil until there is time to think
	spare  *Job         // a released job, nil if there is none
}

// New returns an engine for rule, which judges by the weights in force. Building the rule's tables takes 1–2 ms.
func New(rule board.Rule) *Engine { return NewWith(rule, nil) }

// NewWith returns an engine for rule that judges by sets where they have the rule's, elsewhere by those in force.
func NewWith(rule board.Rule, sets weights.Sets) *Engine {
	return &Engine{Params: DefaultParams, rules: position.NewRuleTables(rule, sets)}
}

// NewJob returns a job that finds a move for side on b, which it does not change. b needs an empty square. An engine
// has one job at a time.
func (e *Engine) NewJob(b *board.Board, side board.Stone, limits Limits) *Job {
	j := e.spare
	e.spare = nil
	if j == nil {
		j = &Job{engine: e, p: new(position.Position), vcf: new(threat.VCF), vct: new(threat.VCT), worker: new(worker)}
	}
	j.limits, j.moves, j.further = limits, e.movesMade(b, side), (b.Count(board.Empty)+1)/2
	j.limits.Threads = limits.affordableThreads()
	j.p.Setup(b, side, e.rules)
	j.worker.begin(j.p, nil, &e.Params)
	j.worker.stop, j.vcf.Stop, j.vct.Stop = j.givenUp, j.givenUp, j.givenUp
	j.proofs = e.proofsFor(j.p, limits)
	j.Retime(limits)
	return j
}

// proofsFor returns the proof tree for a job at p: the engine's if p is in it, and otherwise a new one. Under a node
// limit no earlier move changes an answer.
func (e *Engine) proofsFor(p *position.Position, limits Limits) proofTree {
	if limits.Nodes != 0 {
		return proofTree{}
	}
	if _, known := e.proofs[p.Now().Key]; !known {
		e.proofs = proofTree{}
	}
	return e.proofs
}

// A Job is one search: its position, its limits and its result.
type Job struct {
	engine  *Engine
	p       *position.Position
	limits  Limits
	moves   int // that the side to move has made
	further int // that it can make at most, this one included
	timeMan atomic.Pointer[timeManager]
	vcf     *threat.VCF
	vct     *threat.VCT
	worker  *worker
	proofs  proofTree // of the answer, if that is proven

	helperNodes atomic.Uint64 // nodes of the other threads
	roots       []rootMove    // moves worth a search, the best first
	best        rootMove      // the last finished answer
	dropped     rootMove      // the dropped move that holds out longest; no line if none was dropped
	settled     bool          // roots[0] needs no search
	forced      bool          // roots[0] is the only sensible move, only its score is searched
	unsure      bool          // a VCF search ran out of nodes
	saves       bool          // the next process can use the table, see Save
	reserve     time.Duration // see Reserve
	saved       []byte        // the bytes that Load got, whose memory Save reuses
	savedTable  []byte        // their entries of the table
	proven      bool          // the proof tree has grown
}

// givenUp lets a browser tell this program its messages, and reports whether Limits.Done is closed.
func (j *Job) givenUp() bool {
	Yield()
	select {
	case <-j.limits.Done:
		return true
	default:
		return false
	}
}

// Deadline returns the latest time for the answer. It has passed if the answer is wanted at once.
func (j *Job) Deadline() time.Time { return j.timeMan.Load().hard }

// Retime replaces the times of the limits. Any goroutine may call it during the search.
func (j *Job) Retime(limits Limits) {
	limits.Left = limits.left(j.moves)
	limits = limits.charged(j.further)
	m := newTimeManager(limits, time.Now())
	j.timeMan.Store(&m)
}

// StaticMove answers within milliseconds from line patterns, forced replies and forced wins, and returns the reason as
// text. The answer is the same on every machine.
func (j *Job) StaticMove() (board.Point, string) {
	if j.follow() {
		return j.answer(), j.staticInfo("")
	}
	reason := j.decideStatic()
	if !j.adopt(j.roots[0]) {
		reason = ""
	}
	return j.answer(), j.staticInfo(reason)
}

// Think searches, and better gets each finished answer. It must be called once, after StaticMove. All that can end it:
//
//	the answer needs no search: follow, completeProof, recall, settled
//	the score of the best move is a proof that no greater depth changes, or the depth is position.Deepest:
//	worker.iterativeDeepening
//	MaxDepth is reached, or the target time is used up: Limits.deepEnough, timeManager.enough
//	nodes (those of searchForced for a forced move) or time (searchUntil) are up, or ctx ends: the worker's stop,
//	see startSearch and worker.countNode; a helper that panics sets it too, see runInBackground
//
// At the hard deadline, see Deadline, the caller's watchdog takes the last answer, even if Think never returns. It does
// so too when the process holds too much memory. See Wait in package watchdog.
func (j *Job) Think(ctx context.Context, better func(board.Point, string)) {
	j.limits.Done = ctx.Done()
	if j.follow() || j.completeProof() {
		better(j.answer(), j.staticInfo(""))
		return
	}
	if j.recall(better) {
		return
	}
	if !j.settled && j.unsure {
		if reason := j.retryVCF(); reason != "" {
			if !j.adopt(j.roots[0]) {
				reason = ""
			}
			better(j.answer(), j.staticInfo(reason))
			if j.completeProof() {
				better(j.answer(), j.staticInfo(reason))
			}
		}
	}
	switch {
	case j.forced && !position.Proves(j.best.score) && j.limits.Nodes == 0:
		if !j.searchForced(ctx, better) {
			return
		}
	case j.settled, j.givenUp():
		return
	}
	j.deepen(ctx, better)
}

// searchForced searches a forced move for its score. It reports whether the search shall go on as that of any other
// move: it does where the move seems to win and no time is saved for later moves. An earlier move may have announced
// the win without a whole proof tree.
func (j *Job) searchForced(ctx context.Context, better func(board.Point, string)) (goOn bool) {
	most := j.limits.MaxNodes
	j.limits.MaxNodes = cmp.Or(min(most, forcedNodes), forcedNodes)
	j.deepen(ctx, better)
	j.limits.MaxNodes = most
	if !j.worker.ended || position.Proves(j.best.score) || j.best.score < forcedWinning || j.timeMan.Load().aim > 0 {
		return false
	}
	j.settled, j.worker.ended = false, false
	j.loadTable()
	return !j.recall(better)
}

// deepen searches deeper and deeper until one of the limits of Think ends it.
func (j *Job) deepen(ctx context.Context, better func(board.Point, string)) {
	defer j.startSearch(ctx, j.deepenHelper)()
	same := 0
	j.worker.iterativeDeepening(j.roots, firstDepth, func(depth int) bool {
		last := j.best
		j.adopt(j.roots[0])
		better(j.answer(), j.infoLine(depth))
		if j.completeProof() {
			better(j.answer(), j.infoLine(depth))
		}
		if same++; j.best.move != last.move {
			same = 0
		}
		drop := last.score - j.best.score
		enough := j.limits.Nodes == 0 && j.timeMan.Load().enough(time.Now(), same, drop)
		return !enough && !j.limits.deepEnough(depth)
	})
	if j.keepToPreferred() || j.resist() {
		better(j.answer(), j.infoLine(j.worker.depth))
	}
}

// startSearch prepares the table and the worker, and starts the helpers with help. The worker then stops when time or
// nodes are up or ctx ends. end ends the helpers.
func (j *Job) startSearch(ctx context.Context, help helperSearch) (end func()) {
	j.engine.prepareTable(j.tableSize())
	w := j.worker
	w.table, w.limit = j.engine.table, cmp.Or(j.limits.Nodes, j.limits.MaxNodes)
	w.evalCache.grow()
	stopped := new(atomic.Bool)
	ignore := context.AfterFunc(ctx, func() { stopped.Store(true) })
	reserve := j.reserve
	if j.saves {
		reserve += saveTime
	}
	var stalls stallDetector
	w.stop = func() bool {
		Yield()
		if stopped.Load() || j.nodesUp() {
			return true
		}
		return j.limits.Nodes == 0 && stalls.timeUp(time.Now(), j.searchUntil(), reserve)
	}
	endHelpers := j.startHelpers(stopped, help)
	return func() {
		endHelpers()
		ignore()
	}
}

// deepEnough reports whether MaxDepth is reached.
func (l Limits) deepEnough(depth int) bool { return l.MaxDepth > 0 && depth >= l.MaxDepth }

// nodes returns the nodes of all threads.
func (j *Job) nodes() uint64 { return j.worker.nodes + j.helperNodes.Load() }

// nodesUp reports whether MaxNodes is reached.
func (j *Job) nodesUp() bool { return j.limits.MaxNodes > 0 && j.nodes() >= j.limits.MaxNodes }

// adopt makes m the answer, with the whole line if its score is a proof. If m is lost, it prefers a dropped move that
// holds out longer. It returns whether it took m.
func (j *Job) adopt(m rootMove) bool {
	longer := j.dropped.line != nil && m.score <= -position.SureScore && m.score < j.dropped.score
	if longer {
		m = j.dropped
	}
	j.best = m
	j.best.line = slices.Clone(m.line) // the search reuses the memory of its lines
	if position.Proves(m.score) {
		j.best = j.extendPV(j.best, 0)
	} else {
		j.best.score -= m.bonus
	}
	return !longer
}

// staticOnly reports whether the limits leave no time for a search.
func (j *Job) staticOnly() bool {
	m := j.timeMan.Load()
	return j.limits.Nodes == 0 && !m.soft.After(m.start)
}

// Score returns the score of the last answer for its side, on the scale of Weights, and whether it is a proof. An
// opening move has 0. If the search ended just after it failed low, the score is at most that bound.
func (j *Job) Score() (score int, sure bool) {
	if position.Proves(j.best.score) {
		return j.best.score, true
	}
	return min(j.best.score, j.worker.upperBound), false
}

// Release gives the memory of a finished job to the engine's next job, which finds it as if it were new. New memory
// would take two fifths of the time of a search of a thousand nodes. The job must not be used any more. Release is for
// tools: a job that was abandoned when its time was up must not be released.
func (j *Job) Release() {
	spare := &Job{engine: j.engine, p: j.p, vcf: j.vcf, vct: j.vct, worker: j.worker}
	*spare.p = position.Position{}
	*spare.vcf = threat.VCF{}
	*spare.vct = threat.VCT{}
	spare.worker.clear()
	j.engine.spare = spare
}

func (j *Job) answer() board.Point { return j.p.Point(j.best.move) }
