package nnue

// The features of a square fill two registers of eight 16-bit numbers (NEON).

func (a *BoardAccumulator) update(changes []Change) {
	if len(changes) > 0 {
		updateNEON(&a.sums[0], &a.convs[0], &a.transformer.weights[0], &a.pooled, &changes[0], len(changes), a.stride)
	}
}

func (a *BoardAccumulator) undo(changes []Change) {
	if len(changes) > 0 {
		undoNEON(&a.sums[0], &a.convs[0], &a.transformer.weights[0], &changes[0], len(changes), a.stride)
	}
}

// updateNEON is updateGeneric. It collects the changes of pooled in 16 bits over four changes, see
// kernelsUpdateCollect.
//
//go:noescape
func updateNEON(sums, convs, weights *features, pooled *pooled, changes *Change, n, stride int)

// undoNEON is updateGeneric with undo, but leaves pooled alone.
//
//go:noescape
func undoNEON(sums, convs, weights *features, changes *Change, n, stride int)

// hiddenLayer is hiddenLayerGeneric.
//
//go:noescape
func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int)

func (a *BoardAccumulator) score(h *policyHead, board *hiddenUnits, at []Square, scores []int32) {
	scoreNEON(&a.sums[0], &a.convs[0], &h.squares, h.output, board, &at[0], &scores[0], len(at))
}

// scoreNEON is scoreGeneric.
//
//go:noescape
func scoreNEON(
	sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
	at *Square, scores *int32, n int,
)
