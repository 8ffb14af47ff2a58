package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// Where each verdict depends on others without end, there is an answer all the same.
func TestForbiddenOnALattice(t *testing.T) {
	b := board.New(30, 30)
	for p := range b.Points {
		if (p.X+p.Y)%6 >= 4 {
			b.Set(p, board.X)
		}
	}
	p := newPosition(b, board.X, testRules(board.Renju))
	key := p.now().key
	p.legal(p.allEmpty())
	assert.Equal(t, key, p.now().key)
}

// The fast look at forbidden moves is board's slow one.
func TestForbiddenAgreesWithBoard(t *testing.T) {
	forbidden := 0
	for seed := range 2000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 9))
		b := board.New(9+rng.IntN(7), 9+rng.IntN(7))
		for range 10 + rng.IntN(40) {
			s := board.X
			if rng.IntN(5) < 2 {
				s = board.O
			}
			b.Set(board.Point{X: rng.IntN(b.Width()), Y: rng.IntN(b.Height())}, s)
		}
		p := newPosition(b, board.X, testRules(board.Renju))
		for _, c := range p.allEmpty() {
			want := b.Forbidden(p.point(c), board.Renju)
			require.Equal(t, want, p.forbidden(c), "%v on\n%v", p.point(c), text(b))
			forbidden += b2i(want)
		}
		require.Zero(t, p.depth)
	}
	assert.Greater(t, forbidden, 1000)
}
