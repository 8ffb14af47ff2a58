package search

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

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
