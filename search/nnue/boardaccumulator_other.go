//go:build !amd64 && !arm64 && !386.sse2

package nnue

func (a *BoardAccumulator) update(changes []Change) { a.updateGeneric(changes, false) }
func (a *BoardAccumulator) undo(changes []Change)   { a.updateGeneric(changes, true) }
func (a *BoardAccumulator) redo(changes []Change)   { a.updateGeneric(changes, false) }

func hiddenLayer(units *[HiddenSize]int32, weights *[PooledSize / 2][HiddenSize][2]int16, pooled *pooled, low, high *[HiddenSize]int32, side int) {
	hiddenLayerGeneric(units, weights, pooled, low, high, side)
}

func (a *BoardAccumulator) score(output *policyOutput, at []Square, scores []int32) {
	a.scoreGeneric(output, at, scores)
}
