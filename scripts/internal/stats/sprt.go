package stats

import (
	"fmt"
	"math"
	"slices"
)

// A Test is a sequential probability ratio test: it asks after every pair whether the first player's advantage is Elo0
// or Elo1, and stops when the evidence for one of them suffices. The model says of which Elo these are.
//
// It is the generalised test (GSPRT). The log likelihood ratio compares two distributions of scores: the likeliest one
// under Elo1, and the likeliest one under Elo0. So it is exact, without a normal approximation.
type Test struct {
	Elo0, Elo1  float64 // Elo0 < Elo1
	Alpha, Beta float64 // how often Elo1 is accepted where Elo0 holds, and the other way round
	Model       Model
}

// NewTest returns a test of logistic Elo with both error rates at 5 %.
func NewTest(elo0, elo1 float64) Test { return Test{elo0, elo1, 0.05, 0.05, Logistic} }

// A Model says how Elo determines the scores.
type Model int

// The models, which are those of fastchess. The first two look at pairs of games (the pentanomial), as fastchess and
// Fishtest do; Elo0 and Elo1 determine the mean of their scores, or the mean over the deviation. BayesElo has a rate of
// draws as a parameter, which the draws among single games give. It is not defined for pairs: fastchess turns the
// pentanomial off with it. Where both games of a pair depend on the opening, it errs more often than it promises.
const (
	Logistic   Model = iota // Elo, as Pairs.Elo has it
	Normalized              // nElo, as Pairs.NElo has it
	Bayesian                // BayesElo
)

var models = [...]string{"logistic", "normalized", "bayesian"}

// String returns the model's name.
func (m Model) String() string { return models[m] }

// Unit returns the model's name of Elo.
func (m Model) Unit() string { return [...]string{"Elo", "nElo", "BayesElo"}[m] }

// ParseModel returns the model of a name.
func ParseModel(name string) (Model, error) {
	if i := slices.Index(models[:], name); i >= 0 {
		return Model(i), nil
	}
	return 0, fmt.Errorf("stats: model %q: want one of %v", name, models)
}

// mostNormalized bounds Elo0 and Elo1 of the normalized model. Above about 230 no even distribution over the scores,
// with which likeliestRatio begins, is possible.
const mostNormalized = 200

// Check returns an error if the test cannot decide.
func (t Test) Check() error {
	most := 1000.0
	if t.Model == Normalized {
		most = mostNormalized
	}
	switch {
	case !(t.Elo0 < t.Elo1) || t.Elo0 < -most || t.Elo1 > most:
		return fmt.Errorf("want Elo0 below Elo1, from -%g to %g", most, most)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("want error rates alpha and beta above 0, with a sum below 1")
	}
	return nil
}

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

// Verdict returns the verdict on the games.
func (t Test) Verdict(g Games) Verdict {
	lower, upper := t.Bounds()
	switch ratio := t.Ratio(g); {
	case ratio >= upper:
		return Accepted
	case ratio <= lower:
		return Rejected
	}
	return Undecided
}

// Ratio returns the log likelihood ratio of Elo1 against Elo0; 0 without pairs.
func (t Test) Ratio(g Games) float64 {
	if g.Len() == 0 {
		return 0
	}
	switch t.Model {
	case Normalized:
		h := newHistogram(g.Pairs[:]...)
		return h.ratio(h.likeliestRatio(t.Elo0/perDeviation), h.likeliestRatio(t.Elo1/perDeviation))
	case Bayesian:
		wins, draws, losses := g.Results()
		if wins == 0 || losses == 0 { // says nothing of the rate of draws
			return 0
		}
		h := newHistogram(losses, draws, wins)
		lost, won := h.freq[0], h.freq[2]
		drawElo := perNatural / 2 * math.Log((1-lost)/lost*(1-won)/won) // at which they have these frequencies
		return h.ratio(h.likeliestMean(bayesScore(t.Elo0, drawElo)), h.likeliestMean(bayesScore(t.Elo1, drawElo)))
	}
	h := newHistogram(g.Pairs[:]...)
	return h.ratio(h.likeliestMean(Score(t.Elo0)), h.likeliestMean(Score(t.Elo1)))
}

// bayesScore returns the expected score at a BayesElo difference (R. Coulom, bayeselo).
func bayesScore(elo, drawElo float64) float64 {
	win, loss := Score(elo-drawElo), Score(-elo-drawElo)
	return win + (1-win-loss)/2
}
