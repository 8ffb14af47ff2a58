package parallel_test

import (
	"cmp"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/parallel"
)

func TestEach(t *testing.T) { spreads(t, parallel.Each) }

func TestOver(t *testing.T) {
	spreads(t, func(threads, n int, work func(i int)) {
		parallel.Over(threads, func(yield func(int) bool) {
			for i := range n {
				if !yield(i) {
					return
				}
			}
		}, work)
	})
}

func spreads(t *testing.T, each func(threads, n int, work func(i int))) {
	for _, threads := range []int{0, 1, 3} {
		for _, n := range []int{0, 1, 2, 100} {
			calls := make([]atomic.Int32, n)
			var running, most atomic.Int32
			each(threads, n, func(i int) {
				now := running.Add(1)
				for was := most.Load(); now > was && !most.CompareAndSwap(was, now); was = most.Load() {
				}
				calls[i].Add(1)
				running.Add(-1)
			})
			for i := range calls {
				assert.EqualValues(t, 1, calls[i].Load(), "%d threads, call %d of %d", threads, i, n)
			}
			assert.LessOrEqual(t, int(most.Load()), cmp.Or(threads, runtime.GOMAXPROCS(0)))
			assert.Zero(t, running.Load())
		}
	}
}
