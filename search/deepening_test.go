package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
	"tahoun/search/table"
)

// TestTooGoodForTheWindow: where the search ends before a move that was too good for the window is through again, it is
// the answer.
func TestTooGoodForTheWindow(t *testing.T) {
	const depth, low = 6, -1000
	twin := before(depth)
	v := twin.worker.rootSearch(twin.roots, depth, low-DefaultParams.Aspiration, low+DefaultParams.Aspiration)
	require.Greater(t, v, low+DefaultParams.Aspiration)

	e := before(depth)
	e.worker.limit = twin.worker.nodes + 10
	e.worker.aspiration(e.roots, depth, low)
	require.True(t, e.worker.ended)
	assert.Equal(t, v, e.roots[0].score)
}

// before returns a job that is about to search to depth, always the same one.
func before(depth int) *Job {
	e := testJob(boardtest.Middle(rand.New(rand.NewPCG(5, 5)), 15, 15), board.X, 0, 1)
	e.StaticMove()
	e.worker.table, e.worker.depth = table.New(1<<20), depth
	return e
}

// TestTooBadForTheWindow: where the search ends before a position that was too bad for the window has been searched
// with a wider one, its score is no more than the window said.
func TestTooBadForTheWindow(t *testing.T) {
	const depth, high = 6, 1000
	twin := before(depth)
	v := twin.worker.rootSearch(twin.roots, depth, high-DefaultParams.Aspiration, high+DefaultParams.Aspiration)
	require.Less(t, v, high-DefaultParams.Aspiration)

	e := before(depth)
	e.best.score = high
	score, _ := e.Score()
	require.Equal(t, high, score)
	e.worker.limit = twin.worker.nodes + 10
	e.worker.aspiration(e.roots, depth, high)
	require.True(t, e.worker.ended)
	score, _ = e.Score()
	assert.Equal(t, high-DefaultParams.Aspiration, score)
}

// At the second ply improving compares with the evaluation of the root.
func TestRootIsJudged(t *testing.T) {
	e := testJob(boardtest.Middle(rand.New(rand.NewPCG(5, 5)), 15, 15), board.X, 0, 5000)
	run(e)
	require.Zero(t, e.p.Depth)
	score := int(e.p.Now().Eval)
	assert.Equal(t, position.New(e.p.Board(), board.X, e.p.Rules).Evaluate(), score)
}

// A bound far out goes on in its direction.
func TestWidenWindow(t *testing.T) {
	assert.Equal(t, 124, widenWindow(100, 24))
	assert.Equal(t, 76, widenWindow(100, -24))
	assert.Equal(t, position.Infinite, widenWindow(1990, 24))
	assert.Equal(t, -position.Infinite, widenWindow(-1990, -24))
	assert.Equal(t, 5928, widenWindow(6000, -72))
	assert.Equal(t, -5928, widenWindow(-6000, 72))
}

// Of several moves that are known to be lost none is the answer while others are open, and the one that holds out
// longest where none is.
func TestPreferUnlost(t *testing.T) {
	for _, test := range []struct {
		name   string
		losses []int
		want   position.Cell
		score  int
	}{
		{"the first that is open", []int{4 - position.WinScore, 6 - position.WinScore, 0, 0}, 2, 7},
		{"all lost", []int{4 - position.WinScore, 8 - position.WinScore, 6 - position.WinScore}, 1, 8 - position.WinScore},
		{"the first holds out longest", []int{8 - position.WinScore, 4 - position.WinScore}, 0, 8 - position.WinScore},
	} {
		t.Run(test.name, func(t *testing.T) {
			var moves []rootMove
			for i, loss := range test.losses {
				moves = append(moves, rootMove{move: position.Cell(i), score: loss, loss: loss})
			}
			preferUnlost(moves, 7)
			assert.Equal(t, test.want, moves[0].move)
			assert.Equal(t, test.score, moves[0].score)
			assert.Len(t, moves, len(test.losses))
		})
	}
}

// Where the nodes end after the first move has been found lost, nothing is known of the others: they are no loss yet,
// and one of them is the answer.
func TestLossIsProvenForEveryMove(t *testing.T) {
	b := boardtest.Parse(`
		------oo--o
		--x--------
		-o-o-x--o--
		------x---o
		-x--o----o-
		-------xx--
		-----------
		-----xo----
		--------o--
		-o-xo-ox-o-
		------o----`)
	e := testJob(b, board.O, board.ExactFive|board.Continuous|board.Caro, 495)
	move, note := run(e)
	lost := board.Point{X: 6, Y: 6}
	require.True(t, e.worker.ended)
	for _, m := range e.roots {
		require.Equal(t, e.p.Point(m.move) == lost, m.loss < 0, "the nodes end when one move alone has been found lost")
	}
	score, sure := e.Score()
	assert.False(t, sure && score < 0, note)
	assert.NotEqual(t, lost, move)
}

// Where all moves have been proven lost, and the nodes end after the first of them has been found to lose sooner, the
// longer proof stands.
func TestLossOfTheFirstMoveAlone(t *testing.T) {
	b := boardtest.Parse(`
		--------------
		-xx-x---o-----
		-x--o-------x-
		----o---------
		----x-----xo--
		o-------------
		--------------
		---o----------
		--------------
		--x---------o-
		-o-----------x`)
	e := testJob(b, board.O, board.Continuous, 15_770)
	_, note := run(e)
	require.True(t, e.worker.ended)
	unsearched := 0
	for _, m := range e.roots {
		require.Less(t, m.loss, 0, "all moves have been proven lost")
		unsearched += b2i(m.score == -position.Infinite)
	}
	require.NotZero(t, unsearched, "the nodes end within an iteration")
	s, sure := e.Score()
	assert.False(t, sure && s < 12-position.WinScore, note)
}
