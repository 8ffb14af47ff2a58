package stats

import (
	"math"
	"slices"
)

// A histogram has the observed frequencies of the scores from 0 to 1, at equal distances.
type histogram struct {
	freq  []float64
	total float64 // observations
}

// floorCount replaces a count of zero: the likelihood needs every score to be possible. The value is
// Fishtest's.
const floorCount = 1e-3

func newHistogram(counts ...int) histogram {
	h := histogram{freq: make([]float64, len(counts))}
	for i, n := range counts {
		h.freq[i] = max(float64(n), floorCount)
		h.total += h.freq[i]
	}
	for i := range h.freq {
		h.freq[i] /= h.total
	}
	return h
}

func (h histogram) score(i int) float64 { return float64(i) / float64(len(h.freq)-1) }

func (h histogram) ratio(p0, p1 []float64) float64 {
	sum := 0.0
	for i, f := range h.freq {
		sum += f * math.Log(p1[i]/p0[i])
	}
	return h.total * sum
}

// likeliest returns the distribution p with sum p d = 0 that makes the frequencies likeliest, where d has values on
// both sides of 0. It is
//
//	p = f / (1 + t d),   t such that   sum f d / (1 + t d) = 0
//
// This sum falls steadily in t, from +∞ to -∞ between the two values of t where a probability would become infinite, so
// halving finds its zero. Source: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
// of a distribution".
func (h histogram) likeliest(d []float64) []float64 {
	p := make([]float64, len(d))
	for low, high := -1/slices.Max(d), -1/slices.Min(d); ; {
		t, sum := low+(high-low)/2, 0.0
		for i, f := range h.freq {
			p[i] = f / (1 + t*d[i])
			sum += p[i] * d[i]
		}
		switch {
		case t <= low || t >= high: // neighbours
			return p
		case sum > 0:
			low = t
		default:
			high = t
		}
	}
}

// likeliestMean returns the likeliest distribution with that mean, between 0 and 1. With it Fishtest computes its
// "logistic (exact)" value.
func (h histogram) likeliestMean(mean float64) []float64 {
	d := make([]float64, len(h.freq))
	for i := range d {
		d[i] = h.score(i) - mean
	}
	return h.likeliest(d)
}

// likeliestRatio returns the likeliest distribution in which the mean's distance from ½ is that many deviations. At the
// solution the derivative of this distance is 0 in all directions that the condition leaves; so it is likeliest with
// sum p d = 0 for a d that depends on its own mean μ and deviation σ,
//
//	d = x - ½ - ratio σ/2 (1 + ((x-μ)/σ)²)
//
// and repeating from the even distribution finds it. Source: M. Van den Bergh, "Comments on normalized Elo", section
// 4.1; Fishtest and fastchess compute it so.
func (h histogram) likeliestRatio(ratio float64) []float64 {
	p, d := slices.Repeat([]float64{1 / float64(len(h.freq))}, len(h.freq)), make([]float64, len(h.freq))
	for range 100 {
		mean, deviation := h.moments(p)
		for i := range d {
			z := (h.score(i) - mean) / deviation
			d[i] = h.score(i) - 0.5 - ratio*deviation/2*(1+z*z)
		}
		next, change := h.likeliest(d), 0.0
		for i := range p {
			change = max(change, math.Abs(next[i]-p[i]))
		}
		p = next
		if change < 1e-12 {
			break
		}
	}
	return p
}

func (h histogram) moments(p []float64) (mean, deviation float64) {
	for i, v := range p {
		mean += v * h.score(i)
	}
	variance := 0.0
	for i, v := range p {
		d := h.score(i) - mean
		variance += v * d * d
	}
	return mean, math.Sqrt(variance)
}
