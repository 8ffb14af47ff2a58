package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// bestByTrial is the slow twin of likeliestMean and likeliestRatio: it changes a distribution at random, tilts it until
// its statistic has the value, and keeps it if it makes the frequencies likelier.
func bestByTrial(rng *rand.Rand, h histogram, statistic func([]float64) float64, value float64) float64 {
	tilted := func(p []float64, by float64) []float64 {
		q, sum := make([]float64, len(p)), 0.0
		for i := range p {
			q[i] = p[i] * math.Exp(by*h.score(i))
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		return q
	}
	best, p := math.Inf(-1), h.freq
	for range 3000 {
		q := slices.Clone(p)
		q[rng.IntN(len(q))] *= math.Exp(rng.NormFloat64() * math.Exp(-9*rng.Float64()))
		low, high := -60.0, 60.0
		for range 60 {
			if middle := (low + high) / 2; statistic(tilted(q, middle)) < value {
				low = middle
			} else {
				high = middle
			}
		}
		q = tilted(q, low)
		likelihood := 0.0
		for i, f := range h.freq {
			likelihood += f * math.Log(q[i])
		}
		if likelihood > best {
			best, p = likelihood, q
		}
	}
	return best
}

// TestLikeliestByTrial: no distribution with the mean, or with the ratio, makes the frequencies likelier.
func TestLikeliestByTrial(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 12 {
		counts := make([]int, 5)
		for i := range counts {
			counts[i] = int(math.Exp(7*rng.Float64())) - 1
		}
		if n%3 == 0 {
			counts[1], counts[3] = 0, 0 // without draws
		}
		if n%4 == 0 {
			counts[0] = 0
		}
		h := newHistogram(counts...)
		mean := func(p []float64) float64 { m, _ := h.moments(p); return m }
		ratio := func(p []float64) float64 { m, d := h.moments(p); return (m - 0.5) / d }
		for _, tt := range []struct {
			statistic func([]float64) float64
			likeliest func(float64) []float64
			value     float64
		}{
			{mean, h.likeliestMean, 0.2 + 0.6*rng.Float64()},
			{ratio, h.likeliestRatio, 1.6 * (rng.Float64() - 0.5)},
		} {
			p := tt.likeliest(tt.value)
			sum, likelihood := 0.0, 0.0
			for i, f := range h.freq {
				sum += p[i]
				likelihood += f * math.Log(p[i])
			}
			assert.InDelta(t, 1, sum, 1e-9)
			assert.InDelta(t, tt.value, tt.statistic(p), 1e-9, "%v", counts)
			assert.InDelta(t, bestByTrial(rng, h, tt.statistic, tt.value), likelihood, 1e-4, "%v, %v", counts, tt.value)
		}
	}
}

// TestLikeliestOfExtremes: the repetition ends at a distribution with the ratio, also where every pair had one result.
func TestLikeliestOfExtremes(t *testing.T) {
	for _, counts := range [][]int{
		{0, 0, 0, 0, 1}, {0, 0, 0, 0, 60}, {100000, 0, 0, 0, 0}, {0, 0, 1000, 0, 0}, {1, 0, 0, 0, 60}, {60, 0, 0, 0, 1},
		{0, 7, 0, 0, 0}, {0, 0, 0, 9000, 0}, {3, 5, 80, 7, 9}, {1, 1, 1, 1, 1}, {5000, 1, 0, 1, 5000},
	} {
		h := newHistogram(counts...)
		for elo := -mostNormalized; elo <= mostNormalized; elo += 25 {
			p := h.likeliestRatio(float64(elo) / perDeviation)
			mean, deviation := h.moments(p)
			assert.InDelta(t, elo, perDeviation*(mean-0.5)/deviation, 1e-4, "%v", counts)
			for _, v := range p {
				assert.Positive(t, v, "%v", counts)
			}
		}
	}
}
