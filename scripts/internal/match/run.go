package match

import (
	"context"
	"errors"
	"iter"
	"sync"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/parallel"
)

// A Run plays games, several at once. Its callbacks are never called at the same time.
type Run struct {
	Terms        Terms
	Pairings     iter.Seq[Pairing]
	Participants []Participant      // by the numbers in Pairings
	Jobs         int                // games at once; less than 1: one for each core
	Moved        func(*game.Game)   // after a move, the last of Moves; may be nil
	Finished     func(*game.Game)   // after a game that counts; may be nil
	Enough       func() (stop bool) // called after Finished; true ends the run; may be nil
}

// Play plays until all games are finished, Enough returns true, or ctx ends; then it breaks off the running games. An
// error is the manager's failure, and ends the run as well.
func (r Run) Play(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var lock sync.Mutex // guards the callbacks and failed
	var failed error
	onMove := func(g *game.Game) {
		lock.Lock()
		defer lock.Unlock()
		if r.Moved != nil {
			r.Moved(g)
		}
	}
	wanted := func(yield func(Pairing) bool) {
		for p := range r.Pairings {
			if ctx.Err() != nil || !yield(p) {
				return
			}
		}
	}
	parallel.Over(r.Jobs, wanted, func(p Pairing) {
		if ctx.Err() != nil {
			return
		}
		g, err := Play(ctx, r.Terms, p, r.Participants[p.X], r.Participants[p.O], onMove)
		lock.Lock()
		defer lock.Unlock()
		if err != nil {
			failed = errors.Join(failed, err)
			stop()
			return
		}
		if g.Finished() && r.Finished != nil {
			r.Finished(g)
		}
		if g.Finished() && r.Enough != nil && r.Enough() {
			stop()
		}
	})
	return failed
}
