package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// Gradients agree with small steps to both sides: of each block of parameters, in a random direction.
func TestGradients(t *testing.T) {
	m := newModel(board.Renju, nil)
	rng := rand.New(rand.NewPCG(2, 2))
	s := randomSamples(m, rng, 4)
	weights := m.randomWeights(rng)
	values1, policy1 := m.valuesOf(weights, 300), m.policyOf(weights, 100)
	for i := range 2 * len(m.names) { // no squares that mix to just 0
		set := i / 2
		s := [2]layerParams{m.conv(values1, set).layerParams, m.policyNet(policy1, set).layerParams}[i%2]
		for i := range s.patterns {
			s.patterns[i] += 1e-3 * rng.Float64()
		}
		for i := range s.bias2 {
			s.bias1[i], s.bias2[i] = -0.1*rng.Float64(), 0.2*rng.Float64()-0.15
		}
	}
	for bit := range 2 * threatBits {
		values1[m.threatBit(0, bit)] = rng.Float64() - 0.5
	}
	const blocks = 64
	direction := make([]float64, 1+max(len(values1), len(policy1))/blocks)
	for i := range direction {
		direction[i] = rng.NormFloat64()
	}
	for _, test := range []struct {
		o     objective
		theta []float64
	}{{valueObjective{m, s.positions}, values1}, {policyObjective{m, s.choices}, policy1}} {
		theta, moved := slices.Clone(test.theta), 0
		for i := range min(test.o.samples(), 12) {
			gradient := make([]float64, len(test.theta))
			require.Equal(t, test.o.loss(i, test.theta, nil), test.o.loss(i, test.theta, gradient))
			for block := range blocks {
				from, to := block*len(test.theta)/blocks, (block+1)*len(test.theta)/blocks
				want := 0.0
				step := func(length float64) float64 {
					for k, d := range direction[:to-from] {
						theta[from+k] = test.theta[from+k] + length*d
					}
					return test.o.loss(i, theta, nil)
				}
				for k, d := range direction[:to-from] {
					want += d * gradient[from+k]
				}
				const length = 1e-7 // where a unit of the network begins to count, no step is small enough
				got := (step(length) - step(-length)) / (2 * length)
				copy(theta[from:to], test.theta[from:to])
				require.InDelta(t, want, got, 1e-6, "sample %d, parameters %d to %d", i, from, to)
				if want != 0 {
					moved++
				}
			}
		}
		assert.Greater(t, moved, 100)
	}
}

// Biases that have left their bounds come back to the nearest point within; the others stay.
func TestClamp(t *testing.T) {
	m := newModel(board.Freestyle, nil)
	theta := make([]float64, m.valueSize())
	s := m.conv(theta, 0)
	copy(s.bias1, []float64{-0.5, 0.25, -0.25, 0, -1})
	copy(s.bias2, []float64{0.5, -1, 0.75, 0.5, -2})
	s.clamp()
	assert.Equal(t, []float64{-0.5, 0, -0.5, -0.25, -1}, s.bias1[:5])
	assert.Equal(t, []float64{0.5, -1, 0.5, 0.25, -2}, s.bias2[:5])
}

// A parameter at its bound moves away from it again where that lowers the loss.
func TestTrainLeavesBounds(t *testing.T) {
	m := newModel(board.Freestyle, nil)
	rng := rand.New(rand.NewPCG(6, 6))
	truth := m.valuesOf(m.randomWeights(rng), 300)
	copy(m.conv(truth, 0).bias1, []float64{-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5, -0.5})
	o := valueObjective{m, randomSamples(m, rng, 10).positions}
	for i := range o.positions {
		o.positions[i].target = float32(logistic(m.value(&o.positions[i], truth)))
	}
	theta := slices.Clone(truth)
	clear(m.conv(theta, 0).bias1)
	before := meanLoss(o, theta)
	require.NoError(t, train(t.Context(), o, theta, plan{epochs: 40, batch: usualBatch, rate: 0.02, prior: free}, ignoreEpoch))
	assert.Less(t, meanLoss(o, theta), before)
	for _, v := range m.conv(theta, 0).bias1 {
		assert.Negative(t, v)
	}
}

// free is a prior so wide that it does not matter.
func free(int) float64 { return 1000 }

// ignoreEpoch ignores an epoch.
func ignoreEpoch(int, float64) {}

// If some parameters made the targets, training finds these parameters again.
func TestValuesAreFoundAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	m := newModel(board.Freestyle, nil)
	truth := make([]float64, m.valueSize())
	const combinations, sets = 30, 8
	for i := range combinations {
		truth[i] = rng.Float64() - 0.5
	}
	for i := range sets {
		truth[m.threat(0, i)] = rng.Float64() - 0.5
	}
	o := valueObjective{m: m}
	for range 8000 {
		p := position{netInput: netInput{threats: uint16(rng.IntN(sets))}}
		for range 8 {
			p.features = append(p.features, feature{uint16(rng.IntN(combinations)), int16(rng.IntN(7) - 3)})
		}
		p.target = float32(logistic(m.value(&p, truth)))
		o.positions = append(o.positions, p)
	}
	theta := make([]float64, len(truth))
	require.NoError(t, train(t.Context(), o, theta, plan{epochs: 40, seed: 1, batch: usualBatch, rate: usualRate, prior: free}, ignoreEpoch))
	for i := range combinations {
		assert.InDelta(t, truth[i], theta[i], 0.005)
	}
	for i := range sets {
		assert.InDelta(t, m.threatValue(truth, 0, i), m.threatValue(theta, 0, i), 0.005)
	}
}

// If some policy drew the moves, training finds this policy again, but for a common constant.
func TestPolicyIsFoundAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const combinations = 12
	const tables = len(candidate{}.parts)
	truth := make([]float64, tables*combinations)
	for i := range truth {
		truth[i] = 2 * rng.Float64()
	}
	var o policyObjective
	for range 30_000 {
		var c choice
		var sums []float64
		sum := 0.0
		for range 10 {
			s, logit := candidate{}, 0.0
			for k := range s.parts {
				s.parts[k] = uint16(k*combinations + rng.IntN(combinations))
				logit += truth[s.parts[k]]
			}
			sum += math.Exp(logit)
			c.candidates, sums = append(c.candidates, s), append(sums, sum)
		}
		for draw := rng.Float64() * sum; sums[c.played] < draw; {
			c.played++
		}
		o.choices = append(o.choices, c)
	}
	theta := make([]float64, len(truth))
	require.NoError(t, train(t.Context(), o, theta, plan{epochs: 20, seed: 1, batch: usualBatch, rate: usualRate, prior: free}, ignoreEpoch))
	for part := range tables {
		first := part * combinations
		for i := first; i < first+combinations; i++ {
			assert.InDelta(t, truth[i]-truth[first], theta[i]-theta[first], 0.1)
		}
	}
	assert.InDelta(t, 1, o.temperature(truth), 0.03)
}

// A wonWith has one sample for each index: a position that was won, with this feature alone.
type wonWith []int

func (o wonWith) samples() int         { return len(o) }
func (o wonWith) subset(int) objective { return o }
func (o wonWith) clamp([]float64)      {}
func (o wonWith) loss(sample int, theta, gradient []float64) float64 {
	p := logistic(theta[o[sample]])
	if gradient != nil {
		gradient[o[sample]] += p - 1
	}
	return -math.Log(p)
}

// A parameter that no sample touches stays at its start, and one that a single sample touches moves far only if its
// prior is wide.
func TestPrior(t *testing.T) {
	o := make(wonWith, 2*usualBatch)
	o[0] = 1
	fitted := func(prior func(int) float64) []float64 {
		theta := []float64{0, 0, 0.7}
		require.NoError(t, train(t.Context(), o, theta, plan{epochs: 90, seed: 1, batch: usualBatch, rate: usualRate, prior: prior}, ignoreEpoch))
		assert.Equal(t, 0.7, theta[2])
		assert.Greater(t, theta[0], 1.0)
		return theta
	}
	assert.InDelta(t, 0.02, fitted(func(int) float64 { return 0.2 })[1], 0.001) // half of 0.2 squared
	assert.InDelta(t, 0.3, fitted(free)[1], 0.2)                                // more where epsilon is small, see adam
}

func TestTopK(t *testing.T) {
	theta := []float64{0, 5, 3, 1}
	c := choice{played: 1}
	for _, part := range []uint16{1, 2, 2, 2, 2, 3, 3} {
		c.candidates = append(c.candidates, candidate{parts: [5]uint16{part}})
	}
	o := policyObjective{choices: []choice{c}}
	ks := []int{1, 2, 3, 5, 7}
	assert.Equal(t, []float64{0, 0.25, 0.5, 1, 1}, o.topK(theta, ks...))
	mean := (5 + 4*3 + 2*1) / 7.0
	assert.InDelta(t, math.Sqrt((25+4*9+2)/7.0-mean*mean), o.spread(theta), 1e-12)
}

func TestWinners(t *testing.T) {
	m := newModel(board.Freestyle, nil)
	theta := make([]float64, m.valueSize())
	theta[0] = 1
	good, bad, even := []feature{{0, 1}}, []feature{{0, -1}}, []feature{{1, 1}}
	o := valueObjective{m, []position{
		{features: good, result: 1, ply: 3}, {features: bad, result: 1, ply: 9}, {features: even, ply: 5},
		{features: bad, ply: 40}, {features: good, result: 0.5, ply: 40}, {features: good, result: 1, ply: 300},
	}}
	assert.Equal(t, [len(phases)]accuracy{{3, 1.5}, {}, {}, {1, 1}, {1, 1}}, o.winners(theta))
}

func TestSubsample(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	assert.Equal(t, all, subsample(all, 7))
	assert.Equal(t, []int{0, 2, 4}, subsample(all, 3))
	assert.Equal(t, []int{0}, subsample(all, 1))
	assert.Len(t, subsample(make([]bool, sampleLimit), sampleLimit-1), sampleLimit-1, "also where words have 32 bits")
}
