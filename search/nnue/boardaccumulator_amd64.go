package nnue

// The features of a square fill two registers of eight 16-bit numbers with SSE2, which every amd64 processor has, and
// one with AVX2, which most have.

func (a *BoardAccumulator) update(changes []Change) {
	switch {
	case len(changes) == 0:
	case useAVX2:
		updateAVX2(&a.sums[0], &a.convs[0], &a.transformer.weights[0], &a.pooled, &changes[0], len(changes), a.stride)
	default:
		updateSSE2(&a.sums[0], &a.convs[0], &a.transformer.weights[0], &a.pooled, &changes[0], len(changes), a.stride)
	}
}

func (a *BoardAccumulator) undo(changes []Change) {
	switch {
	case len(changes) == 0:
	case useAVX2:
		undoAVX2(&a.sums[0], &a.convs[0], &a.transformer.weights[0], &changes[0], len(changes), a.stride)
	default:
		undoSSE2(&a.sums[0], &a.convs[0], &a.transformer.weights[0], &changes[0], len(changes), a.stride)
	}
}

// Processor and system support AVX2, and the parts of AVX-512 that the kernels for VNNI need: F, BW, VL and VNNI.
var useAVX2, useVNNI = vectorExtensions()

func vectorExtensions() (avx2, vnni bool)

// updateSSE2 and updateAVX2 are updateGeneric. They collect the changes of pooled in 16 bits over four changes, see
// kernelsUpdateCollect.
//
//go:noescape
func updateSSE2(sums, convs, weights *features, pooled *pooled, changes *Change, n, stride int)

//go:noescape
func updateAVX2(sums, convs, weights *features, pooled *pooled, changes *Change, n, stride int)

// undoSSE2 and undoAVX2 are updateGeneric with undo, but leave pooled alone.
//
//go:noescape
func undoSSE2(sums, convs, weights *features, changes *Change, n, stride int)

//go:noescape
func undoAVX2(sums, convs, weights *features, changes *Change, n, stride int)

// hiddenLayer is hiddenLayerGeneric.
//
//go:noescape
func hiddenLayer(units *hiddenUnits, weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, side int)

func (a *BoardAccumulator) score(h *policyHead, board *hiddenUnits, at []Square, scores []int32) {
	switch {
	case useVNNI:
		scoreVNNI(&a.sums[0], &a.convs[0], &h.squares, h.output, board, &at[0], &scores[0], len(at))
	case useAVX2:
		scoreAVX2(&a.sums[0], &a.convs[0], &h.squares, h.output, board, &at[0], &scores[0], len(at))
	default:
		scoreSSE2(&a.sums[0], &a.convs[0], &h.squares, h.output, board, &at[0], &scores[0], len(at))
	}
}

// scoreSSE2, scoreAVX2 and scoreVNNI are scoreGeneric.
//
//go:noescape
func scoreSSE2(
	sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
	at *Square, scores *int32, n int,
)

//go:noescape
func scoreAVX2(
	sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
	at *Square, scores *int32, n int,
)

//go:noescape
func scoreVNNI(
	sums, convs *features, weights *pairedWeights, output *[HiddenSize]int16, board *hiddenUnits,
	at *Square, scores *int32, n int,
)
