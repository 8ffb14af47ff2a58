package screen

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/stats"
	"tahoun/scripts/tune/selfmatch"
	"tahoun/search"
)

// simulated returns scales on which the first change is worth 100 Elo, the second -50 and the third nothing.
func simulated(seed uint64) *experiment {
	worth := func(p search.Params) (elo float64) {
		if p.RFPMargin == 61 {
			elo += 100
		}
		if p.Countermove == 99 {
			elo -= 50
		}
		return elo
	}
	changes := []change{
		{text: "RFPMargin=61,RazorMargin=81", numbers: selfmatch.Change{{Name: "RFPMargin", Value: 61}, {Name: "RazorMargin", Value: 81}}},
		{text: "Countermove=99", numbers: selfmatch.Change{{Name: "Countermove", Value: 99}}},
		{text: "History=129", numbers: selfmatch.Change{{Name: "History", Value: 129}}},
	}
	return &experiment{changes: changes, seed: seed,
		play: func(_ context.Context, a, b search.Params, seed uint64) (p stats.Pairs, _ error) {
			rng := rand.New(rand.NewPCG(seed, 99))
			var won [2]float64
			for i := range won {
				if rng.Float64() < stats.Score(worth(a)-worth(b)) {
					won[i] = 1
				}
			}
			p.Add(won[0], won[1])
			return p, nil
		}}
}

func TestScalesFindWhatChangesAreWorth(t *testing.T) {
	for seed := range uint64(5) {
		s, done := simulated(seed), 0
		require.NoError(t, s.run(t.Context(), 3, 4000, func(n int) {
			done++
			assert.Equal(t, done, n)
		}))
		assert.Equal(t, 4000, done)
		for i, elo := range []float64{100, -50, 0} {
			e := s.changes[i].pairs.Elo()
			assert.InDelta(t, elo, e.Value, 1.6*e.Bar, "seed %d, change %d", seed, i)
			assert.Less(t, e.Bar, 10.0)
		}
		var order []string
		for _, c := range s.ranking() {
			order = append(order, c.text)
		}
		assert.Equal(t, []string{"RFPMargin=61,RazorMargin=81", "History=129", "Countermove=99"}, order)
	}
}

func TestThreadsChangeNoLot(t *testing.T) {
	one, many := simulated(7), simulated(7)
	require.NoError(t, one.run(t.Context(), 1, 100, func(int) {}))
	require.NoError(t, many.run(t.Context(), 4, 100, func(int) {}))
	assert.Equal(t, one.changes, many.changes)
}

// Each change belongs to one side, whole, by lots that do not depend on each other.
func TestDraw(t *testing.T) {
	s := simulated(1)
	seen := map[[3]int]int{}
	for pair := range 800 {
		sides, p := s.assign(pair)
		seen[[3]int(sides)]++
		with, without := &p[sides[0]], &p[1-sides[0]]
		assert.Equal(t, [2]int{61, 81}, [2]int{with.RFPMargin, with.RazorMargin})
		assert.Equal(t, [2]int{search.DefaultParams.RFPMargin, search.DefaultParams.RazorMargin}, [2]int{without.RFPMargin, without.RazorMargin})
		assert.Equal(t, 99, p[sides[1]].Countermove)
		assert.Equal(t, search.DefaultParams.Countermove, p[1-sides[1]].Countermove)
	}
	assert.Len(t, seen, 8)
	for sides, n := range seen {
		assert.InDelta(t, 100, n, 40, "%v", sides)
	}
}

func TestPairsThatFailCountNothing(t *testing.T) {
	s, broken := simulated(1), errors.New("broken")
	play := s.play
	s.play = func(ctx context.Context, a, b search.Params, seed uint64) (stats.Pairs, error) {
		if seed%4 == 0 {
			return stats.Pairs{4: 1}, broken
		}
		return play(ctx, a, b, seed)
	}
	assert.ErrorIs(t, s.run(t.Context(), 2, 40, func(int) {}), broken)
	assert.Equal(t, 30, s.pairs())
}
