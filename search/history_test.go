package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// However moves are rewarded and punished, counts stay within the limit, and the last reward or punishment moves them
// that way unless they are there.
func TestCountsStayWithinTheirLimit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		var count int16
		lean := rng.IntN(historyLimit)
		for range 200 {
			bonus := max(-historyLimit/2, min(rng.IntN(2*historyLimit)-lean, historyLimit/2))
			before := count
			applyGravity(&count, bonus)
			require.LessOrEqual(t, max(count, -count), int16(historyLimit))
			require.GreaterOrEqual(t, int(count-before)*bonus, 0)
		}
	}
}

// On 15x15 every square behind every stone, or behind none, has a place of its own.
func TestRepliesOn15x15ShareNoPlace(t *testing.T) {
	p := newPosition(board.New(15, 15), board.X, newRuleTables(board.Freestyle))
	seen := map[contHistIndex]bool{}
	see := func() {
		for c := range cell(p.cells) {
			at := p.contHistBase() + contHistIndex(c)
			require.False(t, seen[at], "%v behind %v", c, p.now().move)
			seen[at] = true
		}
	}
	require.Equal(t, noCell, p.now().move)
	see()
	for c := range cell(p.cells) {
		p.make(c)
		see()
		p.unmake()
	}
}

// A move that was too good is rewarded, and those that were tried before it are punished: as moves of the side, and as
// replies to the last stone.
func TestRemember(t *testing.T) {
	b := board.New(15, 15)
	p := newPosition(b, board.X, newRuleTables(board.Freestyle))
	p.make(112)
	s := newWorker(p, nil, &DefaultParams)
	known, good := cell(96), cell(128)
	pick := s.picker(known, openTwoFilter)
	tried := []cell{s.next(&pick, false)}
	for tried[len(tried)-1] != good {
		tried = append(tried, s.next(&pick, false))
	}
	s.updateHistories(good, 4, &pick)
	for c := range cell(p.cells) {
		history, replies := s.history[p.side][c], s.contHist[p.side][p.contHistBase()+contHistIndex(c)]
		switch {
		case c == good:
			assert.Positive(t, history)
			assert.Positive(t, replies)
		case slices.Contains(tried, c):
			assert.Negative(t, history)
			assert.Negative(t, replies)
		default:
			assert.Zero(t, history)
			assert.Zero(t, replies)
		}
	}
	p.unmake()
	assert.Zero(t, s.contHist[p.side^1][p.contHistBase()+contHistIndex(good)], "no reply to that stone")
	assert.Equal(t, good, s.countermoves[0][112])
}
