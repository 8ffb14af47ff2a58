package factors

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"tahoun/scripts/arena/stats"
	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/tune/spar"
	"tahoun/search"
)

// A change is some numbers of the search, and what became of those who had them.
type change struct {
	text    string // as it was given
	numbers spar.Change
	pairs   stats.Pairs // points of the side that had the change
}

// Scales weigh changes by pairs of games. The lots of a pair are independent of each other, so that what the others do is
// noise to each change, which its interval knows.
type scales struct {
	changes []change
	seed    uint64
	play    player
}

// A player lets numbers a and b play a pair of games, and returns a's points.
type player func(ctx context.Context, a, b search.Params, seed uint64) (stats.Pairs, error)

// run plays so many pairs, as many at once as there are threads (less than 1: cores), and tells of each. What lots decide
// depends on seed and pair alone.
func (s *scales) run(ctx context.Context, threads, pairs int, played func(done int)) error {
	var lock sync.Mutex
	var failed error
	parallel.Each(threads, pairs, func(pair int) {
		sides, params := s.draw(pair)
		points, err := s.play(ctx, params[0], params[1], s.seed<<32+uint64(pair))
		lock.Lock()
		defer lock.Unlock()
		if err != nil {
			failed = cmp.Or(failed, err)
			return
		}
		s.count(sides, points)
		played(s.pairs())
	})
	return failed
}

// draw says by lot which side has each change in a pair of games, and what numbers the two sides have then.
func (s *scales) draw(pair int) (sides []int, params [2]search.Params) {
	rng := rand.New(rand.NewPCG(s.seed, uint64(pair)))
	params = [2]search.Params{search.DefaultParams, search.DefaultParams}
	for _, c := range s.changes {
		side := rng.IntN(2)
		sides = append(sides, side)
		c.numbers.Apply(&params[side])
	}
	return sides, params
}

// count adds a pair in which side 0 had these points.
func (s *scales) count(sides []int, points stats.Pairs) {
	mirrored := points
	slices.Reverse(mirrored[:])
	views := [2]stats.Pairs{points, mirrored}
	for i := range s.changes {
		for n, pairs := range views[sides[i]] {
			s.changes[i].pairs[n] += pairs
		}
	}
}

// pairs returns how many were played.
func (s *scales) pairs() int { return s.changes[0].pairs.Len() }

// ranking returns the changes, the best first.
func (s *scales) ranking() []change {
	return slices.SortedStableFunc(slices.Values(s.changes), func(a, b change) int {
		return cmp.Compare(b.pairs.Score(), a.pairs.Score())
	})
}
