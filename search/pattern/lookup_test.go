package pattern_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/pattern"
)

// frequencies counts how often a side makes each shape over all keys.
func frequencies(s *pattern.Table, side int) (n [pattern.Shapes]int) {
	for key := range uint32(1) << (4 * s.Reach) {
		n[s.Lookup(key&(1<<(2*s.Reach)-1), key>>(2*s.Reach))>>(4*side)&15]++
	}
	return n
}

// The counts are those of Rapfi's tables (commit 3aedf3a) over the same keys: its letters stand for our shapes.
func TestFrequencies(t *testing.T) {
	for _, c := range []struct {
		name string
		rule board.Rule
		side int
		want [pattern.Shapes]int // DEAD OL, B1 F1 B2, F2 F2A F2B, B3 F3 F3S, B4 F4 F5
	}{
		{"five or more", board.Freestyle, 0, [...]int{53248, 0, 448, 121, 2135, 400, 70, 13, 3890, 582, 78, 3214, 313, 1024}},
		{"exactly five", board.ExactFive, 0, [...]int{884547, 4864, 6489, 1710, 30177, 5229, 810, 99, 52623, 6642, 603, 40446, 2817, 11520}},
		{"renju, x", board.Renju, 0, [...]int{884547, 5377, 6489, 1710, 30456, 5058, 720, 81, 53388, 6048, 432, 40446, 2304, 11520}},
		{"renju, o", board.Renju, 1, [...]int{851968, 0, 7168, 1936, 34160, 6400, 1120, 208, 62240, 9312, 1248, 51424, 5008, 16384}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, frequencies(pattern.NewTable(c.rule), c.side))
		})
	}
}

func TestReach(t *testing.T) {
	for rule, want := range map[board.Rule]int{
		board.Freestyle: 4, board.Continuous: 4, board.ExactFive: 5, board.Renju: 5, board.Caro: 5,
	} {
		s := pattern.NewTable(rule)
		require.Equal(t, want, s.Reach)
	}
}

func BenchmarkNewTable(b *testing.B) {
	for name, rule := range map[string]board.Rule{
		"freestyle": board.Freestyle, "exact": board.ExactFive, "renju": board.Renju, "caro": board.Caro,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pattern.NewTable(rule)
			}
		})
	}
}
