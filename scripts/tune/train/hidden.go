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

func (h *hiddenParams) weightsOf(u int) *[nnue.PooledSize]float64 {
	return (*[nnue.PooledSize]float64)(h.hidden[u*nnue.PooledSize:])
}

func (h *hiddenParams) convert(to direction, n *nnue.LineHidden) {
	for u := range n.HiddenWeights {
		convert(to, h.weightsOf(u)[:], n.HiddenWeights[u][:], nnue.LineHiddenScale/poolScale, nnue.MaxLineHidden)
	}
	for f := range n.FlagWeights {
		convert(to, h.flags[f*nnue.HiddenSize:], n.FlagWeights[f][:], nnue.LineUnitScale, nnue.MaxLineBias)
	}
	for bucket := range n.HiddenBias {
		convert(to, h.bias[bucket*nnue.HiddenSize:], n.HiddenBias[bucket][:], nnue.LineUnitScale, nnue.MaxLineBias)
	}
}
