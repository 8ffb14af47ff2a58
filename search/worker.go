package search

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"tahoun/search/position"
	"tahoun/search/table"
)

// A worker searches one position in one thread.
type worker struct {
	p      *position.Position
	table  *table.Table
	params *Params
	nodes  uint64
	limit  uint64      // most nodes, 0: no limit
	stop   func() bool // reports whether time is up; called every checkEvery nodes
	ended  bool        // the search must end

	depth      int // of the iteration
	selective  int // its deepest ply
	upperBound int // upper bound of the root's score, if the search ended after it failed low

	history      history
	contHist     continuationHistory
	countermoves [2][1 << position.CellBits]position.Cell // the move that refuted the opponent's last move
	evalCache    evalCache                                // evaluations of the latest positions
	recent       [1 << position.CellBits]uint8            // scratch of scoreMoves
	moves        []scoredMove                             // a stack of move lists
	cells        []position.Cell                          // scratch of list and listRest: moves before they are scored
	pvs          [position.Deepest + 2][]position.Cell    // principal variations by ply; ply 0 is rootSearch's
}

func newWorker(p *position.Position, t *table.Table, params *Params) *worker {
	w := new(worker)
	w.begin(p, t, params)
	w.evalCache.grow()
	return w
}

// begin makes w, which must be zero or cleared, a search of p.
func (w *worker) begin(p *position.Position, t *table.Table, params *Params) {
	w.p, w.table, w.params, w.upperBound = p, t, params, position.Infinite
	w.evalCache.reset()
	if w.moves == nil {
		const longest = position.Deepest + 2
		w.moves = make([]scoredMove, 0, 1<<16)
		all := make([]position.Cell, longest*longest)
		for i := range w.pvs {
			w.pvs[i] = all[i*longest : i*longest : (i+1)*longest]
		}
	}
	w.cells = slices.Grow(w.cells, p.Cells+64)
	for side := range w.countermoves {
		for c := range w.countermoves[side][:p.Cells] {
			w.countermoves[side][c] = position.NoCell
		}
	}
}

// clear resets w but keeps the memory of its lists.
func (w *worker) clear() {
	moves, cells, lines := w.moves[:0], w.cells[:0], w.pvs
	*w = worker{}
	w.moves, w.cells, w.pvs = moves, cells, lines
}

// countNode counts a node and reports whether the search must end.
func (w *worker) countNode() bool {
	if w.ended {
		return true
	}
	w.nodes++
	if w.limit != 0 && w.nodes >= w.limit || w.nodes%checkEvery == 0 && w.stop != nil && w.stop() {
		w.ended = true
	}
	return w.ended
}

// make plays c.
func (w *worker) make(c position.Cell) {
	w.evalCache.prefetch(w.p.KeyAfter(c))
	w.p.Make(c)
}

// firstDepth is the depth of the first iteration.
const firstDepth = 2

// A helperSearch returns the search of another thread, from a first depth on. It copies the moves to search before it
// returns.
type helperSearch func(w *worker, first int) (search func())

// deepenHelper is the helperSearch for the best of the job's root moves.
func (j *Job) deepenHelper(w *worker, first int) func() {
	moves := cloneRoots(j.roots)
	return func() { w.iterativeDeepening(moves, first, goOn) }
}

// goOn lets a helper search deeper and deeper.
func goOn(int) bool { return true }

// startHelpers lets the other threads that the limits allow search the same moves, every other one a ply deeper (Lazy
// SMP). The threads share only the transposition table: entries of one save work to the others, above all to the first,
// whose answers count. end stops them. With a node limit there are no helpers.
func (j *Job) startHelpers(stopped *atomic.Bool, help helperSearch) (end func()) {
	var work []func()
	if j.limits.Nodes == 0 {
		for i := 1; i < j.limits.Threads; i++ {
			work = append(work, help(j.newHelper(stopped), firstDepth+i&1))
		}
	}
	return runInBackground(stopped, work)
}

// runInBackground runs each function in a goroutine of its own. end sets stopped and waits for them. If one has
// panicked, end panics too, in the goroutine whose panics are caught.
func runInBackground(stopped *atomic.Bool, work []func()) (end func()) {
	var running sync.WaitGroup
	var broke atomic.Value
	for _, w := range work {
		running.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					broke.Store(fmt.Sprint(r))
					stopped.Store(true)
				}
			}()
			w()
		})
	}
	return func() {
		stopped.Store(true)
		running.Wait()
		if r := broke.Load(); r != nil {
			panic(r)
		}
	}
}

// newHelper returns a worker that adds its nodes to j.helperNodes each time it checks whether to stop.
func (j *Job) newHelper(stopped *atomic.Bool) *worker {
	w := newWorker(j.p.Clone(), j.engine.table, &j.engine.Params)
	w.stop = func() bool {
		helped := j.helperNodes.Add(checkEvery)
		return stopped.Load() || j.limits.MaxNodes > 0 && helped >= j.limits.MaxNodes
	}
	return w
}

func cloneRoots(moves []rootMove) []rootMove {
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].line = nil
	}
	return moves
}
