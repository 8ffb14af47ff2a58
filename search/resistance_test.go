package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
)

// lostJob returns a job that has searched 6000 nodes and knows that it loses.
func lostJob(t *testing.T, rows string, rule board.Rule) *Job {
	j := engine(rule).NewJob(boardtest.Parse(rows), board.O,
		Limits{Start: time.Now(), Turn: 24 * time.Hour, Left: NoLimit, MaxNodes: 6000, Hash: 1 << 20, Threads: 1})
	run(j)
	require.Less(t, j.best.score, -position.SureScore)
	return j
}

// The search takes 12,3 to hold out as long as others, but its proof is shorter.
func TestLostSideHoldsOutLongest(t *testing.T) {
	j := lostJob(t, `
		------x-o-----------
		-----ooxoxx---------
		----oxo-oxo-o-------
		-----xxoxooo--------
		------xoxxoxo-------
		-----x-xoxox-x------
		-----o--xoxo-x------
		------x-ooxxxxo-----
		---------ooxo-------
		---------x----------
		--------------------
		--------------------
		--------------------`, board.ExactFive)
	assert.NotEqual(t, board.Point{X: 12, Y: 3}, j.answer())
	assert.Greater(t, plies(j.best.score), 6)
	assert.Len(t, j.best.line, plies(j.best.score))
}

// lostRows is a position of the side o, which is lost under freestyle: 15,7 holds out longest, 13,7 the shortest.
const lostRows = `
	--------------------
	-----------o--------
	--------------------
	--------------------
	--------------x-----
	--------------------
	------------oxo-----
	-----------xx-x-o---
	-----------x-o-x----
	----------o---x-o---
	--------------------
	--------------------
	--------------------
	--------------------
	--------------------
	--------------------
	--------------------
	--------------------
	--------------------
	--------------------`

// Of two moves that lose as late, the one after which the winner has an only move to find is played.
func TestLostSideAsksForOnlyMoves(t *testing.T) {
	j := lostJob(t, lostRows, board.Freestyle)
	least, lost := j.p.Cell(board.Point{X: 10, Y: 7}), j.best.score
	hard := j.p.Cell(board.Point{X: 15, Y: 7})
	j.roots = []rootMove{{move: least, score: lost, loss: lost}, {move: hard, loss: lost}}
	j.best = j.roots[0]
	require.True(t, j.resist())
	assert.Equal(t, hard, j.best.move)
	assert.Equal(t, lost, j.best.score)

	pr := prover{Job: j, budget: resistNodes, stop: j.givenUp}
	other := pr.prove(rootMove{move: least, score: lost})
	assert.Equal(t, lost, other.score)
	assert.Greater(t, pr.onlyMoves(j.best.line), pr.onlyMoves(other.line))
}
