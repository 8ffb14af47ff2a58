package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

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

// Of several moves that are known to be lost none is the answer while others are open.
func TestPassesOverAllThatIsLost(t *testing.T) {
	b := drawn(`
		---o-------o---
		-------o-------
		----o-o---x----
		---------xx----
		----x------o---
		---x--o-x------
		---oxxx---x----
		--------o--x---
		---o--xo-------`)
	move, note := think(thinker(b, board.O, board.ExactFive|board.Caro, 1493))
	assert.NotEqual(t, board.Point{X: 11, Y: 2}, move, "this search has found it lost: %v", note)
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
	b := drawn(`
		----------
		----------
		---x-xx-x-
		--xxx-xx--
		---x------
		-----x-x--
		--x-------
		--x-----x-
		-x--o-----`)
	e := thinker(b, board.O, board.Renju, 40000)
	e.Instant()
	e.Think(context.Background(), func(_ board.Point, note string) {
		if note == "the best that does not lose to fours" {
			assert.NotEqual(t, e.dropped.move, e.best.move, "it loses to fours")
		}
	})
}
