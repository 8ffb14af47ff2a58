package stats_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/stats"
)

func TestEloAndScore(t *testing.T) {
	assert.InDelta(t, 0, stats.Elo(0.5), 1e-12)
	assert.InDelta(t, 190.8485, stats.Elo(0.75), 1e-4) // 400 log10 3
	assert.InDelta(t, 400, stats.Elo(10.0/11), 1e-9)
	for _, elo := range []float64{-800, -3, 0, 20, 500} {
		assert.InDelta(t, elo, stats.Elo(stats.Score(elo)), 1e-6)
	}
}

// swapped returns the same pairs as the second player sees them.
func swapped(p stats.Pairs) stats.Pairs {
	slices.Reverse(p[:])
	return p
}

func TestAdd(t *testing.T) {
	var p stats.Pairs
	p.Add(0, 0)
	p.Add(0, 0.5)
	p.Add(1, 0)
	p.Add(0.5, 0.5)
	p.Add(0.5, 1)
	p.Add(1, 1)
	p.Add(1, 1)
	assert.Equal(t, stats.Pairs{1, 1, 2, 1, 2}, p)
	assert.Equal(t, 7, p.Len())
	assert.InDelta(t, 8.0/14, p.Score(), 1e-12)
}

// TestByHand: 100 pairs, scored 20, 30 and 50 times 0, 1 and 2. The score is 0.65 and Elo 400 log10(65/35).
// The spread: 20·0.65² + 30·0.15² + 50·0.35² = 15.25, and √(0.65·0.35)/2 = 0.238485 for the virtual pair;
// the deviation √(15.488485/101/100) = 0.0391601; the bar 1.959964·0.0391601·173.7178/(0.65·0.35).
func TestByHand(t *testing.T) {
	p := stats.Pairs{20, 0, 30, 0, 50}
	assert.InDelta(t, 0.65, p.Score(), 1e-12)
	assert.InDelta(t, 107.5381, p.Elo().Value, 1e-3)
	assert.InDelta(t, 58.6077, p.Elo().Bar, 1e-3)
	assert.InDelta(t, 0.999827, p.Superiority(), 1e-6) // √(17.75/101/100) = 0.0419217, of which 0.15 are 3.5781
	assert.InDelta(t, -p.Elo().Value, swapped(p).Elo().Value, 1e-9)
	assert.InDelta(t, p.Elo().Bar, swapped(p).Elo().Bar, 1e-9)
	assert.InDelta(t, 1, p.Superiority()+swapped(p).Superiority(), 1e-12)
}

func TestWithoutSpread(t *testing.T) {
	tests := []struct {
		name     string
		pairs    stats.Pairs
		elo, bar float64
	}{
		// A score of 1-1/80 and 79 to 1 in odds; spread 10·0.0125² + √(0.9875·0.0125)/2 over 11·10.
		{"all won", stats.Pairs{4: 10}, 400 * math.Log10(79), 628.52},
		{"all lost", stats.Pairs{0: 10}, -400 * math.Log10(79), 628.52},
		// Spread 0.25 over 11·10: 0.0476731 · 1.959964 · 173.7178 / 0.25.
		{"all even", stats.Pairs{2: 10}, 0, 64.927},
		{"nothing", stats.Pairs{}, 0, 680.96}, // half a deviation
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.elo, tt.pairs.Elo().Value, 1e-6)
			assert.InDelta(t, tt.bar, tt.pairs.Elo().Bar, 0.01)
		})
	}
	assert.InDelta(t, 0.999, stats.Pairs{4: 10}.Superiority(), 1e-4)
	assert.InDelta(t, 0.5, stats.Pairs{2: 10}.Superiority(), 1e-12)
	assert.InDelta(t, 0.5, stats.Pairs{}.Superiority(), 1e-12)
}

// TestSuperiorityOfEquals: who is called the stronger with 99 %, say, is not so in more than one of a hundred matches
// between equals, however short they are. Games are won or lost, or an opening decides half of the pairs.
func TestSuperiorityOfEquals(t *testing.T) {
	for _, chance := range [][5]float64{{0.25, 0, 0.5, 0, 0.25}, {0.125, 0, 0.75, 0, 0.125}} {
		for n := 1; n <= 15; n++ {
			said := map[float64]float64{0.9: 0, 0.95: 0, 0.99: 0, 0.999: 0} // how often so much or more
			for lost := range n + 1 {
				for won := range n + 1 - lost {
					p := stats.Pairs{lost, 0, n - lost - won, 0, won}
					likely := 1.0
					for i, left := 0, n; i < len(p); i++ {
						for k := 1; k <= p[i]; k, left = k+1, left-1 {
							likely *= chance[i] * float64(left) / float64(k)
						}
					}
					for level := range said {
						if p.Superiority() >= level {
							said[level] += likely
						}
					}
				}
			}
			for level, often := range said {
				assert.LessOrEqual(t, often, 1.5*(1-level), "%v, %d pairs, %v", chance, n, level)
			}
		}
	}
}

// TestBetterIsHigher: half a point more never gives less Elo, certainty included.
func TestBetterIsHigher(t *testing.T) {
	last := math.Inf(-1)
	for points := 0; points <= 40; points++ { // half points of ten pairs, as even as can be
		var p stats.Pairs
		for i := range 10 {
			p[(points+i)/10]++
		}
		got := p.Elo().Value
		assert.Greater(t, got, last, "%v", p)
		last = got
	}
}

// TestCoverage plays matches by the dice: of 95 % bars nineteen in twenty hold the truth, although the
// games of a pair depend on each other.
func TestCoverage(t *testing.T) {
	for _, weights := range [][5]float64{{0.05, 0.1, 0.45, 0.2, 0.2}, {0.01, 0.02, 0.37, 0.1, 0.5}} {
		rng := rand.New(rand.NewPCG(1, 2))
		const matches, pairs = 2000, 100
		mean, square := 0.0, 0.0
		for i, w := range weights {
			x := float64(i) / 4
			mean += w * x
			square += w * x * x
		}
		elo, nElo := stats.Elo(mean), (mean-0.5)/math.Sqrt(2*(square-mean*mean))*800/math.Ln10
		held, heldN := 0, 0
		for range matches {
			var p stats.Pairs
			for range pairs {
				p[draw(rng, weights)]++
			}
			if e := p.Elo(); math.Abs(e.Value-elo) <= e.Bar {
				held++
			}
			if e := p.NElo(); math.Abs(e.Value-nElo) <= e.Bar {
				heldN++
			}
		}
		assert.InDelta(t, 0.95, float64(held)/matches, 0.015)
		assert.InDelta(t, 0.95, float64(heldN)/matches, 0.015)
	}
}

func draw(rng *rand.Rand, weights [5]float64) int {
	u := rng.Float64()
	for i, w := range weights {
		if u -= w; u < 0 {
			return i
		}
	}
	return 4
}

// TestNEloAsFastchess has the values of fastchess's own tests (app/tests/elo_test.cpp at 74deac2), which it holds to 1 %.
// Its pairs are LL, LD, WL, DD, WD, WW; its bar is that of the score alone.
func TestNEloAsFastchess(t *testing.T) {
	for _, tt := range []struct {
		pairs     stats.Pairs
		nElo, bar float64
		elo       float64
	}{
		{stats.Pairs{34, 54, 31 + 32, 64, 75}, 57.94, 28.28, 55.58},
		{stats.Pairs{332, 433, 457 + 41, 333, 334}, -9.17, 10.96, -8.64},
		{stats.Pairs{7895, 8757, 5485 + 200, 568, 9999}, -19.01, 2.65, -21.04},
	} {
		assert.InEpsilon(t, tt.nElo, tt.pairs.NElo().Value, 0.01)
		assert.InEpsilon(t, tt.bar, tt.pairs.NElo().Bar, 0.04)
		assert.InEpsilon(t, tt.elo, tt.pairs.Elo().Value, 0.01)
		assert.InDelta(t, -tt.pairs.NElo().Value, swapped(tt.pairs).NElo().Value, 1e-9)
		assert.InDelta(t, tt.pairs.NElo().Bar, swapped(tt.pairs).NElo().Bar, 1e-9)
	}
}

// TestNEloIsElo: between equal players whose games are won or lost and do not depend on each other.
func TestNEloIsElo(t *testing.T) {
	p := stats.Pairs{2498, 0, 5000, 0, 2502}
	assert.InDelta(t, p.Elo().Value, p.NElo().Value, 0.001)
	assert.InDelta(t, p.Elo().Bar, p.NElo().Bar, 0.01)
}

// TestNEloStaysFinite: also where all pairs had one result, and where there is none.
func TestNEloStaysFinite(t *testing.T) {
	for _, p := range []stats.Pairs{{}, {4: 1}, {4: 1000}, {0: 10}, {2: 10}, {3: 7}} {
		e := p.NElo()
		for _, v := range []float64{e.Value, e.Bar} {
			assert.False(t, math.IsNaN(v) || math.IsInf(v, 0), "%v: %v", p, e)
		}
		assert.Positive(t, e.Bar, "%v", p)
	}
	assert.InDelta(t, 0, stats.Pairs{2: 10}.NElo().Value, 1e-9)
}

func TestRatingsOfTwo(t *testing.T) {
	got, err := stats.Ratings(2, -1, []stats.Pairing{{A: 0, B: 1, PointsA: 7500, PointsB: 2500}})
	require.NoError(t, err)
	assert.InDelta(t, 190.85/2, got[0].Value, 0.05)
	assert.InDelta(t, -190.85/2, got[1].Value, 0.05)
	// The difference has information 10000·0.75·0.25 in natural units; each half of it.
	assert.InDelta(t, 1.959964*173.7178/math.Sqrt(1875)/2, got[0].Bar, 0.01)

	got, err = stats.Ratings(2, 1, []stats.Pairing{{A: 0, B: 1, PointsA: 7500, PointsB: 2500}})
	require.NoError(t, err)
	assert.InDelta(t, 190.85, got[0].Value, 0.1)
	assert.Equal(t, stats.Estimate{}, got[1], "the anchor")
}

// TestRatingsAddUp: three players of whom each scores three quarters against the next.
func TestRatingsAddUp(t *testing.T) {
	far := 9.0 / 10 * 4000 // odds of 9 to 1, as 3 to 1 twice
	got, err := stats.Ratings(3, 0, []stats.Pairing{
		{A: 0, B: 1, PointsA: 3000, PointsB: 1000},
		{A: 1, B: 2, PointsA: 3000, PointsB: 1000},
		{A: 2, B: 0, PointsA: 4000 - far, PointsB: far},
	})
	require.NoError(t, err)
	assert.InDelta(t, -190.85, got[1].Value, 0.3)
	assert.InDelta(t, -381.70, got[2].Value, 0.6)
	// The duels' informations are 750, 750 and 360 in natural units. Beside the anchor that is the matrix
	// (1500 -750, -750 1110) with the determinant 1102500, and the variances are those of its inverse.
	assert.InDelta(t, 1.959964*173.7178*math.Sqrt(1110/1102500.0), got[1].Bar, 0.01)
	assert.InDelta(t, 1.959964*173.7178*math.Sqrt(1500/1102500.0), got[2].Bar, 0.01)
}

// TestRatingsStayFinite: a player that won everything, one that lost everything, one that never played.
func TestRatingsStayFinite(t *testing.T) {
	duels := []stats.Pairing{{A: 0, B: 1, PointsA: 1000}, {A: 1, B: 2, PointsA: 1000}}
	got, err := stats.Ratings(4, -1, duels)
	require.NoError(t, err)
	sum := 0.0
	for _, e := range got {
		require.False(t, math.IsNaN(e.Value) || math.IsInf(e.Value, 0) || math.IsNaN(e.Bar) || math.IsInf(e.Bar, 0))
		sum += e.Value
	}
	assert.InDelta(t, 0, sum, 1e-6)
	assert.Greater(t, got[0].Value, got[1].Value+300)
	assert.Greater(t, got[1].Value, got[2].Value+300)
	more, err := stats.Ratings(4, -1, append(duels, stats.Pairing{A: 0, B: 2, PointsA: 1000}))
	require.NoError(t, err)
	assert.Greater(t, more[0].Value, got[0].Value)
}

// TestRatingsWhereAFullStepOvershoots: from equal ratings the way to these results is so uneven that a full step of
// Newton's method runs off. At the maximum the expected score of each player is his real one, apart from the virtual
// games.
func TestRatingsWhereAFullStepOvershoots(t *testing.T) {
	duels := []stats.Pairing{
		{A: 3, B: 2, PointsA: 1, PointsB: 3},
		{A: 0, B: 1, PointsB: 165},
		{A: 2, B: 1, PointsB: 3246},
		{A: 3, B: 0, PointsA: 45118},
	}
	got, err := stats.Ratings(4, -1, duels)
	require.NoError(t, err)
	surplus := make([]float64, len(got)) // of real points over expected ones
	for _, d := range duels {
		expected := (d.PointsA + d.PointsB) * stats.Score(got[d.A].Value-got[d.B].Value)
		surplus[d.A] += d.PointsA - expected
		surplus[d.B] -= d.PointsA - expected
	}
	for _, s := range surplus {
		assert.InDelta(t, 0, s, 0.25, "half a virtual game")
	}
}

// TestRatingsFindTheTruth plays a round robin by the dice.
func TestRatingsFindTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	truth := []float64{-300, -100, 0, 50, 350}
	held, all := 0, 0
	for range 100 {
		var duels []stats.Pairing
		for a := range truth {
			for b := range a {
				d := stats.Pairing{A: a, B: b}
				for range 60 {
					if rng.Float64() < stats.Score(truth[a]-truth[b]) {
						d.PointsA++
					} else {
						d.PointsB++
					}
				}
				duels = append(duels, d)
			}
		}
		got, err := stats.Ratings(len(truth), -1, duels)
		require.NoError(t, err)
		for i, e := range got {
			all++
			if math.Abs(e.Value-truth[i]) <= e.Bar {
				held++
			}
		}
	}
	assert.InDelta(t, 0.95, float64(held)/float64(all), 0.03)
}

func TestRatingsRefuse(t *testing.T) {
	for _, d := range []stats.Pairing{{A: 0, B: 0}, {A: -1, B: 0}, {A: 0, B: 2}} {
		_, err := stats.Ratings(2, -1, []stats.Pairing{d})
		assert.Error(t, err, "%v", d)
	}
	_, err := stats.Ratings(2, 2, nil)
	assert.Error(t, err)
}
