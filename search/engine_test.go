package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
)

// Every board gets a legal move, with and without time.
func TestAlwaysALegalMove(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		for i, size := range [][2]int{{1, 1}, {1, 120}, {120, 1}, {2, 2}, {5, 5}, {7, 3}, {15, 15}, {20, 20}, {120, 120}} {
			for _, fill := range []int{0, 1, 20, 60, 95} {
				rng := rand.New(rand.NewPCG(uint64(fill), uint64(i)))
				b := boardtest.Sprinkle(rng, size[0], size[1], fill, fill/5)
				free := boardtest.Empties(b)
				if len(free) == 0 {
					b.Set(board.Point{}, board.Empty)
					free = boardtest.Empties(b)
				}
				for _, nodes := range []uint64{1, 500} {
					move, note := run(testJob(b, board.X, rule, nodes))
					require.Contains(t, free, move, "%vx%v, %v", size[0], size[1], note)
					if b.Forbidden(move, rule) {
						require.Contains(t, note, "forbidden")
					}
				}
			}
		}
	}
}

func TestSpecialBoards(t *testing.T) {
	tests := []struct {
		name string
		rows string
		side board.Stone
		rule board.Rule
		want []board.Point
		note string
	}{
		{"an empty board is opened in the middle", strings.Repeat(strings.Repeat("-", 15)+"\n", 15), board.X, 0, []board.Point{{X: 7, Y: 7}}, "opening"},
		{"walls move the opening", "------\n------\n------\n---###\n---###\n---###", board.X, 0, []board.Point{{X: 2, Y: 2}}, "opening"},
		{"one square left", "xo\no-", board.X, 0, []board.Point{{X: 1, Y: 1}}, "only candidate"},
		{"all walls but one", "##\n-#", board.O, 0, []board.Point{{X: 0, Y: 1}}, "opening"},
		{"five before all else", "xxxx-\nooooo\n-----\n-----\n-----", board.X, 0, []board.Point{{X: 4, Y: 0}}, "five"},
		{"a four is stopped", "oxxxx-\n------\n------\n------\n------", board.O, 0, []board.Point{{X: 5, Y: 0}}, "stops a five"},
		{"a caro four is stopped, on one of two squares", "oxxxx--\n-------\n-------\n-------\n-------", board.O, board.Caro, []board.Point{{X: 5, Y: 0}, {X: 6, Y: 0}}, "score"},
		{"a four whose answer is forbidden, and no other square", "xxx-xxx\noxoooxo\nxooooxx\noxxoxxo\nxxo-xoo", board.O, board.Renju, []board.Point{{X: 3, Y: 0}, {X: 3, Y: 4}}, "score"},
		{"only forbidden squares", "xxx-xxx", board.X, board.Renju, []board.Point{{X: 3, Y: 0}}, "only forbidden squares left"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			move, note := run(testJob(boardtest.Parse(test.rows), test.side, test.rule, 2000))
			assert.Contains(t, test.want, move, note)
			assert.Contains(t, note, test.note)
		})
	}
}

// At once it overlooks no five, no open four, and no defence against either; with a few thousand
// nodes no double threat that wins in three moves, nor its defence.
func TestNothingNearIsOverlooked(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			won, saved := 0, 0
			for seed := range boardtest.Sweep(40) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+7))
				b := boardtest.Clash(rng, 6+rng.IntN(2), 6+rng.IntN(2), 14+rng.IntN(5))
				side := board.X + board.Stone(rng.IntN(2))
				for _, depth := range []struct {
					plies int
					nodes uint64
				}{{3, 1}, {5, 2500}} {
					e := testJob(b, side, rule, depth.nodes)
					move, note := run(e)
					illegal := side == board.X && b.Forbidden(move, rule)
					b.Set(move, side)
					finishes := b.Wins(move, side, rule)
					keeps := !illegal && (finishes || boardtest.MustLose(b, side.Other(), rule, depth.plies-1))
					gives := !finishes && boardtest.MustWin(b, side.Other(), rule, depth.plies)
					b.Set(move, board.Empty)
					claims := strings.Contains(note, "win")
					if !claims && boardtest.MustWin(b, side, rule, depth.plies) {
						won++
						require.True(t, keeps, "%v wins in %d, played %v: %s\n%v", side, depth.plies, move, note, boardtest.Text(b))
					}
					if gives && !claims {
						saved++
						require.True(t, boardtest.MustLose(b, side, rule, depth.plies+1), "%v need not lose by %v: %s\n%v", side, move, note, boardtest.Text(b))
					}
				}
			}
			assert.NotZero(t, won+saved)
		})
	}
}

// A win that a search announces is one.
func TestAnnouncedWinsAreWins(t *testing.T) {
	look := func(b *board.Board, side board.Stone, rule board.Rule) boardtest.Claim {
		e := testJob(b, side, rule, 1000)
		move, _ := run(e)
		score, sure := e.Score()
		return boardtest.Claim{Move: move, Wins: sure && score > 0, Forced: len(e.roots) == 1}
	}
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			announced, positions := 0, 0
			for seed := range boardtest.Sweep(10) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+50))
				b := boardtest.Clash(rng, 9, 9, 55)
				side := board.X + board.Stone(rng.IntN(2))
				if c := look(b, side, rule); c.Wins {
					announced++
					positions += boardtest.RequireWin(t, rng, look, c.Move, b, side, rule, 0)
				}
			}
			assert.Greater(t, announced, 1)
			assert.Greater(t, positions, 20*announced)
		})
	}
}

// A hundred stones and more all over a board of any size are too many for the network alone: the move is searched for.
func TestSearchesCrowdedBoards(t *testing.T) {
	for side := 20; side <= board.MaxSide; side += 20 {
		for _, stones := range []int{50, 100, 150} {
			rng := rand.New(rand.NewPCG(uint64(side), uint64(stones)))
			b := board.New(side, side)
			for i, n := range rng.Perm(side * side)[:min(stones, side*side/4)] {
				b.Set(board.Point{X: n % side, Y: n / side}, board.X+board.Stone(i%2))
			}
			thought := testJob(b, board.X, board.Freestyle, 100)
			_, note := run(thought)
			assert.NotContains(t, note, "too many threats", "%d stones on %dx%d", stones, side, side)
		}
	}
}

// Where renju forbids x all squares near stones, it may still play elsewhere.
func TestFarFromStones(t *testing.T) {
	b := boardtest.Parse("xx-xxx-####-------")
	e := testJob(b, board.O, board.Renju, 5000)
	_, note := run(e)
	_, sure := e.Score()
	assert.False(t, sure, note)
}

// An engine that lives on plays as a new one does, move by move, when moves have a node limit.
func TestLivingEngineAnswersTheSame(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(9, 9)), 15, 15, 6, 0)
	living, side := engine(board.ExactFive), board.X
	for range 6 {
		limits := Limits{Nodes: 5000, Left: NoLimit}
		move, note := run(living.NewJob(b, side, limits))
		alone, aloneNote := run(engine(board.ExactFive).NewJob(b, side, limits))
		require.Equal(t, alone, move)
		require.Equal(t, aloneNote, note)
		b.Set(move, side)
		side = side.Other()
	}
}

// If all moves lose in static win detection, the one that holds out longest is played, in any move order.
func TestStaticHoldsOut(t *testing.T) {
	b := boardtest.Parse(`
		xoox#ox-x
		x---xoooo
		-x--xxoxx
		o--oo-ox#
		-xooxooox
		x-#oxoxxx
		oxox#-xx-
		o-xooxo-o
		xo-xooxxo`)
	move, note := testJob(b, board.X, board.Renju, 1).StaticMove()
	assert.Equal(t, "score loss in 6 line 1,3 1,5 0,4 2,1 2,3 3,2", note)
	assert.Equal(t, board.Point{X: 1, Y: 3}, move)
}

func BenchmarkInstant(b *testing.B) {
	middle := boardtest.Sprinkle(rand.New(rand.NewPCG(6, 6)), 20, 20, 6, 0)
	for b.Loop() {
		New(board.Freestyle).NewJob(middle, board.X, Limits{}).StaticMove()
	}
}

// One thread and a node limit give the same answer each time, and the limit is kept.
func TestSameNodesSameAnswer(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		b := boardtest.Sprinkle(rand.New(rand.NewPCG(4, uint64(rule))), 15, 15, 12, 0)
		var first string
		for i := range 3 {
			e := testJob(b, board.O, rule, 20000)
			move, note := run(e)
			got := fmt.Sprint(move, note, e.worker.nodes)
			assert.LessOrEqual(t, e.worker.nodes, uint64(20000))
			if i == 0 {
				first = got
			}
			assert.Equal(t, first, got)
		}
	}
}

// A node limit alone counts, and limits of time beside it do not.
func TestNodeLimitIsTheOnlyLimit(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(4, 0)), 15, 15, 12, 0)
	_, want := run(testJob(b, board.O, 0, 20000))
	_, got := run(engine(0).NewJob(b, board.O, Limits{Nodes: 20000, Turn: 100 * time.Millisecond, Left: time.Second}))
	assert.Equal(t, want, got)
}

// A context that ends, ends the search, and so does the clock.
func TestThinkEnds(t *testing.T) {
	b := boardtest.Parse(strings.Repeat("-", 20) + strings.Repeat("\n--------------------", 8) + "\n---------xo---------" + strings.Repeat("\n--------------------", 10))
	ctx, cancel := context.WithCancel(context.Background())
	e := engine(0).NewJob(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22})
	e.StaticMove()
	answers := 0
	e.Think(ctx, func(board.Point, string) {
		if answers++; answers == 3 {
			cancel()
		}
	})
	assert.GreaterOrEqual(t, answers, 3)

	e = engine(0).NewJob(b, board.X, Limits{Start: time.Now(), Turn: 20 * time.Millisecond, Left: NoLimit})
	e.StaticMove()
	e.Think(context.Background(), func(board.Point, string) {})
	assert.True(t, e.worker.ended)
}

// New limits of time reach a running job, and its score is that of its last answer.
func TestRetime(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(4, 4)), 15, 15, 8, 0)
	limits := Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22}
	e := engine(0).NewJob(b, board.O, limits)
	e.StaticMove()
	limits.Turn = 0
	score := 0
	e.Think(context.Background(), func(board.Point, string) {
		e.Retime(limits)
		score = e.roots[0].score
	})
	assert.True(t, e.worker.ended)
	assert.True(t, e.Deadline().Before(time.Now()))
	got, _ := e.Score()
	assert.Equal(t, score, got)
	assert.NotEqual(t, -position.Infinite, got)
}

// The memory of a released job changes nothing for the next job, on boards of any size.
func TestReleasedMemoryTellsNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	living := New(board.Freestyle)
	for n := range 24 {
		b := boardtest.Sprinkle(rng, 5+rng.IntN(20), 5+rng.IntN(20), 4+rng.IntN(8), rng.IntN(4))
		limits := Limits{Nodes: uint64(1000 * (n % 3)), Left: NoLimit} // every third at once
		thought := living.NewJob(b, board.X, limits)
		move, note := run(thought)
		thought.Release()
		alone, aloneNote := run(New(board.Freestyle).NewJob(b, board.X, limits))
		require.Equal(t, alone, move)
		require.Equal(t, aloneNote, note)
	}
}
