// Package parallel spreads work over the cores.
package parallel

import (
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls work for 0 to n-1, up to threads calls at once, each as soon as a thread is free, and returns when all
// have ended. Less than 1 thread means one for each core.
func Each(threads, n int, work func(i int)) {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	workers.Wait()
}

// Over calls a function for each element of a sequence, as Each does for numbers. It takes one before a thread is free.
func Over[T any](threads int, all iter.Seq[T], work func(T)) {
	if threads < 1 {
		threads = runtime.GOMAXPROCS(0)
	}
	queue := make(chan T)
	var workers sync.WaitGroup
	for range threads {
		workers.Go(func() {
			for one := range queue {
				work(one)
			}
		})
	}
	for one := range all {
		queue <- one
	}
	close(queue)
	workers.Wait()
}
