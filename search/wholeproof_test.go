package search

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/board/proof"
	"tahoun/search/position"
)

// Every win that is announced can be proven whole, and the rules alone accept the proof, under each rule and for either
// side of renju.
func TestWholeProofs(t *testing.T) {
	for _, s := range []situation{
		{rule: board.Freestyle}, {rule: board.ExactFive}, {rule: board.Caro},
		{rule: board.Renju, side: board.X}, {rule: board.Renju, side: board.O},
	} {
		t.Run(fmt.Sprint(s.rule, s.side), func(t *testing.T) {
			t.Parallel()
			wanted, unfinished := boardtest.Sweep(2), 0
			var moves, plies, most, longest int
			var built, checked, slowest time.Duration
			for j := range provenWins(t, s) {
				b, side, start := j.p.Board(), position.StoneOf(j.p.Side), time.Now()
				ctx, end := proofTime()
				tree, err := j.Proof(ctx)
				took := time.Since(start)
				at := fmt.Sprintf("%v to move, %s\n%s", side, j.staticInfo(""), boardtest.Text(b))
				start = time.Now()
				if err == nil {
					err = proof.Check(ctx, b, side, s.rule, tree)
				}
				checked += time.Since(start)
				late := ctx.Err() != nil
				end()
				if late {
					t.Logf("not finished in %v and %v: %s", took, time.Since(start), at)
					if unfinished++; unfinished == wanted {
						break
					}
					continue
				}
				require.NoError(t, err, at)
				requireAllNeeded(t, tree, func() error { return proof.Check(context.Background(), b, side, s.rule, tree) })
				n, line := proof.Sizes{}.Of(tree)
				moves, plies, built = moves+n, plies+line, built+took
				most, longest, slowest = max(most, n), max(longest, line), max(slowest, took)
				if wanted--; wanted == unfinished {
					break
				}
			}
			require.Equal(t, unfinished, wanted, "missing proofs")
			n := boardtest.Sweep(2) - unfinished
			t.Logf("%d proofs, %d not finished: %d moves on average, %d at most; lines of %d, %d at most; "+
				"built in %v, %v at most; checked in %v",
				n, unfinished, moves/n, most, plies/n, longest, built/time.Duration(n), slowest, checked/time.Duration(n))
		})
	}
}

// proofTime bounds the proofs of a sweep, where a few take minutes. Those of the usual test run have all the time they
// need.
func proofTime() (context.Context, context.CancelFunc) {
	if boardtest.Sweep(1) == 1 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), 10*time.Second)
}

// requireAllNeeded goes down the first answers of a proof and breaks it on the way: without one of its replies, without
// the answer to all others, and cut short, it falls.
func requireAllNeeded(t *testing.T, tree *proof.Tree, check func() error) {
	for node := tree; node.Others != nil; {
		whole := *node
		*node = proof.Tree{Move: whole.Move, Replies: whole.Replies}
		require.Error(t, check(), "no answer to all others")
		*node = proof.Tree{Move: whole.Move, Others: whole.Others}
		require.Equal(t, len(whole.Replies) > 0, check() != nil, "no other answers")
		if n := len(whole.Replies); n > 0 {
			node.Replies = whole.Replies[:n-1]
			require.Error(t, check(), "no answer to %v", whole.Replies[n-1].Move)
		}
		*node = whole
		if node = whole.Others; len(whole.Replies) > 0 {
			node = whole.Replies[0].Answer
		}
	}
}

// provenWins yields jobs with a proven win of s.side, or of any side if that is empty: of known positions, and then of
// games that the engine plays against itself, with and without walls.
func provenWins(t *testing.T, s situation) iter.Seq[*Job] {
	e := engine(s.rule)
	return func(yield func(*Job) bool) {
		// search yields the job of a position that is won, and returns its move and whether to go on in the game.
		search := func(b *board.Board, side board.Stone, nodes uint64) (move board.Point, more, stop bool) {
			j := e.NewJob(b, side, Limits{Nodes: nodes, Left: NoLimit})
			defer j.Release()
			move, _ = run(j)
			score, sure := j.Score()
			won := sure && score > 0 && plies(score) > 3 && (s.side == board.Empty || s.side == side)
			return move, !sure, won && !yield(j)
		}
		for _, known := range slices.Backward(situations(t, s.rule)) { // the small boards first
			if _, _, stop := search(known.board, known.side, uint64(min(boardtest.Sweep(300), 20_000))); stop {
				return
			}
		}
		for seed := range uint64(2000) {
			rng := rand.New(rand.NewPCG(seed, uint64(s.rule)))
			b := boardtest.Middle(rng, 15, 15)
			if seed%4 == 0 {
				b = boardtest.Sprinkle(rng, 12, 12, 5, 3)
			}
			for side := board.X; b.Count(board.Empty) > 60; side = side.Other() {
				move, more, stop := search(b, side, 1500)
				if stop {
					return
				}
				if !more {
					break
				}
				b.Set(move, side)
			}
		}
	}
}

// A win that is not proven has no proof, and one that is interrupted is not half a proof.
func TestProofNeedsAWin(t *testing.T) {
	empty := testJob(board.New(15, 15), board.X, board.Freestyle, 100)
	run(empty)
	_, err := empty.Proof(context.Background())
	assert.EqualError(t, err, "no win is proven")

	for j := range provenWins(t, situation{rule: board.Freestyle}) {
		ended, end := context.WithCancel(context.Background())
		end()
		tree, err := j.Proof(ended)
		assert.Nil(t, tree)
		assert.ErrorIs(t, err, context.Canceled)
		break
	}
}

// A proof that is stopped asks hardly once more: wherever it is, it goes on nowhere.
func TestProofIsStopped(t *testing.T) {
	asked := 0
	for j := range provenWins(t, situation{rule: board.Freestyle}) {
		whole := &countdown{Context: context.Background(), left: math.MaxInt}
		tree, err := j.Proof(whole)
		require.NoError(t, err)
		b, side := j.p.Board(), position.StoneOf(j.p.Side)
		for left := 0; left < whole.asked; left += 1 + whole.asked/20 {
			ctx := &countdown{Context: context.Background(), left: left}
			_, err := j.Proof(ctx)
			require.ErrorIs(t, err, context.Canceled)
			require.LessOrEqual(t, ctx.asked, left+100)
		}
		whole.asked = 0
		require.NoError(t, proof.Check(whole, b, side, board.Freestyle, tree))
		for left := range whole.asked {
			ctx := &countdown{Context: context.Background(), left: left}
			require.ErrorIs(t, proof.Check(ctx, b, side, board.Freestyle, tree), context.Canceled)
			require.Equal(t, left+1, ctx.asked)
		}
		if asked += whole.asked; asked > 10 {
			break
		}
	}
}

// A countdown is a context that has ended once it was asked so often.
type countdown struct {
	context.Context
	asked, left int
}

func (c *countdown) Err() error {
	if c.asked++; c.asked > c.left {
		return context.Canceled
	}
	return nil
}
