package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// analyse returns the last analysis of a job.
func analyse(j *Job, n int) (last Analysis) {
	j.Analyse(context.Background(), n, func(a Analysis) { last = a })
	return last
}

// Analyse with one move finds the move that StaticMove and Think find, after as many nodes.
func TestAnalyseOneMove(t *testing.T) {
	for seed := range 30 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		b := boardtest.Sprinkle(rand.New(rand.NewPCG(uint64(seed), 80)), 15, 15, 4+seed%8, seed%3)
		plain, analysing := testJob(b, board.X, rule, 3000), testJob(b, board.X, rule, 3000)
		want, _ := run(plain)
		a := analyse(analysing, 1)
		require.Len(t, a.Moves, 1)
		assert.Equal(t, want, a.Moves[0].Move)
		assert.Equal(t, plain.nodes(), analysing.nodes())
	}
}

// The moves of an analysis are different and legal, the best comes first, and their lines can be played.
func TestAnalyse(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			for seed := range boardtest.Sweep(8) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+81))
				b := boardtest.Sprinkle(rng, 9+seed%7, 9+seed%5, 6, seed%4)
				before, n := b.Clone(), 1+rng.IntN(8)
				a := analyse(testJob(b, board.X, rule, 2000), n)
				require.Equal(t, before, b)
				require.NotEmpty(t, a.Moves)
				requireAllCandidates(t, b, rule, n, a)
				seen := map[board.Point]bool{}
				for i, v := range a.Moves {
					require.False(t, seen[v.Move], "%v twice", v.Move)
					seen[v.Move] = true
					require.True(t, i == 0 || a.Moves[i-1].Score >= v.Score, "%v", a)
					rated := v.Depth == 0 // one less than usual where the search ended first
					require.True(t, v.Plies == 1 || rated || v.Depth >= a.Depth-othersLag-1)
					require.Equal(t, v.Move, v.Line[0])
					requirePlayable(t, b, rule, v)
				}
			}
		})
	}
}

// requireAllCandidates checks that an analysis has n moves, or all candidates and a note on that.
func requireAllCandidates(t *testing.T, b *board.Board, rule board.Rule, n int, a Analysis) {
	t.Helper()
	candidates := len(testJob(b, board.X, rule, 1).Rate())
	require.Len(t, a.Moves, max(min(n, candidates), 1))
	if n > max(candidates, 1) {
		require.Equal(t, fmt.Sprintf("%d of %d moves: there are no other candidates", len(a.Moves), n), a.Note)
	} else {
		require.Empty(t, a.Note)
	}
}

// However few squares are empty or nodes allowed, an analysis has a row for each candidate that was asked for.
func TestAnalyseShowsEveryCandidate(t *testing.T) {
	for empties := 1; empties <= 6; empties++ {
		for seed := range boardtest.Sweep(4) {
			rng := rand.New(rand.NewPCG(uint64(seed), 85))
			b := boardtest.Sprinkle(rng, 6, 6, 0, 0)
			squares := boardtest.Empties(b)
			rng.Shuffle(len(squares), func(i, k int) { squares[i], squares[k] = squares[k], squares[i] })
			for i, at := range squares[empties:] {
				b.Set(at, board.X+board.Stone(i%2))
			}
			for _, n := range []int{1, 2, empties, 1000} {
				a := analyse(testJob(b, board.X, board.Freestyle, 300), n)
				requireAllCandidates(t, b, board.Freestyle, n, a)
			}
		}
	}
	b := boardtest.Middle(rand.New(rand.NewPCG(1, 86)), 20, 20)
	for _, nodes := range []uint64{1, 30, 300, 3000} {
		a := analyse(testJob(b, board.X, board.Freestyle, nodes), 1000)
		requireAllCandidates(t, b, board.Freestyle, 1000, a)
		assert.Greater(t, len(a.Moves), 20)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var last Analysis
	engine(board.Freestyle).NewJob(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22, Threads: 2}).Analyse(ctx, 30, func(a Analysis) { last = a })
	requireAllCandidates(t, b, board.Freestyle, 30, last)
}

// A note says that renju forbids every square, and that there are too many threats to tell the moves apart.
func TestAnalysisNote(t *testing.T) {
	for _, n := range []int{1, 5} {
		a := analyse(testJob(boardtest.Parse("xxx-xxx"), board.X, board.Renju, 1000), n)
		require.Len(t, a.Moves, 1)
		assert.Equal(t, a.Moves[0].Move.String()+" is forbidden, and so is every other square", a.Note)
	}
	b := board.New(120, 120)
	for at := range b.Points {
		if (at.X+at.Y)%5 != 0 {
			b.Set(at, board.X)
		}
	}
	a := analyse(testJob(b, board.X, board.Freestyle, 1000), 5)
	require.Len(t, a.Moves, 1)
	assert.Equal(t, "only the most urgent square: there are too many threats to count", a.Note)
}

// requirePlayable plays a line of x on a copy of b. A proven line ends with the game.
func requirePlayable(t *testing.T, b *board.Board, rule board.Rule, v Variation) {
	t.Helper()
	b = b.Clone()
	side := board.X
	for i, at := range v.Line {
		require.Equal(t, board.Empty, b.At(at), "%v\n%s", v, boardtest.Text(b))
		require.False(t, rule.Forbids(side) && b.Forbidden(at, rule), "%v\n%s", v, boardtest.Text(b))
		if b.Wins(at, side, rule) {
			require.Equal(t, len(v.Line)-1, i, "the line goes on after the five")
			require.Equal(t, side == board.X, v.Score > 0)
		}
		b.Set(at, side)
		side = side.Other()
	}
}

// A proof in an analysis is one, for the second-best moves too.
func TestAnalysedProofsAreProofs(t *testing.T) {
	won, lost := 0, 0
	for seed := range 150 {
		rule := boardtest.EveryRule[seed%len(boardtest.EveryRule)]
		rng := rand.New(rand.NewPCG(uint64(seed), 82))
		b := boardtest.Clash(rng, 7, 6, 14)
		for _, v := range analyse(testJob(b, board.X, rule, 2000), 5).Moves {
			if v.Plies == 0 || v.Plies > 5 {
				continue
			}
			if b.Wins(v.Move, board.X, rule) {
				require.Equal(t, 1, v.Plies)
				continue
			}
			b.Set(v.Move, board.X)
			if v.Score > 0 {
				won++
				require.True(t, boardtest.MustLose(b, board.O, rule, v.Plies-1), "%v\n%s", v, boardtest.Text(b))
			} else {
				lost++
				require.True(t, boardtest.MustWin(b, board.O, rule, v.Plies-1), "%v\n%s", v, boardtest.Text(b))
			}
			b.Set(v.Move, board.Empty)
		}
	}
	assert.Greater(t, won, 20)
	assert.Greater(t, lost, 20)
}

// A rating has all legal candidates, the best first, and takes no time that the limits have not.
func TestRate(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(1, 83)), 15, 15, 10, 0)
	j := testJob(b, board.X, board.Renju, 1000)
	all := j.Rate()
	assert.Len(t, all, len(j.p.Legal(j.p.Candidates(nil))))
	assert.True(t, slices.IsSortedFunc(all, func(a, b Variation) int { return b.Score - a.Score }))
	instant := engine(board.Renju).NewJob(b, board.X, Limits{})
	a := analyse(instant, 4)
	assert.Equal(t, all[:4], a.Moves)
}

// An analysis ends with its context, and reports what it has.
func TestAnalyseEnds(t *testing.T) {
	b := boardtest.Middle(rand.New(rand.NewPCG(1, 84)), 20, 20)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	j := engine(board.Freestyle).NewJob(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22, Threads: 2})
	var last Analysis
	j.Analyse(ctx, 3, func(a Analysis) {
		if last = a; a.Depth >= 4 {
			cancel()
		}
	})
	assert.Len(t, last.Moves, 3)
	assert.GreaterOrEqual(t, last.Depth, 4)
}

func TestChance(t *testing.T) {
	assert.InDelta(t, 0.5, Variation{}.Chance(), 1e-9)
	assert.InDelta(t, 0.731, Variation{Score: 200}.Chance(), 1e-3)
	assert.InDelta(t, 1, Variation{Score: 29000, Plies: 7}.Chance(), 0)
	assert.InDelta(t, 0, Variation{Score: -29000, Plies: 6}.Chance(), 0)
}
