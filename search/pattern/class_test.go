package pattern_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/search/pattern"
)

// The counts are those of Rapfi's table of cell patterns (commit 3aedf3a) over all codes. It calls every double three
// of renju's x FORBID, where ours are suspect.
func TestClassFrequencies(t *testing.T) {
	for forbids, want := range map[bool][pattern.Classes]int{
		false: {625, 0, 1500, 500, 1971, 1965, 1000, 4832, 2248, 500, 2416, 2408, 8596, 9855},
		true:  {256, 13201, 768, 256, 1377, 1439, 512, 3584, 0, 256, 1792, 1536, 3584, 9855},
	} {
		var got [pattern.Classes]int
		for _, code := range pattern.Each {
			orders := map[pattern.Code]bool{}
			for _, c := range code.Permutations() {
				orders[c] = true
			}
			class, suspect := code.Class(forbids)
			if suspect {
				class = pattern.Forbidden
			}
			got[class] += len(orders)
		}
		assert.Equal(t, want, got)
	}
}
