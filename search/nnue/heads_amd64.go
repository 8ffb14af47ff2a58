package nnue

// With AVX2 a head is one kernel, from the accumulator to the output.

func (b *bucket) evaluate(acc PairAccumulator, flags int) int {
	if !useAVX2 {
		return b.evaluateGeneric(acc, flags)
	}
	low, high := b.biases(flags)
	return int(pairHeadAVX2(acc.low, acc.high, &b.inputs, low, high, b.output) / (PairUnitScale * OutputScale))
}

func (h *valueHead) evaluate(pooled *pooled, side, flags, bucket int) int {
	if !useAVX2 {
		return h.evaluateGeneric(pooled, side, flags, bucket)
	}
	low, high := h.biases(flags, bucket)
	v := valueHeadAVX2(&h.weights, pooled, low, high, &h.output[bucket], side)
	return int(v / (LineUnitScale * OutputScale))
}

// pairHeadAVX2 computes bucket.evaluateGeneric but for the last division. The hidden units fit 32 bits: see
// MaxPairHidden and MaxPairBias.
//
//go:noescape
func pairHeadAVX2(low, high uint64, weights *pairInputs, lowBiases, highBiases *biases, output *[HiddenSize]int16) int64

// valueHeadAVX2 computes valueHead.evaluateGeneric but for the last division.
//
//go:noescape
func valueHeadAVX2(
	weights *pairedWeights, pooled *pooled, low, high *hiddenUnits, output *[HiddenSize]int16, side int,
) int64
