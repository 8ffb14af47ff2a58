package search

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// A searcher is one search of one position by one thread.
type worker struct {
	p      *position
	table  *table
	params *Params
	nodes  uint64
	limit  uint64      // nodes at most, 0: no limit
	stop   func() bool // asked once in a while: is time up?
	ended  bool        // one of the two has said so

	depth     int // of the iteration
	selective int // its deepest ply
	atMost    int // what the root is worth at the most, where the search has ended after a window was found too high

	history      history
	contHist     continuationHistory
	countermoves [2][1 << cellBits]cell // the move that once refuted the opponent's last
	evalCache    evalCache              // of the latest positions
	touched      [1 << cellBits]uint8   // scratch of rankAll
	moves        []scoredMove           // a stack of move lists
	cells        []cell                 // scratch of list and listRest: moves before they are ranked
	pvs          [deepest + 2][]cell    // best continuation by ply from 1 on: root puts its own move before that
}

func newWorker(p *position, t *table, params *Params) *worker {
	s := new(worker)
	s.begin(p, t, params)
	s.evalCache.grow()
	return s
}

// begin makes s, which is zero or cleared, a search of p.
func (w *worker) begin(p *position, t *table, params *Params) {
	w.p, w.table, w.params, w.atMost = p, t, params, infinite
	w.evalCache.reset()
	if w.moves == nil {
		const longest = deepest + 2
		w.moves = make([]scoredMove, 0, 1<<16)
		all := make([]cell, longest*longest)
		for i := range w.pvs {
			w.pvs[i] = all[i*longest : i*longest : (i+1)*longest]
		}
	}
	w.cells = slices.Grow(w.cells, p.cells+64)
	for side := range w.countermoves {
		for c := range w.countermoves[side][:p.cells] {
			w.countermoves[side][c] = noCell
		}
	}
}

// clear leaves nothing of a search but memory for lists.
func (w *worker) clear() {
	moves, cells, lines := w.moves[:0], w.cells[:0], w.pvs
	*w = worker{}
	w.moves, w.cells, w.pvs = moves, cells, lines
}

// checkEvery is how many nodes pass between two looks at the clock: about a millisecond.
const checkEvery = 1024

// visit counts a node and tells whether the search has to end.
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

// play plays c.
func (w *worker) make(c cell) {
	w.evalCache.prefetch(w.p.keyAfter(c))
	w.p.make(c)
}

// firstDepth is how deep the first iteration looks.
const firstDepth = 2

// startHelpers lets the other threads that the limits allow search the same moves, each by itself, every
// other one a ply ahead. They share the transposition table and nothing else (Lazy SMP): what one has
// stored there spares the others work, above all the first one, whose answers count. end stops them. A
// node limit is kept by one thread alone.
func (j *Job) startHelpers(stopped *atomic.Bool) (end func()) {
	var work []func()
	if j.limits.Nodes == 0 {
		for i := 1; i < j.limits.Threads; i++ {
			s, moves := j.newHelper(stopped), cloneRoots(j.roots)
			work = append(work, func() { s.iterativeDeepening(moves, firstDepth+i&1, func(int) bool { return true }) })
		}
	}
	return aside(stopped, work)
}

// aside starts each piece of work in a goroutine of its own. end sets stopped, waits for them, and
// panics if one of them has: in the goroutine whose panics are caught.
func aside(stopped *atomic.Bool, work []func()) (end func()) {
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

// helper returns a searcher that counts its nodes into t.helped, as many as have passed each time that it asks whether
// to stop.
func (j *Job) newHelper(stopped *atomic.Bool) *worker {
	s := newWorker(j.p.clone(), j.engine.table, &j.engine.Params)
	s.stop = func() bool {
		helped := j.helperNodes.Add(checkEvery)
		return stopped.Load() || j.limits.MaxNodes > 0 && helped >= j.limits.MaxNodes
	}
	return s
}

func cloneRoots(moves []rootMove) []rootMove {
	moves = slices.Clone(moves)
	for i := range moves {
		moves[i].line = nil
	}
	return moves
}
