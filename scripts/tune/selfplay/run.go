package selfplay

import (
	"context"
	"sync"
	"sync/atomic"

	"tahoun/scripts/tune/dataset"
)

// A numbered is a game with its place in the file, from 0.
type numbered struct {
	n    int
	game dataset.Game
}

// playFrom plays the shard's games from the n-th on, several at once, and calls keep in their order. It ends when keep
// returns false or ctx ends, and drops unfinished games.
func (o options) playFrom(ctx context.Context, n int, keep func(dataset.Game) bool) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	early := map[int]dataset.Game{} // ended before their turn
	for p := range o.playAll(ctx, n) {
		early[p.n] = p.game
		for g, there := early[n]; there && ctx.Err() == nil; g, there = early[n] {
			delete(early, n)
			n++
			if !keep(g) {
				stop()
			}
		}
	}
}

// playAll plays the shard's games from the n-th on until ctx ends. It sends them as they end, and closes the channel
// when no more will come.
func (o options) playAll(ctx context.Context, n int) <-chan numbered {
	played := make(chan numbered)
	var next atomic.Int64
	next.Store(int64(n))
	var workers sync.WaitGroup
	for range o.threads {
		workers.Go(func() {
			p := newPlayer(o)
			for ctx.Err() == nil {
				n := int(next.Add(1)) - 1
				if g, err := p.play(ctx, o.shard.Nth(n)); err == nil {
					played <- numbered{n, g}
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(played)
	}()
	return played
}
