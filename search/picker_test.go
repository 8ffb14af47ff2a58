package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// Moves are handed out once each, the table's first and then the best ranked first, and behind tells how far each lies
// behind the best of those.
func TestPicker(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	total := 0
	for i := range 60 {
		p := newPosition(middle(rng, 15, 15), board.X, testRules(board.Freestyle))
		s := newWorker(p, nil, &DefaultParams)
		table := noCell
		if i%2 == 0 {
			plain := s.picker(noCell, strongFilter)
			s.next(&plain, false)
			table = s.next(&plain, false)
			s.moves = s.moves[:0]
		}
		pick, seen, best, last := s.picker(table, strongFilter), map[cell]bool{}, 0, 0
		if table != noCell {
			require.Equal(t, table, s.next(&pick, false))
			assert.Zero(t, s.orderGap(&pick))
			seen[table] = true
		}
		for n := 0; ; n++ {
			c := s.next(&pick, false)
			if c == noCell {
				break
			}
			require.False(t, seen[c])
			seen[c] = true
			m := s.moves[pick.left-1]
			require.Equal(t, c, m.cell())
			if n == 0 {
				best = m.score()
			} else {
				require.LessOrEqual(t, m.score(), last)
			}
			last = m.score()
			require.Equal(t, best-last, s.orderGap(&pick))
			total++
		}
	}
	assert.Greater(t, total, 500)
}
