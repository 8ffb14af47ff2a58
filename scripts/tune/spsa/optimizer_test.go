package spsa

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/stats"
	"tahoun/search"
)

// simulated returns an optimizer on which the engine whose RFPMargin is nearer to 100 and whose LMPMoves is nearer to 8
// wins the more games: by chance, eight pairs a round.
func simulated(seed uint64) *optimizer {
	rng := rand.New(rand.NewPCG(seed, 99))
	worth := func(p search.Params) float64 {
		return -math.Pow(float64(p.RFPMargin-100)/20, 2) - math.Pow(float64(p.LMPMoves-8)/2, 2)
	}
	return &optimizer{
		params: []parameter{{"RFPMargin", 60, 10}, {"LMPMoves", 4, 1}},
		rounds: 400, gain: 0.3, seed: seed,
		play: func(_ context.Context, up, down search.Params, _ int) (stats.Pairs, error) {
			var p stats.Pairs
			better := stats.Score(20 * (worth(up) - worth(down)))
			for range 8 {
				p.Add(won(rng, better), won(rng, better))
			}
			return p, nil
		},
	}
}

func won(rng *rand.Rand, chance float64) float64 {
	if rng.Float64() < chance {
		return 1
	}
	return 0
}

func TestClimbFindsTheTop(t *testing.T) {
	for seed := range uint64(5) {
		c, rounds := simulated(seed), 0
		require.NoError(t, c.run(t.Context(), func(round int) {
			assert.Equal(t, rounds, round)
			rounds++
		}))
		assert.Equal(t, 400, rounds)
		assert.InDelta(t, 100, c.params[0].value, 12)
		assert.InDelta(t, 8, c.params[1].value, 1.5)
	}
}

func TestClimbIsTheSameAgain(t *testing.T) {
	a, b := simulated(7), simulated(7)
	require.NoError(t, a.run(t.Context(), func(int) {}))
	require.NoError(t, b.run(t.Context(), func(int) {}))
	assert.Equal(t, a.params, b.params)
}

// In round k of n the step is step*(n/k)^0.101 and the gain gain*((A+n)/(A+k))^0.602 with A = n/10, to either side by
// lot.
func TestStepAndGain(t *testing.T) {
	for _, tt := range []struct {
		round      int // from 0
		step, move float64
	}{
		{9, 100, 30},
		{0, 126.1828, 0.3 * 2.7906 * 126.1828}, // 10^0.101, 5.5^0.602
	} {
		ways := map[float64]int{}
		for seed := range uint64(20) {
			c := &optimizer{params: []parameter{{"RFPMargin", 500, 100}}, rounds: 10, gain: 0.3, seed: seed}
			way := 1.0
			c.play = func(_ context.Context, up, down search.Params, _ int) (stats.Pairs, error) {
				if up.RFPMargin < down.RFPMargin {
					way = -1
				}
				assert.InDelta(t, 500+way*tt.step, up.RFPMargin, 1)
				assert.InDelta(t, 500-way*tt.step, down.RFPMargin, 1)
				return stats.Pairs{4: 8}, nil
			}
			require.NoError(t, c.round(t.Context(), tt.round))
			assert.InDelta(t, 500+way*tt.move, c.params[0].value, 0.05)
			ways[way]++
		}
		assert.Len(t, ways, 2)
	}
}

func TestClimbStaysWhereNothingMatters(t *testing.T) {
	c := simulated(1)
	c.play = func(context.Context, search.Params, search.Params, int) (stats.Pairs, error) {
		return stats.Pairs{0, 0, 8, 0, 0}, nil
	}
	require.NoError(t, c.run(t.Context(), func(int) {}))
	assert.Equal(t, "RFPMargin=60,LMPMoves=4", c.text())
}

func TestClimbEndsWithItsGames(t *testing.T) {
	c, broken := simulated(1), errors.New("broken")
	c.play = func(context.Context, search.Params, search.Params, int) (stats.Pairs, error) {
		return stats.Pairs{}, broken
	}
	assert.ErrorIs(t, c.run(t.Context(), func(int) { t.Error("no round is over") }), broken)
}

func TestWholeIsRightOnTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	sum := 0
	for range 10_000 {
		sum += stochasticRound(3.3, rng.Float64())
	}
	assert.InDelta(t, 33_000, sum, 300)
	assert.Equal(t, 1, stochasticRound(-5, 0.5))
}
