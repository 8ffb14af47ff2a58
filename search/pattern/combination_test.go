package pattern_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search/pattern"
)

// Codes of the same shapes have one number, and the numbers ascend with the shapes, the highest first.
func TestCombination(t *testing.T) {
	var sets [][4]pattern.Shape
	numbered := map[[4]pattern.Shape]int{}
	for code := range pattern.Code(1 << 12 * uint32(pattern.Shapes)) {
		set := [4]pattern.Shape{code.Shape(0), code.Shape(1), code.Shape(2), code.Shape(3)}
		if slices.Max(set[:]) >= pattern.Shapes {
			continue
		}
		slices.Sort(set[:])
		slices.Reverse(set[:])
		if _, known := numbered[set]; !known {
			numbered[set] = code.Combination()
			sets = append(sets, set)
		}
		require.Equal(t, numbered[set], code.Combination(), "%v", set)
	}
	require.Len(t, sets, pattern.Combinations)
	slices.SortFunc(sets, func(a, b [4]pattern.Shape) int { return slices.Compare(a[:], b[:]) })
	for i, set := range sets {
		require.Equal(t, i, numbered[set], "%v", set)
	}
}

func TestEach(t *testing.T) {
	n := 0
	for i, code := range pattern.Each {
		assert.Equal(t, n, i)
		require.Equal(t, i, code.Combination())
		n++
	}
	assert.Equal(t, pattern.Combinations, n)
}
