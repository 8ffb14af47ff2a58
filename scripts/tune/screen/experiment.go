package screen

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/internal/stats"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

// A change is some parameters of the search, and the results of the sides that had them.
type change struct {
	text    string // as it was given
	numbers selfmatch.Change
	pairs   stats.Pairs // points of the side that had the change
}

// An experiment measures changes by pairs of games. It assigns the changes of a pair independently of each other, so
// that the others are noise to each change, which its interval includes.
type experiment struct {
	changes []change
	seed    uint64

	// play plays a pair of games between parameters a and b, and returns a's points.
	play func(ctx context.Context, a, b search.Params, seed uint64) (stats.Pairs, error)
}

// run plays so many pairs, as many at once as there are threads (less than 1: cores), and reports each. Random choices
// depend on seed and pair alone.
func (e *experiment) run(ctx context.Context, threads, pairs int, played func(done int)) error {
	var lock sync.Mutex
	var failed error
	parallel.Each(threads, pairs, func(pair int) {
		sides, params := e.assign(pair)
		points, err := e.play(ctx, params[0], params[1], e.seed<<32+uint64(pair))
		lock.Lock()
		defer lock.Unlock()
		if err != nil {
			failed = cmp.Or(failed, err)
			return
		}
		e.count(sides, points)
		played(e.pairs())
	})
	return failed
}

// assign gives each change at random to one of the two sides of a pair of games, and returns the parameters of both.
func (e *experiment) assign(pair int) (sides []int, params [2]search.Params) {
	rng := rand.New(rand.NewPCG(e.seed, uint64(pair)))
	params = [2]search.Params{search.DefaultParams, search.DefaultParams}
	for _, c := range e.changes {
		side := rng.IntN(2)
		sides = append(sides, side)
		c.numbers.Apply(&params[side])
	}
	return sides, params
}

// count adds a pair of games in which side 0 had these points.
func (e *experiment) count(sides []int, points stats.Pairs) {
	mirrored := points
	slices.Reverse(mirrored[:])
	views := [2]stats.Pairs{points, mirrored}
	for i := range e.changes {
		for n, pairs := range views[sides[i]] {
			e.changes[i].pairs[n] += pairs
		}
	}
}

// pairs returns how many were played.
func (e *experiment) pairs() int { return e.changes[0].pairs.Len() }

// ranking returns the changes, the best first.
func (e *experiment) ranking() []change {
	return slices.SortedStableFunc(slices.Values(e.changes), func(a, b change) int {
		return cmp.Compare(b.pairs.Score(), a.pairs.Score())
	})
}
