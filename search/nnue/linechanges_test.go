package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The changes around a stone are the same on every machine, with any number of neighbours and at any distance.
func TestListChangesAgreesWithItsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	index := NewLineIndex()
	for range 2_000 {
		stones := rng.Uint64() | rng.Uint64()>>rng.IntN(64)
		var lines [4]uint64
		for d := range lines {
			squares := rng.Uint64() & stones
			lines[d] = squares&^(3<<centreShift) | uint64(1+rng.IntN(2))<<centreShift
		}
		stride := 3 + rng.IntN(126)
		at, steps := Square(4*stride+rng.IntN(9_000)), [4]int{stride, stride + 1, 1, 1 - stride}
		var want, got [MostChanges]Change
		want[0] = index.Occupy(at)
		n := index.listChangesGeneric(&lines, at, &steps, &want)
		require.Equal(t, n, index.ListChanges(&lines, at, &steps, &got))
		require.Equal(t, want[:n], got[:n])
	}
}
