package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/stats"
)

// TestRatioAsFastchess has the values of fastchess's own tests (app/tests/sprt_test.cpp at 74deac2), which it holds to
// 1 %. Its pairs are LL, LD, WL, DD, WD, WW.
func TestRatioAsFastchess(t *testing.T) {
	for _, tt := range []struct {
		model      stats.Model
		elo0, elo1 float64
		games      stats.Games
		want       float64
	}{
		{stats.Normalized, 0, 2, stats.Games{Pairs: stats.Pairs{365, 16618, 36029 + 200, 16974, 390}}, 2.25},
		{stats.Normalized, -1.75, 0.25, stats.Games{Pairs: stats.Pairs{127, 4883, 10311 + 401, 5150, 104}}, 3.01},
		{stats.Normalized, 0, 5, stats.Games{Pairs: stats.Pairs{4: 5550}}, 111.82},
		{stats.Logistic, 0.5, 2.5, stats.Games{Pairs: stats.Pairs{223, 9863, 20279 + 1000, 10037, 246}}, -3.07},
		{stats.Logistic, 0, 2, stats.Games{Pairs: stats.Pairs{871, 26175, 55003 + 980, 26678, 821}}, -4.98},
		{stats.Bayesian, 0, 2, games(68965, 68526, 128429), -1.26},
		{stats.Bayesian, 0.5, 2.5, games(21629, 21484, 41111), -1.13},
	} {
		test := stats.NewTest(tt.elo0, tt.elo1)
		test.Model = tt.model
		require.NoError(t, test.Check())
		assert.InEpsilon(t, tt.want, test.Ratio(tt.games), 0.01, "%v %v", tt.model, tt.games)
	}
}

// games returns pairs with so many wins, losses and draws; a last win without a pair is left out.
func games(wins, losses, draws int) (g stats.Games) {
	points := append(append(make([]float64, losses), repeat(0.5, draws)...), repeat(1, wins)...)
	for i := 0; i+1 < len(points); i += 2 {
		g.Add(points[i], points[i+1])
	}
	return g
}

func repeat(points float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = points
	}
	return all
}

func TestResults(t *testing.T) {
	wins, draws, losses := games(7, 4, 3).Results()
	assert.Equal(t, [3]int{7, 3, 4}, [3]int{wins, draws, losses})
	var g stats.Games
	g.Add(0.5, 0.5)
	g.Add(1, 0)
	assert.Equal(t, stats.Games{Pairs: stats.Pairs{2: 2}, Draws: 2}, g)
}

// TestRatioAsFishtest holds the ratios against Fishtest. The first is a figure that the test server of Stockfish's
// relatives published: bounds of 0 and 2.716 Elo, "logistic (exact)". The others are what LLR_normalized of its file
// server/fishtest/stats/LLRcalc.py (at b8eecff) returns.
func TestRatioAsFishtest(t *testing.T) {
	p := stats.Pairs{13, 37, 50, 25, 3}
	assert.InDelta(t, -0.53772, stats.NewTest(0, 2.716).Ratio(stats.Games{Pairs: p}), 1e-4)
	assert.InDelta(t, -43.6578, p.Elo().Value, 1e-3)
	lower, upper := stats.NewTest(0, 2.716).Bounds()
	assert.InDelta(t, -2.9444, lower, 1e-4)
	assert.InDelta(t, 2.9444, upper, 1e-4)
	for _, tt := range []struct {
		elo0, elo1 float64
		pairs      stats.Pairs
		want       float64
	}{
		{0, 2, stats.Pairs{365, 16618, 36229, 16974, 390}, 2.250368},
		{-1.75, 0.25, stats.Pairs{127, 4883, 10712, 5150, 104}, 3.010154},
		{0, 5, stats.Pairs{4: 5550}, 111.797555},
		{0, 5, stats.Pairs{13, 37, 50, 25, 3}, -0.691546},
		{0, 50, stats.Pairs{20, 0, 30, 0, 50}, 5.250044},
		{0, 100, stats.Pairs{40, 1, 2, 3, 60}, 0.402405},
		{0, 50, stats.Pairs{0: 60, 4: 1}, -13.164608},
		{0, 50, stats.Pairs{2: 60}, -2.427328},
		{-150, 200, stats.Pairs{3, 5, 80, 7, 9}, 7.163087},
		{100, 200, stats.Pairs{4: 5}, 0.847111},
	} {
		test := stats.Test{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized}
		assert.InDelta(t, tt.want, test.Ratio(stats.Games{Pairs: tt.pairs}), 1e-4, "%v", tt.pairs)
	}
}

// TestRatioByHand: where every pair was won or lost as a whole, the likeliest distribution with mean m
// wins with probability m, so the ratio is a sum of two logarithms. The zeros, taken as 0.001, blur it. Without draws
// BayesElo is Elo, and the same holds for its single games.
func TestRatioByHand(t *testing.T) {
	s0, s1 := stats.Score(0), stats.Score(50)
	want := 60*math.Log(s1/s0) + 40*math.Log((1-s1)/(1-s0))
	g := stats.Games{Pairs: stats.Pairs{40, 0, 0, 0, 60}}
	assert.InDelta(t, want, stats.NewTest(0, 50).Ratio(g), 0.01)
	assert.InDelta(t, 2*want, stats.Test{Elo1: 50, Alpha: 0.05, Beta: 0.05, Model: stats.Bayesian}.Ratio(g), 0.01)
}

// TestNormalizedRatioByHand: without draws a distribution over won and lost pairs has a ratio r of mean and deviation
// where it wins with probability ½ + r/√(1+r²)/2.
func TestNormalizedRatioByHand(t *testing.T) {
	const elo = 80
	r := elo * math.Sqrt2 * math.Ln10 / 800
	win := 0.5 + r/math.Sqrt(1+r*r)/2
	want := 60*math.Log(win/0.5) + 40*math.Log((1-win)/0.5)
	test := stats.Test{Elo1: elo, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized}
	assert.InDelta(t, want, test.Ratio(stats.Games{Pairs: stats.Pairs{40, 0, 0, 0, 60}}), 0.01)
}

func TestRatioAtTheEdges(t *testing.T) {
	test := stats.NewTest(0, 20)
	assert.Zero(t, test.Ratio(stats.Games{}))
	assert.Equal(t, stats.Undecided, test.Verdict(stats.Games{}))
	won := stats.Pairs{4: 60} // 60·log(0.52875/0.5) = 3.35
	assert.InDelta(t, 3.35, test.Ratio(stats.Games{Pairs: won}), 0.02)
	assert.Equal(t, stats.Accepted, test.Verdict(stats.Games{Pairs: won}))
	assert.Equal(t, stats.Rejected, test.Verdict(stats.Games{Pairs: swapped(won)}))
	for _, model := range []stats.Model{stats.Logistic, stats.Normalized, stats.Bayesian} {
		test.Model = model
		for _, p := range []stats.Pairs{{1}, {4: 1}, {2: 1}, {2: 1000}, {1, 1, 1, 1, 1}, {0, 0, 0, 0, 10000}} {
			r := test.Ratio(stats.Games{Pairs: p})
			assert.False(t, math.IsNaN(r) || math.IsInf(r, 0), "%v %v: %v", model, p, r)
		}
	}
	assert.Equal(t, "undecided", stats.Undecided.String())
}

func TestCheck(t *testing.T) {
	good := stats.Test{Elo0: -200, Elo1: 200, Alpha: 0.01, Beta: 0.2, Model: stats.Normalized}
	assert.NoError(t, good.Check())
	lower, upper := good.Bounds()
	assert.InDelta(t, math.Log(0.2/0.99), lower, 1e-12)
	assert.InDelta(t, math.Log(0.8/0.01), upper, 1e-12)
	for _, change := range []func(*stats.Test){
		func(x *stats.Test) { x.Elo0 = 200 },
		func(x *stats.Test) { x.Elo1 = 201 },
		func(x *stats.Test) { x.Elo0 = math.NaN() },
		func(x *stats.Test) { x.Elo1 = math.Inf(1); x.Model = stats.Logistic },
		func(x *stats.Test) { x.Alpha = 0 },
		func(x *stats.Test) { x.Beta = math.NaN() },
		func(x *stats.Test) { x.Alpha, x.Beta = 0.5, 0.5 },
	} {
		bad := good
		change(&bad)
		assert.Error(t, bad.Check(), "%v", bad)
	}
	for _, m := range []stats.Model{stats.Logistic, stats.Normalized, stats.Bayesian} {
		got, err := stats.ParseModel(m.String())
		require.NoError(t, err)
		assert.Equal(t, m, got)
	}
	_, err := stats.ParseModel("pentanomial")
	assert.EqualError(t, err, `stats: model "pentanomial": want one of [logistic normalized bayesian]`)
}

// TestErrors lets the tests decide by the dice where Elo0 holds and where Elo1 does: each errs about as often as it
// promises, at most. One model's Elo is another's too where games are won or lost and do not depend on each other.
func TestErrors(t *testing.T) {
	for _, test := range []stats.Test{
		{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05},
		{Elo0: 0, Elo1: 60, Alpha: 0.2, Beta: 0.02},
		{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05, Model: stats.Normalized},
		{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05, Model: stats.Bayesian},
	} {
		rng := rand.New(rand.NewPCG(3, 4))
		wrong := map[stats.Verdict]float64{}
		const runs = 200
		for run := range runs {
			elo, right := test.Elo0, stats.Rejected
			if run%2 == 1 {
				elo, right = test.Elo1, stats.Accepted
			}
			score := stats.Score(elo)
			if test.Model == stats.Normalized {
				r := elo * math.Ln10 / 800 // the mean's distance from ½ in deviations of a game
				score = 0.5 + r/math.Sqrt(1+r*r)/2
			}
			if got := decide(rng, test, score); got != right {
				wrong[got] += 1.0 / (runs / 2)
			}
		}
		assert.LessOrEqual(t, wrong[stats.Accepted], 2*test.Alpha, "%v", test)
		assert.LessOrEqual(t, wrong[stats.Rejected], 2*test.Beta, "%v", test)
	}
}

// decide plays pairs of games until the test decides.
func decide(rng *rand.Rand, test stats.Test, score float64) stats.Verdict {
	var g stats.Games
	for {
		var points [2]float64
		for i := range points {
			if rng.Float64() < score {
				points[i] = 1
			}
		}
		g.Add(points[0], points[1])
		if v := test.Verdict(g); v != stats.Undecided {
			return v
		}
	}
}
