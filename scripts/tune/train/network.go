package train

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// netSize is the number of parameters of a pair net, see nnue.PairNet. The accumulator rows of all pairs of classes
// come first. Then come, for each hidden unit of each output bucket, its input weights, bias, flag weights and output
// weight.
const (
	accumulatorSize = pattern.Pairs * nnue.AccumulatorSize
	unitSize        = nnue.AccumulatorSize + 1 + nnue.Flags + 1
	hiddenUnits     = nnue.OutputBuckets * nnue.HiddenSize
	netSize         = accumulatorSize + hiddenUnits*unitSize
)

// A pair is how many empty squares have a pair of classes.
type pair struct{ index, n uint16 }

// emptyPair is the pair of a square where neither side makes anything. It counts 0, since boards are of any size.
const emptyPair = 0

// net returns where the parameters of a set's network begin.
func (m *model) net(set int) int { return m.threatBit(len(m.names), 0) + set*netSize }

// A hiddenUnit is the part of the parameters, or of their gradient, that belongs to a hidden unit.
type hiddenUnit []float64

// unit returns hidden unit u of a set, counted bucket after bucket.
func (m *model) unit(theta []float64, set, u int) hiddenUnit {
	return theta[m.net(set)+accumulatorSize+u*unitSize:][:unitSize]
}

// unitFor returns the i-th hidden unit of p's output bucket.
func (m *model) unitFor(p *position, theta []float64, i int) hiddenUnit {
	return m.unit(theta, int(p.set), int(p.bucket)*nnue.HiddenSize+i)
}

func (u hiddenUnit) inputs() []float64 { return u[:nnue.AccumulatorSize] }
func (u hiddenUnit) bias() *float64    { return &u[nnue.AccumulatorSize] }
func (u hiddenUnit) flags() []float64  { return u[nnue.AccumulatorSize+1:][:nnue.Flags] }
func (u hiddenUnit) out() *float64     { return &u[unitSize-1] }

type netLayers struct {
	accumulator [nnue.AccumulatorSize]float64
	units       [nnue.HiddenSize]float64 // before the ReLU
}

// forwardNet returns the output of the network for a position, and its layers.
func (m *model) forwardNet(p *position, theta []float64) (v float64, a netLayers) {
	rows := theta[m.net(int(p.set)):]
	for _, q := range p.pairs {
		for i, w := range rows[int(q.index)*nnue.AccumulatorSize:][:nnue.AccumulatorSize] {
			a.accumulator[i] += float64(q.n) * w
		}
	}
	for i := range a.units {
		u := m.unitFor(p, theta, i)
		h := *u.bias()
		for k, w := range u.inputs() {
			h += a.accumulator[k] * w
		}
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			h += u.flags()[bits.TrailingZeros(flags)]
		}
		a.units[i] = h
		v += max(h, 0) * *u.out()
	}
	return v, a
}

// addNetworkGradient adds slope times the gradient of the pair net, whose layers are a.
func (m *model) addNetworkGradient(p *position, slope float64, theta []float64, a *netLayers, gradient []float64) {
	var slopes [nnue.AccumulatorSize]float64
	for i, h := range a.units {
		if h <= 0 {
			continue
		}
		u, g := m.unitFor(p, theta, i), m.unitFor(p, gradient, i)
		*g.out() += slope * h
		by := slope * *u.out()
		*g.bias() += by
		for k := range slopes {
			g.inputs()[k] += by * a.accumulator[k]
			slopes[k] += by * u.inputs()[k]
		}
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			g.flags()[bits.TrailingZeros(flags)] += by
		}
	}
	rows := gradient[m.net(int(p.set)):]
	for _, q := range p.pairs {
		row := rows[int(q.index)*nnue.AccumulatorSize:][:nnue.AccumulatorSize]
		for i := range row {
			row[i] += float64(q.n) * slopes[i]
		}
	}
}

// initNet sets the networks whose output weights are 0 to random numbers: from 0 no gradient would move them.
func (m *model) initNet(theta []float64, rng *rand.Rand) {
	for set := range m.names {
		empty := true
		for i := range hiddenUnits {
			empty = empty && *m.unit(theta, set, i).out() == 0
		}
		if !empty {
			continue
		}
		for i := (emptyPair + 1) * nnue.AccumulatorSize; i < accumulatorSize; i++ {
			theta[m.net(set)+i] = 0.05 * rng.NormFloat64()
		}
		for i := range hiddenUnits {
			u := m.unit(theta, set, i)
			for k := range u.inputs() {
				u.inputs()[k] = rng.NormFloat64() / math.Sqrt(nnue.AccumulatorSize)
			}
			*u.out() = 0.1 * rng.NormFloat64() / math.Sqrt(nnue.HiddenSize)
		}
	}
}

// convertNet converts a set's pair net, in units of scale.
func (m *model) convertNet(to direction, theta []float64, set int, scale float64, n *nnue.PairNet) {
	rows := theta[m.net(set):]
	for own := range pattern.Classes { // pairs that do not occur stay 0
		for other := range pattern.Classes {
			i := int(pattern.Pair(own, other))
			row := rows[i*nnue.AccumulatorSize:]
			convert(to, row, n.FeatureWeights[i][:], nnue.PairFeatureScale, maxAccumulated)
		}
	}
	for i := range hiddenUnits {
		h, k, u := &n.Buckets[i/nnue.HiddenSize], i%nnue.HiddenSize, m.unit(theta, set, i)
		convert(to, u.inputs(), h.HiddenWeights[k][:], nnue.PairHiddenScale, nnue.MaxPairHidden)
		convert(to, u[nnue.AccumulatorSize:], h.HiddenBias[k:k+1], nnue.PairUnitScale, nnue.MaxPairBias)
		for f := range h.FlagWeights {
			convert(to, u.flags()[f:], h.FlagWeights[f][k:k+1], nnue.PairUnitScale, nnue.MaxPairBias)
		}
		convert(to, u[unitSize-1:], h.OutputWeights[k:k+1], nnue.OutputScale*scale, math.MaxInt16)
	}
}

// maxAccumulated is the most that a square may add to an accumulator element: the sum of hundreds must fit 16 bits.
const maxAccumulated = 8 * nnue.PairFeatureScale
