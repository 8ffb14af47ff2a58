package train

import (
	"math/bits"

	"tahoun/search/nnue"
)

// A hiddenParams is the part that belongs to a hidden layer over pooled sums.
type hiddenParams struct{ hidden, flags, bias []float64 }

func (c *cutter) hiddenLayer() hiddenParams {
	return hiddenParams{c.cut(hiddenSize), c.cut(flagsSize), c.cut(bucketsSize)}
}

// forwardHidden computes the hidden units of the pooled sums.
func (c *convLayers) forwardHidden(s *hiddenParams, in *netInput) {
	for u := range c.units {
		unit := s.bias[int(in.bucket)*nnue.HiddenSize+u]
		weights := (*[nnue.PooledSize]float64)(s.hidden[u*nnue.PooledSize:])
		for i := range weights {
			unit += weights[i] * c.pooled[i]
		}
		for flags := uint(in.threats); flags != 0; flags &= flags - 1 {
			unit += s.flags[bits.TrailingZeros(flags)*nnue.HiddenSize+u]
		}
		c.units[u] = unit
	}
}

// addPooledGradient adds the gradient of forwardPooled and forwardHidden for the slopes of the units, and for those of
// the layers in g.
func (m *model) addPooledGradient(
	in *netInput, s *hiddenParams, slopes *unitValues, g *convLayers, to *hiddenParams, layers [2]layerParams,
) {
	var pooled [nnue.PooledSize]float64
	for u, by := range slopes {
		if by == 0 {
			continue
		}
		to.bias[int(in.bucket)*nnue.HiddenSize+u] += by
		for flags := uint(in.threats); flags != 0; flags &= flags - 1 {
			to.flags[bits.TrailingZeros(flags)*nnue.HiddenSize+u] += by
		}
		weights, weightsTo := s.weightsOf(u), to.weightsOf(u)
		for i := range weights {
			weightsTo[i] += by * g.pooled[i]
			pooled[i] += by * weights[i] / poolScale
		}
	}
	for _, at := range g.at {
		slopes1, slopes2 := &g.slopes1[at], &g.slopes2[at]
		for i := range slopes1 {
			slopes1[i] += pooled[i]
			slopes2[i] += pooled[2*channels+i]
		}
	}
	m.addLayersGradient(int(in.set), g, layers)
}

// weightsOf returns the hidden weights of a unit.
func (h *hiddenParams) weightsOf(u int) *[nnue.PooledSize]float64 {
	return (*[nnue.PooledSize]float64)(h.hidden[u*nnue.PooledSize:])
}

// load puts the weights of a hidden layer into h.
func (h *hiddenParams) load(n *nnue.LineHidden) {
	for u := range nnue.HiddenSize {
		for i, v := range n.HiddenWeights[u] {
			h.hidden[u*nnue.PooledSize+i] = float64(v) * poolScale / nnue.LineHiddenScale
		}
		for f := range n.FlagWeights {
			h.flags[f*nnue.HiddenSize+u] = float64(n.FlagWeights[f][u]) / nnue.LineUnitScale
		}
		for bucket := range n.HiddenBias {
			h.bias[bucket*nnue.HiddenSize+u] = float64(n.HiddenBias[bucket][u]) / nnue.LineUnitScale
		}
	}
}

// round rounds the weights of a hidden layer into n.
func (h *hiddenParams) round(n *nnue.LineHidden) {
	for u := range nnue.HiddenSize {
		for i := range n.HiddenWeights[u] {
			w := h.hidden[u*nnue.PooledSize+i] * nnue.LineHiddenScale / poolScale
			n.HiddenWeights[u][i] = round(w, nnue.MaxLineHidden)
		}
		for f := range n.FlagWeights {
			n.FlagWeights[f][u] = round32(h.flags[f*nnue.HiddenSize+u]*nnue.LineUnitScale, nnue.MaxLineBias)
		}
		for bucket := range n.HiddenBias {
			n.HiddenBias[bucket][u] = round32(h.bias[bucket*nnue.HiddenSize+u]*nnue.LineUnitScale, nnue.MaxLineBias)
		}
	}
}
