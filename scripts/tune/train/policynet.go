package train

import (
	"math"
	"math/rand/v2"
	"slices"

	"tahoun/board"
	"tahoun/search/nnue"
)

// The parameters of a policy net, see nnue.PolicyNet: its layers, the hidden layer, the weights of a square's own
// features, and the output weights.
const policyNetSize = layersSize + hiddenSize + flagsSize + bucketsSize + hiddenSize + nnue.HiddenSize

// A policyNetParams is the part of the parameters, or of their gradient, that belongs to a set's policy net.
type policyNetParams struct {
	layerParams
	hiddenParams
	square, out []float64
}

func (m *model) policyNet(theta []float64, set int) policyNetParams {
	rest := cutter(theta[m.policyNetAt(set):])
	return policyNetParams{rest.layers(), rest.hiddenLayer(), rest.cut(hiddenSize), rest.cut(nnue.HiddenSize)}
}

func (m *model) policyNetAt(set int) int { return m.tablesSize() + set*policyNetSize }

// policyLayers returns the layers of the policy nets for a set and for its opponent.
func (m *model) policyLayers(theta []float64, set int) [2]layerParams {
	return [2]layerParams{m.policyNet(theta, set).layerParams, m.policyNet(theta, m.opposite(set)).layerParams}
}

// A squareFeatures is the relus and convs of a square.
type squareFeatures [nnue.PooledSize]float64

// features returns the features of a candidate, which are 0 where no stone is near, and the index of its square.
func (c *choice) features(g *convLayers, candidate int) (f squareFeatures, at int, near bool) {
	at = g.index(&c.board, c.candidates[candidate].at)
	if near = g.near[at]; near {
		for i, v := range &g.layer1[at] {
			f[i] = max(v, 0)
		}
		for i, v := range &g.layer2[at] {
			f[2*channels+i] = max(v, 0)
		}
	}
	return f, at, near
}

// addPolicyNet adds the outputs of the policy nets to the logits of a choice's candidates.
func (m *model) addPolicyNet(c *choice, theta []float64, g *convLayers, logits []float64) {
	m.forwardPooled(&c.netInput, m.policyLayers(theta, int(c.set)), g)
	s := m.policyNet(theta, int(c.set))
	g.forwardHidden(&s.hiddenParams, &c.netInput)
	g.squareUnits = resized(g.squareUnits, len(logits))
	for i := range logits {
		features, _, _ := c.features(g, i)
		for u, unit := range g.units {
			for k, w := range (*squareFeatures)(s.square[u*nnue.PooledSize:]) {
				unit += w * features[k]
			}
			g.squareUnits[i][u] = unit
			logits[i] += max(unit, 0) * s.out[u]
		}
	}
}

// addPolicyNetGradient adds the gradient of addPolicyNet, which has filled g, for the slopes of the logits.
func (m *model) addPolicyNetGradient(c *choice, slopes, theta []float64, g *convLayers, gradient []float64) {
	s, to := m.policyNet(theta, int(c.set)), m.policyNet(gradient, int(c.set))
	g.clearSlopes()
	var board unitValues // slopes of the part that all squares share
	for i, slope := range slopes {
		features, at, near := c.features(g, i)
		var by squareFeatures
		for u, unit := range g.squareUnits[i] {
			if unit <= 0 {
				continue
			}
			to.out[u] += slope * unit
			unitSlope := slope * s.out[u]
			board[u] += unitSlope
			weights := (*squareFeatures)(s.square[u*nnue.PooledSize:])
			weightsTo := (*squareFeatures)(to.square[u*nnue.PooledSize:])
			for k, v := range features {
				weightsTo[k] += unitSlope * v
				by[k] += unitSlope * weights[k]
			}
		}
		if !near {
			continue
		}
		for k := range 2 * channels {
			g.slopes1[at][k] += by[k]
			g.slopes2[at][k] += by[2*channels+k]
		}
	}
	m.addPooledGradient(&c.netInput, &s.hiddenParams, &board, g, &to.hiddenParams, m.policyLayers(gradient, int(c.set)))
}

// initPolicyNet sets policy nets whose output weights are 0, from where no gradient would move them, to that for five
// or more, in units of scale, or to random numbers while that is 0 too.
func (m *model) initPolicyNet(theta []float64, scale float64, rng *rand.Rand) {
	_, freestyle := m.current.Of(board.Freestyle, board.X)
	for set := range m.names {
		s := m.policyNet(theta, set)
		if slices.ContainsFunc(s.out, func(v float64) bool { return v != 0 }) {
			continue
		}
		if net := &freestyle.Weights.PolicyNet; !net.IsZero() {
			m.convertPolicyNet(toParameters, theta, set, scale, net)
		} else {
			s.init(rng)
		}
	}
}

// init sets a net that is 0 to random numbers.
func (s policyNetParams) init(rng *rand.Rand) {
	s.layerParams.init(rng)
	for i := range s.square {
		s.square[i] = rng.NormFloat64() / math.Sqrt(nnue.PooledSize)
	}
	for i := range s.out {
		s.out[i] = 0.1 * rng.NormFloat64() / math.Sqrt(nnue.HiddenSize)
	}
}

// convertPolicyNet converts a set's policy net, in units of scale.
func (m *model) convertPolicyNet(to direction, theta []float64, set int, scale float64, n *nnue.PolicyNet) {
	s := m.policyNet(theta, set)
	m.convertLayers(to, &s.layerParams, set, &n.LineLayers)
	s.hiddenParams.convert(to, &n.LineHidden)
	for u := range n.SquareWeights {
		square := s.square[u*nnue.PooledSize:]
		convert(to, square, n.SquareWeights[u][:], nnue.PolicySquareScale, nnue.MaxPolicySquare)
	}
	convert(to, s.out, n.OutputWeights[:], nnue.PolicyOutputScale*scale, nnue.MaxPolicyOutput)
}
