package search

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// The fives among the threats are the squares that win, and the strongest threats come first.
func TestThreats(t *testing.T) {
	fives := 0
	for seed := range 200 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		b := boardtest.Clash(rand.New(rand.NewPCG(uint64(seed), 85)), 8, 8, 25)
		want, got := map[Threat]bool{}, map[Threat]bool{}
		for _, at := range boardtest.Empties(b) {
			for _, side := range []board.Stone{board.X, board.O} {
				if b.Wins(at, side, rule) {
					want[Threat{at, side, pattern.WinningRow}] = true
				}
			}
		}
		all := testJob(b, board.X, rule, 1).Threats()
		for i, threat := range all {
			require.True(t, i == 0 || all[i-1].Class >= threat.Class)
			require.False(t, rule.Forbids(threat.Side) && b.Forbidden(threat.At, rule))
			if threat.Class == pattern.WinningRow {
				got[threat] = true
			}
		}
		require.Equal(t, want, got, boardtest.Text(b))
		fives += len(got)
	}
	assert.Greater(t, fives, 100)
}

// A forced win of either side is one if that side moves, its line can be played to the five, and the position stays as
// it was.
func TestForcedWin(t *testing.T) {
	found := map[board.Stone]int{}
	for seed := range 300 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		b := boardtest.Clash(rand.New(rand.NewPCG(uint64(seed), 86)), 8, 7, 20)
		j := testJob(b, board.X, rule, 1)
		key := j.p.Now().Key
		for _, side := range []board.Stone{board.X, board.O} {
			win, ok := j.ForcedWin(side, 2000)
			require.Equal(t, key, j.p.Now().Key)
			if !ok {
				continue
			}
			require.Equal(t, win.Move, win.Line[0])
			require.Equal(t, position.WinScore-win.Plies, win.Score)
			if win.Plies > 5 {
				continue
			}
			found[side]++
			require.True(t, boardtest.MustWin(b, side, rule, win.Plies), "%v %v\n%s", side, win, boardtest.Text(b))
		}
	}
	assert.Greater(t, found[board.X], 30)
	assert.Greater(t, found[board.O], 30)
}

// A job that was given up asks each of its searches for hardly a node, and still answers with a legal move.
func TestGivenUp(t *testing.T) {
	done := make(chan struct{})
	close(done)
	for seed := range 20 {
		b := boardtest.Clash(rand.New(rand.NewPCG(uint64(seed), 87)), 12, 12, 30)
		j := engine(board.Freestyle).NewJob(b, board.X, Limits{Turn: time.Minute, Left: NoLimit, Done: done})
		_, found := j.ForcedWin(board.X, 20_000)
		require.True(t, found == (j.p.WinIn() > 0) || j.vct.Visited() == 1)
		move, _ := j.StaticMove()
		require.Equal(t, board.Empty, b.At(move))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		j.Think(ctx, func(board.Point, string) {})
		require.Less(t, j.vcf.Visited(), 2)
		require.LessOrEqual(t, j.worker.nodes, uint64(checkEvery))
	}
}
