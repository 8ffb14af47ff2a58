package nnue

import "testing"

// Without AVX-512 the results are the same, and without AVX2.
func TestOlderProcessorsAgreeWithPlainLoops(t *testing.T) {
	defer func(avx2, vnni bool) { useAVX2, useVNNI = avx2, vnni }(useAVX2, useVNNI)
	useVNNI = false
	TestPolicyScores(t)
	useAVX2 = false
	TestBoardAccumulatorAgreesWithPlainLoops(t)
	TestPolicyScores(t)
	TestPairEvaluatorAgreesWithPlainLoops(t)
	TestValueHeadAgreesWithPlainLoops(t)
}

func BenchmarkSSE2(b *testing.B) {
	defer func(was bool) { useAVX2 = was }(useAVX2)
	useAVX2 = false
	BenchmarkBoardAccumulator(b)
}
