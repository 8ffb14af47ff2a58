//go:build amd64 || arm64 || 386.sse2

package nnue

// The assembly in boardaccumulator_amd64.s, _arm64.s, _386.s and heads_amd64.s keeps the features of a square and the
// hidden units in registers, so it is written for these sizes. With another one this file does not compile, and each
// error names the kernels to rewrite. The shifts and the fields of Change come from go_asm.h and need no care. Other
// processors run boardaccumulator_generic.go, which has any size.
var (
	_ = kernelsUpdateUndoHiddenLayerScore([Channels]struct{}{})
	_ = kernelsHiddenLayerScore([HiddenSize]struct{}{})
	_ = kernelsUpdateCollect
)

type (
	kernelsUpdateUndoHiddenLayerScore [8]struct{}  // the features of a perspective fill a register of 16 bytes
	kernelsHiddenLayerScore           [16]struct{} // the units fill four of them, as int32
)

// The kernels update collect the changes of pooled in 16 bits over four changes. Three line patterns add at most 3*9
// times 2*MaxLineFeature, and a stone 37*MaxLineFeature on its square and 8*4*MaxLineFeature around it.
const kernelsUpdateCollect int16 = (3*9*2 + 37 + 8*4) * MaxLineFeature
