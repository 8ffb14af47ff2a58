package nnue

import "math"

// Plain loops that do the same as the assembly.

// updateGeneric makes changes, or takes them back.
func (a *BoardAccumulator) updateGeneric(changes []Change, undo bool) {
	for _, c := range changes {
		from, to := &a.transformer.weights[c.From], &a.transformer.weights[c.To]
		if undo {
			from, to = to, from
		}
		sum := &a.sums[c.At]
		var centre, neighbours features // changes of their convs
		for i := range centre {
			centre[i] = to[i] - from[i]
			before := max(sum[i], 0)
			sum[i] += centre[i]
			neighbours[i] = max(sum[i], 0) - before
			a.pooled[0][i] += int32(neighbours[i])
			if i%Channels >= Channels/2 {
				neighbours[i] = -neighbours[i]
			}
		}
		a.addConv(int(c.At), &centre)
		for _, row := range [...]int{-a.stride, 0, a.stride} {
			a.addConv(int(c.At)+row-1, &neighbours)
			if row != 0 {
				a.addConv(int(c.At)+row, &neighbours)
			}
			a.addConv(int(c.At)+row+1, &neighbours)
		}
	}
}

// addConv adds to the convolution of a square.
func (a *BoardAccumulator) addConv(at int, by *features) {
	conv := &a.convs[at]
	for i := range conv {
		before := max(conv[i], 0)
		conv[i] += by[i]
		a.pooled[1][i] += int32(max(conv[i], 0) - before)
	}
}

// hiddenLayerGeneric sets units to the hidden layer of a side, before the ReLU: low, high and the weights times pooled.
func hiddenLayerGeneric(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int) {
	*units = plus(low, high)
	for i := range PooledSize {
		perspective := i/Channels&1 ^ side
		input := pooled[i/(2*Channels)][perspective*Channels+i%Channels] >> pooledShift
		input = max(math.MinInt16, min(input, math.MaxInt16))
		for u := range units {
			units[u] += int32(weights[i/2][u][i%2]) * input
		}
	}
}

// scoreGeneric sets scores to the outputs of squares, in policyInputScale*PolicyOutputScale. board is the part of the
// hidden layer that all squares share.
func (a *BoardAccumulator) scoreGeneric(h *policyHead, board *hiddenUnits, at []Square, scores []int32) {
	for n, square := range at {
		units, sum, conv := *board, &a.sums[square], &a.convs[square]
		for i := range 2 * Channels {
			relu, convRelu := int32(max(sum[i], 0)), int32(max(conv[i], 0))
			for u := range units {
				units[u] += int32(h.squares[i/2][u][i%2])*relu + int32(h.squares[Channels+i/2][u][i%2])*convRelu
			}
		}
		v := int32(0)
		for u, unit := range units {
			v += max(0, min(unit>>inputShift, math.MaxInt16)) * int32(h.output[u])
		}
		scores[n] = v
	}
}
