// Package stats evaluates results: the score, the Elo difference with its error bar, the likelihood of superiority,
// the sequential test, and the rating list. It knows nothing of boards or files.
//
// Elo is logistic throughout: at a difference of d the expected score is 1/(1+10^(-d/400)). Error bars are half
// widths of 95 % intervals. Results of two players are counted in pairs of games with the same opening and
// colours swapped, because the two games of a pair are not independent: an opening that favours one colour
// makes the pair 1-1, whoever plays.
package stats

import (
	"math"
	"time"
)

// perNatural is how many Elo one unit of log odds is.
const perNatural = 400 / math.Ln10

// perDeviation is how many nElo one standard deviation of a pair's score is: games of a pair that do not depend on each
// other deviate √2 times as much, and 2 perNatural nElo are one deviation of a game.
const perDeviation = 2 * perNatural / math.Sqrt2

// bar95 is how many standard deviations a 95 % error bar has at each side.
const bar95 = 1.959963984540054

// Elo returns the difference at which a score between 0 and 1 is expected. It is infinite at 0 and 1.
func Elo(score float64) float64 { return perNatural * math.Log(score/(1-score)) }

// Score returns the expected score at an Elo difference, between 0 and 1.
func Score(elo float64) float64 { return 1 / (1 + math.Exp(-elo/perNatural)) }

// An Estimate is a value and the half width of its 95 % interval.
type Estimate struct{ Value, Bar float64 }

// Pairs counts pairs of games by the first player's points in them: 0, ½, 1, 1½, 2 (the pentanomial).
type Pairs [5]int

// Add counts a pair in which the first player scored first and second, each 0, ½ or 1.
func (p *Pairs) Add(first, second float64) { p[int(math.Round(2*(first+second)))]++ }

// Len returns how many pairs were counted.
func (p Pairs) Len() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Score returns the first player's points per game, from 0 to 1; ½ if there is no pair.
func (p Pairs) Score() float64 {
	n := p.Len()
	if n == 0 {
		return 0.5
	}
	return float64(p[1]+2*p[2]+3*p[3]+4*p[4]) / float64(4*n)
}

// finiteScore is Score, but never 0 or 1: where every game was won or lost, an eighth of a pair counts as having gone
// the other way. That is half of the difference to the next best result, so the order of results is kept.
func (p Pairs) finiteScore() float64 {
	edge := 1 / float64(8*max(1, p.Len()))
	return min(max(p.Score(), edge), 1-edge)
}

// deviation returns the standard deviation of the score around its true value. It adds one virtual pair to the spread
// (not to the score), since equal results do not prove that chance plays no part; Agresti and Coull (1998) add
// observations to a proportion for the same reason. At an even score the virtual pair is won or lost as a whole; the
// more one-sided the score, the less it deviates. It matters for a handful of pairs, and where all went alike; there
// the bars come out as a few hundred Elo.
func (p Pairs) deviation(truth float64) float64 {
	n := float64(p.Len())
	spread := math.Sqrt(truth*(1-truth)) / 2
	for i, count := range p {
		d := float64(i)/4 - truth
		spread += float64(count) * d * d
	}
	return math.Sqrt(spread / (n + 1) / max(1, n))
}

// Elo returns the first player's Elo difference. The bar is that of the score times the slope of Elo.
func (p Pairs) Elo() Estimate {
	s := p.finiteScore()
	return Estimate{Elo(s), bar95 * p.deviation(s) * perNatural / (s * (1 - s))}
}

// NElo returns the first player's normalized Elo difference: the score's distance from ½ in standard deviations of a
// game, times 800/ln 10. Between equal players without draws that is Elo; draws and one-sided openings, which make
// results steadier, change it less than Elo. A match of so many games proves about the same nElo whatever they are.
// Source: M. Van den Bergh, "Comments on normalized Elo"; Fishtest and fastchess define it so. Their bar is that of the
// score alone. This one also counts how little is known of the deviation, which matters where one player is far better.
func (p Pairs) NElo() Estimate {
	n := float64(max(1, p.Len()))
	s := p.finiteScore()
	sigma := p.deviation(s) * math.Sqrt(n)
	t := (s - 0.5) / sigma
	spread := 1.0 // of the virtual pair
	for i, count := range p {
		z := (float64(i)/4 - s) / sigma
		influence := z - t/2*(z*z-1)
		spread += float64(count) * influence * influence
	}
	return Estimate{perDeviation * t, bar95 * perDeviation * math.Sqrt(spread/(n+1)/n)}
}

// Superiority returns the likelihood that the first player is the stronger: the probability that a normal
// variable with the mean of the score and the deviation between equal players lies above ½. The score's own deviation
// would be almost 0 where a few pairs all went the same way.
func (p Pairs) Superiority() float64 {
	return 0.5 * math.Erfc((0.5-p.finiteScore())/p.deviation(0.5)/math.Sqrt2)
}

// Games are pairs of games, and how many of the games were draws.
type Games struct {
	Pairs
	Draws int
}

// Add counts a pair as Pairs.Add does.
func (g *Games) Add(first, second float64) {
	g.Pairs.Add(first, second)
	for _, points := range [2]float64{first, second} {
		if points == 0.5 {
			g.Draws++
		}
	}
}

// Results returns how many games the first player won, drew and lost.
func (g Games) Results() (wins, draws, losses int) {
	points := g.Pairs[1] + 2*g.Pairs[2] + 3*g.Pairs[3] + 4*g.Pairs[4] // two for a win
	wins = (points - g.Draws) / 2
	return wins, g.Draws, 2*g.Len() - g.Draws - wins
}

// Median returns the middle of sorted times, or the mean of the middle two.
func Median(sorted []time.Duration) time.Duration {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
