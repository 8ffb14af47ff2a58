package train

import (
	"math"
	"math/bits"

	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/tune/dataset"
	"tahoun/search/weights"
)

// valueObjective is the objective of the evaluation v, in units of winning chances (log odds): the cross entropy
// of 1/(1+exp(-v)) and the target of each position. v is linear in the parameters, except for the nets.
type valueObjective struct {
	m         *model
	positions []position
}

func (o valueObjective) samples() int { return len(o.positions) }
func (o valueObjective) subset(most int) objective {
	return valueObjective{o.m, subsample(o.positions, most)}
}
func (o valueObjective) clamp(theta []float64) {
	for set := range o.m.names {
		o.m.conv(theta, set).clamp()
	}
}

func (o valueObjective) loss(i int, theta, gradient []float64) float64 {
	p := &o.positions[i]
	g := layersPool.Get().(*convLayers)
	defer layersPool.Put(g)
	v, layers := o.m.forward(p, theta, g)
	if gradient != nil {
		slope := logistic(v) - float64(p.target)
		o.m.addGradient(p, slope, gradient)
		o.m.addNetworkGradient(p, slope, theta, &layers, gradient)
		o.m.addConvGradient(p, slope, theta, g, gradient)
	}
	return crossEntropy(v, float64(p.target))
}

func (m *model) value(p *position, theta []float64) float64 {
	g := layersPool.Get().(*convLayers)
	defer layersPool.Put(g)
	v, _ := m.forward(p, theta, g)
	return v
}

// forward is value, and leaves the activations that the gradient needs in layers and g.
func (m *model) forward(p *position, theta []float64, g *convLayers) (v float64, layers netLayers) {
	v, layers = m.forwardNet(p, theta)
	return v + m.linear(p, theta) + m.forwardConv(p, theta, g), layers
}

func (o valueObjective) evaluateAll(theta []float64) []float64 {
	v := make([]float64, len(o.positions))
	parallel.Each(0, len(v), func(i int) { v[i] = o.m.value(&o.positions[i], theta) })
	return v
}

// linear is the part of value without the nets.
func (m *model) linear(p *position, theta []float64) float64 {
	v := m.threatValue(theta, int(p.set), int(p.threats))
	for _, f := range p.features {
		v += float64(f.count) * theta[f.index]
	}
	return v
}

// addGradient adds slope times the gradient of linear.
func (m *model) addGradient(p *position, slope float64, gradient []float64) {
	for _, f := range p.features {
		gradient[f.index] += slope * float64(f.count)
	}
	gradient[m.threat(int(p.set), int(p.threats))] += slope
	for rest := uint(p.threats) | weights.ThreatSets; rest != 0; rest &= rest - 1 {
		gradient[m.threatBit(int(p.set), bits.TrailingZeros(rest))] += slope
	}
}

func logistic(v float64) float64 { return 1 / (1 + math.Exp(-v)) }

// crossEntropy returns the loss of log odds v where the chance is target.
func crossEntropy(v, target float64) float64 {
	return max(v, 0) - target*v + math.Log1p(math.Exp(-math.Abs(v)))
}

// setTargets sets the targets: lambda times the result, and 1-lambda times the chance that the search's score gives at
// scoreScale. Where one of the two is unknown, the other is the whole target.
func setTargets(positions []position, lambda, scoreScale float64) {
	for i := range positions {
		p := &positions[i]
		switch chance := logistic(float64(p.score) / scoreScale); {
		case p.result == unknown:
			p.target = float32(chance)
		case p.score == dataset.NoScore:
			p.target = p.result
		default:
			p.target = float32(lambda*float64(p.result) + (1-lambda)*chance)
		}
	}
}

// scoreScale returns the scale at which the scores predict the results best.
func scoreScale(positions []position) float64 {
	return bestScale(func(scale float64) float64 {
		sum := 0.0
		for i := range positions {
			p := &positions[i]
			if p.result != unknown && p.score != dataset.NoScore && max(p.score, -p.score) < dataset.Proven {
				sum += crossEntropy(float64(p.score)/scale, float64(p.result))
			}
		}
		return sum
	})
}

// valueScale returns the scale at which the evaluation predicts the targets best.
func (o valueObjective) valueScale(theta []float64) float64 {
	v := o.evaluateAll(theta)
	return bestScale(func(scale float64) float64 {
		sum := 0.0
		for i := range v {
			sum += crossEntropy(v[i]/scale, float64(o.positions[i].target))
		}
		return sum
	})
}

// bestScale returns where between 1 and 10,000 loss is least, by golden section of its logarithm.
func bestScale(loss func(scale float64) float64) float64 {
	const golden = 0.6180339887498949
	low, high := 0.0, math.Log(10_000)
	a, b := high-golden*(high-low), low+golden*(high-low)
	atA, atB := loss(math.Exp(a)), loss(math.Exp(b))
	for high-low > 1e-3 {
		if atA < atB {
			high, b, atB = b, a, atA
			a = high - golden*(high-low)
			atA = loss(math.Exp(a))
		} else {
			low, a, atA = a, b, atB
			b = low + golden*(high-low)
			atB = loss(math.Exp(b))
		}
	}
	return math.Exp((low + high) / 2)
}
