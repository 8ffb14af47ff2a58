package nnue

import "testing"

// Processors without AVX2 come to the same.
func TestNarrowFieldAgreesWithPlainLoops(t *testing.T) {
	defer func(was bool) { wide = was }(wide)
	wide = false
	TestFieldAgreesWithPlainLoops(t)
}

func BenchmarkNarrowField(b *testing.B) {
	defer func(was bool) { wide = was }(wide)
	wide = false
	BenchmarkField(b)
}
