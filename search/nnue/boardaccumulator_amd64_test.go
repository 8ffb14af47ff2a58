package nnue

import "testing"

// Without AVX2 the results are the same.
func TestSSE2AgreesWithPlainLoops(t *testing.T) {
	defer func(was bool) { useAVX2 = was }(useAVX2)
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
