package selfplay

import (
	"context"
	"sync"
	"sync/atomic"

	"tahoun/scripts/tune/dataset"
)

// playFrom plays the shard's games from the n-th on, several at once, and calls keep in their order. It ends when keep
// returns false or ctx ends, and drops unfinished games.
func (o options) playFrom(ctx context.Context, n int, keep func(dataset.Game) bool) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var begun atomic.Int64 // games
	begun.Store(int64(n))
	early := map[int]dataset.Game{} // ended before their turn
	var lock sync.Mutex             // over n, early and the calls of keep
	ended := func(i int, g dataset.Game) {
		lock.Lock()
		defer lock.Unlock()
		early[i] = g
		for g, there := early[n]; there && ctx.Err() == nil; g, there = early[n] {
			delete(early, n)
			n++
			if !keep(g) {
				stop()
			}
		}
	}
	var workers sync.WaitGroup
	for range o.threads {
		workers.Go(func() {
			p := newPlayer(o)
			for ctx.Err() == nil {
				i := int(begun.Add(1)) - 1
				if g, err := p.play(ctx, o.shard.Nth(i)); err == nil {
					ended(i, g)
				}
			}
		})
	}
	workers.Wait()
}
