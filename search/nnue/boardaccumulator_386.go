//go:build 386.sse2

package nnue

// A register of eight 16-bit numbers (SSE2) holds the features of one perspective. The perspectives do not depend on
// each other, and the eight registers suffice for one.

func (a *BoardAccumulator) update(changes []Change) {
	if len(changes) == 0 {
		return
	}
	weights := &a.transformer.weights[0]
	for at := 0; at < 2*Channels; at += Channels {
		updateHalf(&a.sums[0][at], &a.convs[0][at], &weights[at], &a.pooled[0][at], &changes[0], len(changes), a.stride)
	}
}

func (a *BoardAccumulator) undo(changes []Change) {
	if len(changes) == 0 {
		return
	}
	for at := 0; at < 2*Channels; at += Channels {
		undoHalf(&a.sums[0][at], &a.convs[0][at], &a.transformer.weights[0][at], &changes[0], len(changes), a.stride)
	}
}

// updateHalf is updateGeneric for one perspective: the pointers lead to its half of the first features. It collects the
// changes of pooled in 16 bits over four changes, see kernelsUpdateCollect.
//
//go:noescape
func updateHalf(sums, convs, weights *int16, pooled *int32, changes *Change, n, stride int)

// undoHalf is updateGeneric with undo for one perspective, but leaves pooled alone.
//
//go:noescape
func undoHalf(sums, convs, weights *int16, changes *Change, n, stride int)

// hiddenLayer is hiddenLayerGeneric.
//
//go:noescape
func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int)

func (a *BoardAccumulator) score(h *policyHead, board *hiddenUnits, at []Square, scores []int32) {
	scoreSSE2(&a.sums[0], &a.convs[0], &h.squares, h.output, board, &at[0], &scores[0], len(at))
}

// scoreSSE2 is scoreGeneric.
//
//go:noescape
func scoreSSE2(
	sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
	at *Square, scores *int32, n int,
)
