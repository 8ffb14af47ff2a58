package match

import (
	"context"
	"errors"
	"sync"

	"tahoun/scripts/arena/game"
)

// A Run plays games, several at once. Its callbacks are never called at the same time.
type Run struct {
	Terms    Terms
	Pairings []Pairing
	Seats    []Seat             // by the numbers in Pairings
	Jobs     int                // games at once; less than 1: one
	Moved    func(*game.Game)   // after a move, the last of Moves; may be nil
	Finished func(*game.Game)   // after a game that counts; may be nil
	Enough   func() (stop bool) // asked after Finished: whether the rest need not be played; may be nil
}

// Play plays until all is played, Enough says so, or ctx ends; games that run then are broken off. An error
// is the manager's failure; it ends the run as well.
func (r Run) Play(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var (
		todo   = make(chan Pairing)
		lock   sync.Mutex // guards the callbacks and failed
		failed error
		all    sync.WaitGroup
	)
	for range max(1, r.Jobs) {
		all.Go(func() {
			for p := range todo {
				g, err := Play(ctx, r.Terms, p, r.Seats[p.X], r.Seats[p.O], func(g *game.Game) {
					lock.Lock()
					defer lock.Unlock()
					if r.Moved != nil {
						r.Moved(g)
					}
				})
				lock.Lock()
				if err != nil {
					failed = errors.Join(failed, err)
					stop()
				} else if g.Finished() {
					r.finish(g, stop)
				}
				lock.Unlock()
			}
		})
	}
	r.feed(ctx, todo)
	close(todo)
	all.Wait()
	return failed
}

func (r Run) finish(g *game.Game, stop func()) {
	if r.Finished != nil {
		r.Finished(g)
	}
	if r.Enough != nil && r.Enough() {
		stop()
	}
}

// feed hands the games out in order.
func (r Run) feed(ctx context.Context, todo chan<- Pairing) {
	for _, p := range r.Pairings {
		select {
		case <-ctx.Done():
			return
		case todo <- p:
		}
	}
}
