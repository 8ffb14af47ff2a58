package search

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
)

// A move that a VCF search with more nodes refutes is not played, even if no better one is found.
func TestRetryVCF(t *testing.T) {
	row := "---------------\n"
	b := boardtest.Parse(strings.Repeat(row, 7) + "------ooo------\n" + strings.Repeat(row, 7))
	lost, saved, also := board.Point{}, board.Point{X: 5, Y: 7}, board.Point{X: 9, Y: 7}
	for name, test := range map[string]struct {
		roots []board.Point
		want  board.Point
		note  string
	}{
		"another":   {[]board.Point{lost, saved, also}, saved, "the best that does not lose to fours"},
		"only one":  {[]board.Point{lost, saved}, saved, "the only candidate"},
		"as it was": {[]board.Point{saved, also, lost}, saved, "score"},
	} {
		t.Run(name, func(t *testing.T) {
			e := testJob(b, board.X, 0, 8000)
			e.StaticMove()
			e.roots, e.unsure = nil, true
			for _, at := range test.roots {
				e.roots = append(e.roots, rootMove{move: e.p.Cell(at)})
			}
			e.best = e.roots[0]
			var moves []board.Point
			var notes []string
			e.Think(context.Background(), func(at board.Point, note string) {
				moves, notes = append(moves, at), append(notes, note)
			})
			assert.Equal(t, test.want, moves[0])
			assert.Contains(t, notes[0], test.note)
		})
	}
}

// So is the text after the second VCF search.
func TestRetryVCFIsOfTheAnswer(t *testing.T) {
	row := "---------------\n"
	b := boardtest.Parse(strings.Repeat(row, 7) + "------ooo------\n" + strings.Repeat(row, 7))
	e := testJob(b, board.X, board.Freestyle, 8000)
	e.StaticMove()
	dropped := board.Point{}
	e.roots, e.unsure = []rootMove{{move: e.p.Cell(dropped)}}, true
	for _, at := range []board.Point{{X: 5, Y: 7}, {X: 9, Y: 7}} {
		e.roots = append(e.roots, rootMove{move: e.p.Cell(at), score: 2 - position.WinScore}) // lost sooner
	}
	e.best = e.roots[0]
	var moves []board.Point
	var notes []string
	e.Think(context.Background(), func(at board.Point, note string) { moves, notes = append(moves, at), append(notes, note) })
	require.NotEmpty(t, moves)
	assert.Equal(t, dropped, moves[0])
	assert.Equal(t, "score loss in 4 line 0,0 5,7 4,7 9,7", notes[0])
}

// A lost side plays the move that seems to hold out longest, and that may be one that the search for fours has dropped. The
// number of plies is that of the shortest win that is known after it, not that of the fours.
func TestLossCountsDroppedMoves(t *testing.T) {
	b := boardtest.Parse(`
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
	e := testJob(b, board.O, 0, 1000)
	move, note := run(e)
	s, sure := e.Score()
	assert.True(t, sure)
	assert.Equal(t, e.p.Point(e.dropped.move), move)
	assert.Equal(t, 6-position.WinScore, s, note)
}

// The text of a static move describes the answer, even if that is a dropped move.
func TestStaticNoteIsOfTheAnswer(t *testing.T) {
	b := boardtest.Parse(`
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
	e := engine(0).NewJob(b, board.O, Limits{Left: NoLimit})
	move, note := e.StaticMove()
	s, _ := e.Score()
	assert.True(t, strings.HasPrefix(note, fmt.Sprintf("score %s line %v ", scoreText(s), move)), note)
}

// A four that makes nothing else, far from the threat that o has to meet, draws x to where the answer to the next four
// becomes a double three.
func TestFoulWinInTheTree(t *testing.T) {
	e := testJob(boardtest.Parse(`
---------------
---------------
---------------
---------------
-------xooo----
--------x------
----------xx---
--------x-o----
---------ox----
---------------
---------------
---------------
---------------
---------------
---------------`), board.O, board.Renju, 100_000)
	move, note := run(e)
	score, sure := e.Score()
	assert.True(t, sure && score > 0, "%v %s", move, note)
	assert.Equal(t, board.Point{X: 9, Y: 5}, move)
}
