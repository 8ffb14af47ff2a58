package train

import (
	"math/rand/v2"
	"slices"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/weights"
)

// The parameters of a policy net, see nnue.PolicyNet: its layers, and the output weights.
const (
	outputsSize   = 4 * channels
	policyNetSize = layersSize + outputsSize
)

// A policyNetParams is the part of the parameters, or of their gradient, that belongs to a set's policy net.
type policyNetParams struct {
	layerParams
	out []float64
}

// policyNet returns the policy net of a set.
func (m *model) policyNet(theta []float64, set int) policyNetParams {
	rest := cutter(theta[m.policyNetAt(set):])
	return policyNetParams{rest.layers(), rest.cut(outputsSize)}
}

// policyNetAt returns where the parameters of a set's policy net begin.
func (m *model) policyNetAt(set int) int { return m.tablesSize() + set*policyNetSize }

// policyLayers returns the layers of the policy nets for a set and for its opponent.
func (m *model) policyLayers(theta []float64, set int) [2]layerParams {
	return [2]layerParams{m.policyNet(theta, set).layerParams, m.policyNet(theta, m.opposite(set)).layerParams}
}

// addPolicyNet adds the outputs of the policy nets to the logits of a choice's candidates.
func (m *model) addPolicyNet(c *choice, theta []float64, g *convLayers, logits []float64) {
	m.forwardLayers(&c.board, int(c.set), m.policyLayers(theta, int(c.set)), g)
	out := (*[outputsSize]float64)(m.policyNet(theta, int(c.set)).out)
	for i := range c.candidates {
		at := g.index(&c.board, c.candidates[i].at)
		if !g.near[at] {
			continue
		}
		for k, v := range &g.layer1[at] {
			logits[i] += max(v, 0) * out[k]
		}
		for k, v := range &g.layer2[at] {
			logits[i] += max(v, 0) * out[2*channels+k]
		}
	}
}

// addPolicyNetGradient adds the gradient of addPolicyNet, which has filled g, for the slopes of the logits.
func (m *model) addPolicyNetGradient(c *choice, slopes, theta []float64, g *convLayers, gradient []float64) {
	out, to := m.policyNet(theta, int(c.set)).out, m.policyNet(gradient, int(c.set)).out
	g.clearSlopes()
	for i, slope := range slopes {
		at := g.index(&c.board, c.candidates[i].at)
		if !g.near[at] {
			continue
		}
		for k, v := range &g.layer1[at] {
			to[k] += slope * max(v, 0)
			g.slopes1[at][k] += slope * out[k]
		}
		for k, v := range &g.layer2[at] {
			to[2*channels+k] += slope * max(v, 0)
			g.slopes2[at][k] += slope * out[2*channels+k]
		}
	}
	m.addLayersGradient(int(c.set), g, m.policyLayers(gradient, int(c.set)))
}

// initPolicyNet sets policy nets whose output weights are 0, from where no gradient would move them, to that for five or
// more, in units of scale, or to random numbers while that is 0 too.
func (m *model) initPolicyNet(theta []float64, scale float64, rng *rand.Rand) {
	_, freestyle := weights.Of(board.Freestyle, board.X)
	for set := range m.names {
		s := m.policyNet(theta, set)
		if slices.ContainsFunc(s.out, func(v float64) bool { return v != 0 }) {
			continue
		}
		if !freestyle.PolicyNet.IsZero() {
			m.loadPolicyNet(&freestyle.PolicyNet, set, scale, theta)
			continue
		}
		s.init(rng)
		for i := range s.out {
			s.out[i] = 0.3 * rng.NormFloat64()
		}
	}
}

// loadPolicyNet puts the weights of a policy net into theta, in units of scale.
func (m *model) loadPolicyNet(n *nnue.PolicyNet, set int, scale float64, theta []float64) {
	s := m.policyNet(theta, set)
	s.load(&n.LineLayers)
	for i, v := range n.OutputWeights {
		s.out[i] = float64(v) / (nnue.PolicyScale * scale)
	}
}

// roundPolicyNet rounds the weights of a set's policy net into n, times scale.
func (m *model) roundPolicyNet(theta []float64, set int, scale float64, n *nnue.PolicyNet) {
	s := m.policyNet(theta, set)
	m.roundLayers(&s.layerParams, set, &n.LineLayers)
	for i, v := range s.out {
		n.OutputWeights[i] = round(v*nnue.PolicyScale*scale, nnue.MaxPolicyOutput)
	}
}
