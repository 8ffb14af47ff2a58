package stats

import (
	"fmt"
	"math"
	"slices"
)

// A Pairing holds the points of two players against each other. A draw is half a point for each.
type Pairing struct {
	A, B    int     // numbers of the players, from 0
	PointsA float64 // of A
	PointsB float64 // of B
}

// virtualDraws is the number of virtual draws of every player with an average player. They keep ratings finite where a
// player has won or lost everything, and connect players that never met. After ten games they move a rating little.
// Bayeselo (R. Coulom) has virtual draws as its prior too.
const virtualDraws = 0.5

// Ratings returns the ratings of n players that make the duels likeliest (the model of Bradley and Terry,
// draws as half wins): each with its 95 % bar from the Fisher information. The mean rating is 0; with
// anchor from 0 that player's rating is 0 and its bar too, otherwise give -1.
//
// The bars treat games as independent and every one as won or lost. Draws and pairs with the same opening
// make results steadier than that, so the bars are rather too wide.
func Ratings(n, anchor int, duels []Pairing) ([]Estimate, error) {
	if anchor >= n {
		return nil, fmt.Errorf("stats: anchor %d: want a player below %d", anchor, n)
	}
	for _, d := range duels {
		if min(d.A, d.B) < 0 || max(d.A, d.B) >= n || d.A == d.B {
			return nil, fmt.Errorf("stats: a duel of players %d and %d: want two different ones below %d", d.A, d.B, n)
		}
	}
	r := maximize(n, duels)
	_, _, info := model(r, duels)
	covariance := inverse(info)
	list := make([]Estimate, n)
	for i := range list {
		weights := contrast(n, i, anchor)
		value, variance := 0.0, 0.0
		for j, w := range weights {
			value += w * r[j]
			for k, v := range weights {
				variance += w * v * covariance[j][k]
			}
		}
		list[i] = Estimate{perNatural * value, bar95 * perNatural * math.Sqrt(max(0, variance))}
	}
	return list, nil
}

// contrast returns the weights that make a rating relative to the anchor or to the mean.
func contrast(n, i, anchor int) []float64 {
	w := slices.Repeat([]float64{-1 / float64(n)}, n)
	if anchor >= 0 {
		clear(w)
		w[anchor] = -1
	}
	w[i]++
	return w
}

// maximize finds the likeliest ratings in units of log odds by Newton's method. The likelihood is strictly
// concave, so there is one maximum; a step that overshoots is halved.
func maximize(n int, duels []Pairing) []float64 {
	r := make([]float64, n)
	for range 100 {
		here, slope, info := model(r, duels)
		cov := inverse(info)
		step, length := make([]float64, n), 0.0
		for i := range step {
			for j, g := range slope {
				step[i] += cov[i][j] * g
			}
			length = max(length, math.Abs(step[i]))
		}
		if length < 1e-10 {
			break
		}
		for scale := 1.0; scale > 1e-6; scale /= 2 {
			next := make([]float64, n)
			for i := range next {
				next[i] = r[i] + scale*step[i]
			}
			if there, _, _ := model(next, duels); there >= here-1e-12 {
				r = next
				break
			}
		}
	}
	return r
}

// model returns the log likelihood of ratings, its gradient, and the Fisher information.
func model(r []float64, duels []Pairing) (likelihood float64, slope []float64, info [][]float64) {
	n := len(r)
	slope, info = make([]float64, n), make([][]float64, n)
	for i := range info {
		info[i] = make([]float64, n)
		p := 1 / (1 + math.Exp(-r[i]))
		likelihood += virtualDraws / 2 * (logLogistic(r[i]) + logLogistic(-r[i]))
		slope[i] += virtualDraws * (0.5 - p)
		info[i][i] += virtualDraws * p * (1 - p)
	}
	for _, d := range duels {
		diff, games := r[d.A]-r[d.B], d.PointsA+d.PointsB
		p := 1 / (1 + math.Exp(-diff))
		likelihood += d.PointsA*logLogistic(diff) + d.PointsB*logLogistic(-diff)
		slope[d.A] += d.PointsA - games*p
		slope[d.B] -= d.PointsA - games*p
		v := games * p * (1 - p)
		info[d.A][d.A] += v
		info[d.B][d.B] += v
		info[d.A][d.B] -= v
		info[d.B][d.A] -= v
	}
	return likelihood, slope, info
}

// logLogistic returns the logarithm of 1/(1+exp(-x)), also where that is too small for a float.
func logLogistic(x float64) float64 {
	if x < 0 {
		return x - math.Log1p(math.Exp(x))
	}
	return -math.Log1p(math.Exp(-x))
}

// inverse returns the inverse of a symmetric positive definite matrix (Gauss and Jordan; such a matrix
// needs no pivoting). m is overwritten.
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	inv := make([][]float64, n)
	for i := range inv {
		inv[i] = make([]float64, n)
		inv[i][i] = 1
	}
	for i := range n {
		pivot := m[i][i]
		for k := range n {
			m[i][k] /= pivot
			inv[i][k] /= pivot
		}
		for j := range n {
			if factor := m[j][i]; j != i {
				for k := range n {
					m[j][k] -= factor * m[i][k]
					inv[j][k] -= factor * inv[i][k]
				}
			}
		}
	}
	return inv
}
