// Package parallel spreads work that has numbers over the cores.
package parallel

import (
	"sync"
	"sync/atomic"
)

// Each calls work for 0 to n-1, up to threads calls at once, each as soon as a thread is free, and returns when all
// have ended.
func Each(threads, n int, work func(i int)) {
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
