//go:build !amd64 && !arm64 && !386.sse2

package nnue

func (a *BoardAccumulator) update(changes []Change) { a.updateGeneric(changes, false) }
func (a *BoardAccumulator) undo(changes []Change)   { a.updateGeneric(changes, true) }

func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int) {
	hiddenLayerGeneric(units, weights, pooled, low, high, side)
}

func (a *BoardAccumulator) score(h *policyHead, board *hiddenUnits, at []Square, scores []int32) {
	a.scoreGeneric(h, board, at, scores)
}
