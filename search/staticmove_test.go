package search

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/threat"
)

// In a continuous game, where the finished row turns into walls, of two fives the one is played that
// also stops the opponent.
func TestContinuousFiveThatLeavesTheBetterBoard(t *testing.T) {
	tests := []struct {
		name, rows string
		want       board.Point
	}{
		{"the row ends before an open three", `
			----------
			----------
			----------
			------o---
			------o---
			------o---
			--xxxx----
			----------
			----------
			----------`, board.Point{X: 6, Y: 6}},
		{"at its other end", `
			----------
			----------
			----------
			-o--------
			-o--------
			-o--------
			--xxxx----
			----------
			----------
			----------`, board.Point{X: 1, Y: 6}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			move, note := run(testJob(boardtest.Parse(test.rows), board.X, board.Continuous, 1000))
			assert.Equal(t, "five", note)
			assert.Equal(t, test.want, move)
		})
	}
}

// The fallback move is legal, wins where a move wins, or else stops a five, and lies near stones where there are any.
func TestFallbackMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	wins, stops := 0, 0
	for i := range 900 {
		b := boardtest.Sprinkle(rng, 5+rng.IntN(12), 5+rng.IntN(12), rng.IntN(60), rng.IntN(10))
		rule, side := boardtest.EveryRule[i%len(boardtest.EveryRule)], board.X+board.Stone(rng.IntN(2))
		legal := boardtest.Empties(b)
		if len(legal) == 0 {
			continue
		}
		legal = slices.DeleteFunc(legal, func(p board.Point) bool { return rule.Forbids(side) && b.Forbidden(p, rule) })
		before := boardtest.Text(b)
		move := FallbackMove(b, side, rule)
		require.Equal(t, before, boardtest.Text(b))
		if len(legal) == 0 {
			require.Equal(t, board.Empty, b.At(move))
			continue
		}
		require.Contains(t, legal, move, "%v, rule %d\n%s", side, rule, before)
		are := func(good func(board.Point) bool) bool { return slices.ContainsFunc(legal, good) }
		win := func(p board.Point) bool { return b.Wins(p, side, rule) }
		stop := func(p board.Point) bool { return b.Wins(p, side.Other(), rule) }
		near := func(p board.Point) bool { return b.Beside(p, 2) }
		switch {
		case are(win):
			wins++
			require.True(t, win(move), "%v does not win\n%s", move, before)
		case are(stop):
			stops++
			require.True(t, stop(move), "%v does not stop a five\n%s", move, before)
		case are(near):
			require.True(t, near(move), "%v is far away\n%s", move, before)
		}
	}
	assert.Greater(t, wins, 30)
	assert.Greater(t, stops, 30)
}

func TestFallbackMoveInKnownPositions(t *testing.T) {
	tests := []struct {
		name, board string
		side        board.Stone
		want        []board.Point
	}{
		{"an empty board", strings.Repeat("---------\n", 9), board.X, []board.Point{{X: 4, Y: 4}}},
		{"makes an open four of a three", "---------\n---------\n---------\n---xxx---\n---o-----\n---o-----\n---------\n", board.X, []board.Point{{X: 2, Y: 3}, {X: 6, Y: 3}}},
		{"stops an open three", "----------\n---------o\n----------\n---xxx----\n----------\n-------o--\n----------\n", board.O, []board.Point{{X: 2, Y: 3}, {X: 6, Y: 3}}},
	}
	for _, test := range tests {
		assert.Contains(t, test.want, FallbackMove(boardtest.Parse(test.board), test.side, board.Freestyle), test.name)
	}
}

// BenchmarkFallbackMove is a look at a middle game on 20x20.
func BenchmarkFallbackMove(b *testing.B) {
	middle := boardtest.Sprinkle(rand.New(rand.NewPCG(1, 2)), 20, 20, 10, 0)
	for b.Loop() {
		FallbackMove(middle, board.X, board.Freestyle)
	}
}

// Where no square near a stone is left the game goes on elsewhere: nobody is lost.
func TestNothingNear(t *testing.T) {
	e := testJob(boardtest.Parse("x-o-########---"), board.X, board.Freestyle, 20_000)
	move, note := run(e)
	score, sure := e.Score()
	assert.Zero(t, score, "%v %s", move, note)
	assert.False(t, sure)
}

// An answer at once plays a win by threats, and drops only moves that lose to one. With time to search
// it does neither.
func TestVCTAtOnce(t *testing.T) {
	won, dropped := 0, 0
	for seed := range boardtest.Sweep(60) {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		b := boardtest.Sprinkle(rand.New(rand.NewPCG(uint64(seed), 61)), 12, 12, 10, 2)
		patient := testJob(b, board.X, rule, 1)
		_, note := patient.StaticMove()
		require.NotContains(t, note, "wins by threats")
		hasty := engine(rule).NewJob(b, board.X, Limits{})
		if _, note = hasty.StaticMove(); strings.Contains(note, "wins by threats") {
			won++
		}
		if hasty.settled || patient.settled {
			continue
		}
		for _, m := range patient.roots {
			if slices.ContainsFunc(hasty.roots, func(kept rootMove) bool { return kept.move == m.move }) {
				continue
			}
			dropped++
			patient.p.Make(m.move)
			require.True(t, new(threat.VCT).Solve(patient.p, 10*staticVCTNodes), "%v\n%v", patient.p.Point(m.move), boardtest.Text(b))
			patient.p.Unmake()
		}
	}
	assert.Greater(t, won, 3)
	assert.Greater(t, dropped, 15)
}
