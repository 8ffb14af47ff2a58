package pattern_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/pattern"
)

// frequencies counts how often x makes each shape over all keys.
func frequencies(s *pattern.Set) map[pattern.Shape]int {
	n := map[pattern.Shape]int{}
	for key := range uint32(1) << (4 * s.Reach) {
		n[pattern.Shape(s.Both(key&(1<<(2*s.Reach)-1), key>>(2*s.Reach))&15)]++
	}
	return n
}

// The counts were published for another program's tables over the same keys.
func TestFrequencies(t *testing.T) {
	for _, c := range []struct {
		name string
		rule board.Rule
		want map[pattern.Shape]int
	}{
		{"five or more", board.Freestyle, map[pattern.Shape]int{
			pattern.Five: 1024, pattern.OpenFour: 313, pattern.Four: 3214,
			pattern.OpenThree: 582, pattern.OpenThreeTwo: 78, pattern.BlockedThree: 3890,
		}},
		{"exactly five", board.ExactFive, map[pattern.Shape]int{
			pattern.Five: 11520, pattern.OpenFour: 2817, pattern.Four: 40446,
			pattern.OpenThree: 6642, pattern.OpenThreeTwo: 603, pattern.BlockedThree: 52623,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := frequencies(pattern.Build(c.rule))
			for shape, n := range c.want {
				assert.Equal(t, n, got[shape], "shape %d", shape)
			}
		})
	}
}

func TestReach(t *testing.T) {
	for rule, want := range map[board.Rule]int{
		board.Freestyle: 4, board.Continuous: 4, board.ExactFive: 5, board.Renju: 5, board.Caro: 5,
	} {
		s := pattern.Build(rule)
		require.Equal(t, want, s.Reach)
	}
}

func BenchmarkBuild(b *testing.B) {
	for name, rule := range map[string]board.Rule{
		"freestyle": board.Freestyle, "exact": board.ExactFive, "renju": board.Renju, "caro": board.Caro,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pattern.Build(rule)
			}
		})
	}
}
