package stats

import "math"

// A Test is a sequential probability ratio test: it asks after every pair whether the first player's
// advantage is Elo0 or Elo1 (logistic), and stops when the evidence for one of them suffices.
//
// It is the generalised test on the pentanomial. The log likelihood ratio compares two distributions of pair scores:
// the likeliest one with the mean of Elo1, and the likeliest one with the mean of Elo0. For observed frequencies f of
// the scores x, the likeliest distribution with mean m is
//
//	p = f / (1 + t (x - m)),   t such that   sum f (x - m) / (1 + t (x - m)) = 0
//
// So the ratio is exact, without the normal approximation. Source: M. Van den Bergh, "The
// generalized maximum likelihood ratio for the expectation value of a distribution"; Fishtest, the test
// server of Stockfish, computes its "logistic (exact)" value in this way.
type Test struct {
	Elo0, Elo1  float64 // Elo0 < Elo1
	Alpha, Beta float64 // how often Elo1 is accepted where Elo0 holds, and the other way round
}

// NewTest returns a test with both error rates at 5 %.
func NewTest(elo0, elo1 float64) Test { return Test{elo0, elo1, 0.05, 0.05} }

// A Verdict is the state of a test.
type Verdict int

// The verdicts.
const (
	Undecided Verdict = iota
	Accepted          // Elo1 rather than Elo0
	Rejected          // Elo0 rather than Elo1
)

// String returns the verdict in a word.
func (v Verdict) String() string { return [...]string{"undecided", "accepted", "rejected"}[v] }

// Bounds returns the log likelihood ratios at which the test stops.
func (t Test) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Verdict returns the verdict on the pairs.
func (t Test) Verdict(p Pairs) Verdict {
	lower, upper := t.Bounds()
	switch ratio := t.Ratio(p); {
	case ratio >= upper:
		return Accepted
	case ratio <= lower:
		return Rejected
	}
	return Undecided
}

// floorCount replaces a count of zero: the likelihood needs every score to be possible. The value is
// Fishtest's.
const floorCount = 1e-3

// Ratio returns the log likelihood ratio of Elo1 against Elo0; 0 without pairs.
func (t Test) Ratio(p Pairs) float64 {
	if p.Len() == 0 {
		return 0
	}
	var counts [5]float64
	total := 0.0
	for i, n := range p {
		counts[i] = max(float64(n), floorCount)
		total += counts[i]
	}
	for i := range counts {
		counts[i] /= total
	}
	p0, p1 := likeliest(counts, Score(t.Elo0)), likeliest(counts, Score(t.Elo1))
	ratio := 0.0
	for i, f := range counts {
		ratio += f * math.Log(p1[i]/p0[i])
	}
	return total * ratio
}

// likeliest returns the distribution over the pair scores 0, ¼ … 1 with the given mean, which lies
// between 0 and 1, that makes the frequencies likeliest. The sum in Test's comment falls steadily in t,
// from +∞ to -∞ between the two values of t where a probability would become infinite, so halving finds
// its zero.
func likeliest(freq [5]float64, mean float64) [5]float64 {
	low, high := -1/(1-mean), 1/mean
	var p [5]float64
	for range 200 {
		t, sum := (low+high)/2, 0.0
		for i, f := range freq {
			d := float64(i)/4 - mean
			p[i] = f / (1 + t*d)
			sum += p[i] * d
		}
		if sum > 0 {
			low = t
		} else {
			high = t
		}
	}
	return p
}
