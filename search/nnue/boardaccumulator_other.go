//go:build !amd64 && !arm64 && !386.sse2

package nnue

func (a *BoardAccumulator) update(changes []Change) { a.updateGeneric(changes, false) }
func (a *BoardAccumulator) undo(changes []Change)   { a.updateGeneric(changes, true) }

func hiddenLayer(units *[HiddenSize]int32, weights *pairedWeights, pooled *pooled, low, high *[HiddenSize]int32, side int) {
	hiddenLayerGeneric(units, weights, pooled, low, high, side)
}

func (a *BoardAccumulator) score(h *policyHead, board *[HiddenSize]int32, at []Square, scores []int32) {
	a.scoreGeneric(h, board, at, scores)
}
