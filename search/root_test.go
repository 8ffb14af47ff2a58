package search

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// Where the nodes end after the first move has been found lost, nothing is known of the others: they are no loss yet, and
// one of them is the answer.
func TestLossIsProvenForEveryMove(t *testing.T) {
	b := drawn(`
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
	e := thinker(b, board.O, 11, 495)
	move, note := think(e)
	score, sure := e.Score()
	assert.False(t, sure && score < 0, note)
	assert.NotEqual(t, board.Point{X: 6, Y: 6}, move, "it is known to lose")
}

// A loss lasts as long as the move that holds out longest, and that may be one that the search for fours has dropped.
func TestLossCountsDroppedMoves(t *testing.T) {
	b := drawn(`
		-----#-----
		#-x-------#
		o--x---o---
		-----x-----
		-------#---
		--x-----o-#
		#x----o----
		-#-----x--x
		--------x--
		------x-x-x
		x---#x-x#--`)
	e := thinker(b, board.O, 0, 1000)
	_, note := think(e)
	s, sure := e.Score()
	assert.True(t, sure)
	assert.Greater(t, s, 6-winScore, note)
}

// Where renju forbids x all squares near stones, it may still play elsewhere.
func TestFarFromStones(t *testing.T) {
	b := drawn("xx-xxx-####-------")
	e := thinker(b, board.O, board.Renju, 5000)
	_, note := think(e)
	_, sure := e.Score()
	assert.False(t, sure, note)
}

// A bound far out goes on in its direction.
func TestWiden(t *testing.T) {
	assert.Equal(t, 124, widen(100, 24))
	assert.Equal(t, 76, widen(100, -24))
	assert.Equal(t, infinite, widen(1990, 24))
	assert.Equal(t, -infinite, widen(-1990, -24))
	assert.Equal(t, 5928, widen(6000, -72))
	assert.Equal(t, -5928, widen(-6000, 72))
}

// Of several moves that are known to be lost none is the answer while others are open, and the one that holds out longest
// where none is.
func TestPassOver(t *testing.T) {
	for _, test := range []struct {
		name   string
		losses []int
		want   cell
		score  int
	}{
		{"the first that is open", []int{4 - winScore, 6 - winScore, 0, 0}, 2, 7},
		{"all lost", []int{4 - winScore, 8 - winScore, 6 - winScore}, 1, 8 - winScore},
		{"the first holds out longest", []int{8 - winScore, 4 - winScore}, 0, 8 - winScore},
	} {
		t.Run(test.name, func(t *testing.T) {
			var moves []rootMove
			for i, loss := range test.losses {
				moves = append(moves, rootMove{move: cell(i), score: loss, loss: loss})
			}
			passOver(moves, 7)
			assert.Equal(t, test.want, moves[0].move)
			assert.Equal(t, test.score, moves[0].score)
			assert.Len(t, moves, len(test.losses))
		})
	}
}

// Where all moves have been proven lost, and the nodes end after the first of them has been found to lose sooner, the
// longer proof stands.
func TestLossOfTheFirstMoveAlone(t *testing.T) {
	b := drawn(`
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
	e := thinker(b, board.O, board.Continuous, 5805)
	_, note := think(e)
	s, sure := e.Score()
	assert.False(t, sure && s < 12-winScore, note)
}

// What is said at once is said of the answer, also where a dropped move is the answer.
func TestInstantNoteIsOfTheAnswer(t *testing.T) {
	b := drawn(`
		----------
		-xox---o--
		----------
		----x---x-
		--x-------
		-xxx------
		-----x-x--
		-x--------
		-o-o---ox-
		-----x----
		----------`)
	e := engine(0).Turn(b, board.O, Limits{Left: NoLimit})
	_, note := e.Instant()
	s, _ := e.Score()
	assert.Equal(t, "score "+scoreText(s), note)
}

// And so is what is said after the second look for fours.
func TestLookAgainIsOfTheAnswer(t *testing.T) {
	row := "---------------\n"
	b := drawn(strings.Repeat(row, 7) + "------ooo------\n" + strings.Repeat(row, 7))
	e := thinker(b, board.X, board.Freestyle, 8000)
	e.Instant()
	dropped := board.Point{}
	e.roots, e.unsure = []rootMove{{move: e.p.cell(dropped)}}, true
	for _, at := range []board.Point{{X: 5, Y: 7}, {X: 9, Y: 7}} {
		e.roots = append(e.roots, rootMove{move: e.p.cell(at), score: 2 - winScore}) // lost sooner
	}
	e.best = e.roots[0]
	var moves []board.Point
	var notes []string
	e.Think(context.Background(), func(at board.Point, note string) { moves, notes = append(moves, at), append(notes, note) })
	require.NotEmpty(t, moves)
	assert.Equal(t, dropped, moves[0])
	assert.Equal(t, "score loss in 4", notes[0])
}
