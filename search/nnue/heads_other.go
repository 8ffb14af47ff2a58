//go:build !amd64

package nnue

func (b *bucket) evaluate(acc PairAccumulator, flags int) int { return b.evaluateGeneric(acc, flags) }

func (h *valueHead) evaluate(pooled *pooled, side, flags, bucket int) int {
	return h.evaluateGeneric(pooled, side, flags, bucket)
}
