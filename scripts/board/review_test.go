package main

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// at returns the evaluation of a position of a game in which x moves first.
func at(after int, x float64, plies, best, played int) judgement {
	side := "x"
	if after%2 == 1 {
		side = "o"
	}
	return judgement{After: after, X: x, Plies: plies, Side: side, Best: best, Played: played}
}

func gradesOf(all []graded) (words []string) {
	for _, g := range all {
		words = append(words, g.Grade)
	}
	return words
}

func TestGrades(t *testing.T) {
	all := []judgement{
		at(0, .5, 0, 1, 1),     // the best move
		at(1, .5, 0, 2, 3),     // o loses some chance, not much
		at(2, .625, 0, 4, 5),   // x loses more
		at(3, .40625, 0, 6, 7), // o allows a win
		at(4, 1, 9, 8, 9),      // x gives half of it away
		at(5, .5, 0, 10, 11),   // o allows a win again
		at(6, 1, 5, 12, 13),    // x plays another winning move
		at(7, 1, -14, 14, 15),  // o is lost, whatever it plays
		at(8, 1, 3, 16, 17),    // x goes on, and it takes longer
		at(9, 1, -12, 18, 19),
		{After: 10, X: 1, Side: "x", Best: -1, Played: -1},
	}
	all[3].threat = []int{40, 41}
	got := grades(all, all)
	want := []string{bestMove, fine, inaccuracy, blunder, blunder, blunder, bestMove, "", bestMove, ""}
	assert.Equal(t, want, gradesOf(got))
	assert.Equal(t, graded{Move: 3, Grade: inaccuracy, Kind: gaveLead, From: .625, To: .40625, Best: 4}, got[2])
	allowed := graded{Move: 4, Grade: blunder, Kind: gaveLoss, Plies: 9, From: .59375, Best: 6, Threat: []int{40, 41}}
	assert.Equal(t, allowed, got[3])
	assert.Equal(t, graded{Move: 5, Grade: blunder, Kind: gaveWin, Plies: 9, From: 1, To: .5, Best: 8}, got[4])
	assert.Equal(t, gaveLoss, got[5].Kind)
}

// The bounds hold for proofs too: a move that leaves a win nearly sure, or gives away a game that is nearly lost, costs
// little.
func TestGradesNeedALoss(t *testing.T) {
	for want, after := range map[string]float64{fine: .95, inaccuracy: .78, mistake: .7, blunder: .6} {
		all := []judgement{at(0, 1, 9, 1, 2), at(1, after, 0, 3, 3)}
		assert.Equal(t, []string{want}, gradesOf(grades(all, all)), after)
	}
	all := []judgement{at(0, .05, 0, 1, 2), at(1, 0, 7, 3, 3)}
	assert.Equal(t, []string{fine}, gradesOf(grades(all, all)))
}

// A mistake is one by both searches, and its grade is that of the longer one.
func TestGradesOfTwoSearches(t *testing.T) {
	short := []judgement{at(0, .7, 0, 1, 2), at(1, .65, 0, 3, 4), at(2, .88, 0, 5, 5)}
	long := []judgement{at(0, .7, 0, 1, 2), at(1, .5, 0, 3, 4), at(2, .9, 0, 5, 5)}
	assert.Equal(t, []string{fine, blunder}, gradesOf(grades(short, long)))
	assert.Equal(t, []string{fine, inaccuracy}, gradesOf(grades(long, short))[:2], "x's was a mistake, o's a blunder")
}

// A longer search finds less as often as more, so a loss near the bound is named only if it found clearly more.
func TestGradesNearTheBound(t *testing.T) {
	lost := func(chance float64) []judgement { return []judgement{at(0, .5, 0, 1, 2), at(1, .5-chance, 0, 3, 3)} }
	for _, c := range []struct {
		first, longer float64
		want          string
	}{
		{.14, .3, fine}, {.16, .19, fine}, {.16, .21, inaccuracy}, {.4, .19, fine}, {.4, .26, mistake},
	} {
		assert.Equal(t, []string{c.want}, gradesOf(grades(lost(c.first), lost(c.longer))), "%v", c)
	}
}

// The only answer to a four is no choice, and so is the only legal square. A five of one's own is one.
func TestForcedMoves(t *testing.T) {
	four := []int{square(3, 7), square(2, 7), square(4, 7), square(0, 0), square(5, 7), square(0, 2), square(6, 7)}
	for name, c := range map[string]struct {
		line   line
		square int
		want   bool
	}{
		"the answer to a four": {standard(four...), square(7, 7), true},
		"another move":         {standard(four...), square(7, 8), false},
		"an open four": {
			standard(append([]int{square(3, 7), square(14, 14)}, four[2:]...)...), square(7, 7), false},
		"a quiet position": {standard(four[:6]...), square(6, 7), false},
		"a five of one's own": {
			standard(square(3, 7), square(3, 9), square(4, 7), square(4, 9), square(5, 7), square(5, 9), square(6, 7),
				square(6, 9)), square(7, 9), false},
		"the last square": {line{Width: 3, Height: 1, First: "x", Start: "xo-"}, 2, true},
		"the only legal square": {
			line{Width: 7, Height: 1, Rule: uint(board.Renju), First: "x", Start: "xxx-xx-"}, 6, true},
		"a continuous game": {line{Width: 15, Height: 15, Rule: uint(board.Continuous), First: "x", Moves: moves(four...)},
			square(7, 7), false},
	} {
		p, err := c.line.play()
		require.NoError(t, err)
		assert.Equal(t, c.want, p.forced(c.square), name)
	}
	all := []judgement{at(0, .9, 0, 1, 2), at(1, .2, 0, 3, 3)}
	all[0].forced = true
	assert.Equal(t, []string{""}, gradesOf(grades(all, all)))
}

// reviewed reviews a game, with 50 ms for a position.
func reviewed(t *testing.T, game line) (judged []judgement, found []graded) {
	t.Helper()
	s, tab := newServer(t), newTestTab(t)
	require.NoError(t, s.review(context.Background(), tab, reviewRequest{line: game, Time: 50}, func(v any) error {
		switch v := v.(type) {
		case judgement:
			judged = append(judged, v)
		case map[string][]graded:
			found = v["moves"]
		}
		return nil
	}))
	return judged, found
}

// openThrees is a game in which x overlooks an open three of o and its own.
var openThrees = standard(square(7, 5), square(7, 9), square(8, 5), square(8, 9), square(9, 5), square(9, 9),
	square(14, 14), square(10, 9))

func TestReview(t *testing.T) {
	judged, found := reviewed(t, openThrees)
	require.Greater(t, len(judged), 10)
	assert.Equal(t, 8, judged[0].After, "the last position comes first")
	assert.False(t, judged[8].Checked)
	assert.True(t, judged[9].Checked, "then those of the mistakes again")
	require.Len(t, found, 8)
	seventh := found[6]
	assert.Equal(t, blunder, seventh.Grade)
	assert.Equal(t, gaveWin, seventh.Kind)
	assert.Equal(t, 3, seventh.Plies)
	assert.Contains(t, []int{square(6, 5), square(10, 5)}, seventh.Best)
	assert.Equal(t, seventh.Best, seventh.Line[0])
	assert.Equal(t, bestMove, found[7].Grade)
}

// The stones of an opening, which its player wants to be even, are not graded.
func TestReviewOfAnOpening(t *testing.T) {
	ask := reviewRequest{line: standard(square(7, 7), square(8, 8), square(0, 0), square(9, 7)), Time: 1, Opening: 3}
	var got []graded
	require.NoError(t, newServer(t).review(context.Background(), newTestTab(t), ask, func(v any) error {
		if moves, ok := v.(map[string][]graded); ok {
			got = moves["moves"]
		}
		return nil
	}))
	words := gradesOf(got)
	require.Len(t, words, 4)
	assert.Equal(t, []string{"", "", ""}, words[:3])
	assert.NotEmpty(t, words[3])
}

// Where x, who keeps its win, forces o's replies, the review names no move of x.
func TestReviewNamesNoFalseMistake(t *testing.T) {
	game := standard(square(7, 7), square(7, 3), square(7, 6), square(0, 0), square(7, 5), square(14, 0),
		square(7, 4), square(7, 8),
		square(8, 6), square(0, 14), square(6, 8))
	_, found := reviewed(t, game)
	require.Len(t, found, 11)
	for _, g := range found {
		if g.Move%2 == 1 {
			assert.False(t, isFault(g.Grade), "move %d of x: %s", g.Move, g.Kind)
		}
	}
	assert.Empty(t, found[7].Grade, "the answer to a four")
}

// Before a move is named, the best one is searched as deep: it may be no better.
func TestConfirm(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	mirrored := openThrees
	mirrored.First = "o"
	mirrored.Moves = nil
	for _, move := range openThrees.Moves {
		mirrored.Moves = append(mirrored.Moves, move^1)
	}
	for best, want := range map[int]float64{square(6, 5): .75, square(14, 14): 0} {
		for side, game := range map[string]line{"x": openThrees, "o": mirrored} {
			j := judgement{After: 6, Side: side, X: .75, Best: best}
			if side == "o" {
				j.X = .25
			}
			require.NoError(t, s.confirm(context.Background(), tab, reviewRequest{line: game, Time: 5}, &j))
			assert.Equal(t, want, j.chance(), "%s plays %d", side, best)
		}
	}
}

// At a mistake each move that keeps the win holds, not only the best one, and others are refuted.
func TestTry(t *testing.T) {
	s, tab := newServer(t), newTestTab(t)
	before := openThrees
	before.Moves = before.Moves[:6]
	try := func(at int) graded {
		ask := tryRequest{reviewRequest: reviewRequest{line: before, Time: 5}, At: at, From: 1, Plies: 3}
		g, err := s.try(context.Background(), tab, ask)
		require.NoError(t, err)
		return g
	}
	for _, at := range []int{square(6, 5), square(10, 5)} {
		g := try(at)
		assert.Equal(t, bestMove, g.Grade)
		assert.Equal(t, 1., g.To)
		assert.Negative(t, g.Plies)
	}
	g := try(square(14, 14))
	assert.Equal(t, blunder, g.Grade)
	assert.Positive(t, g.Plies)
	assert.NotEmpty(t, g.Reply)

	ask := tryRequest{reviewRequest: reviewRequest{line: before, Time: 5}, At: square(7, 5)}
	_, err := s.try(context.Background(), tab, ask)
	assert.ErrorContains(t, err, "already holds x")
	_, err = s.try(context.Background(), tab, tryRequest{reviewRequest: reviewRequest{line: before}})
	assert.ErrorContains(t, err, "want 1 to 60000 ms")

	// A forbidden square loses.
	renju := standard(square(7, 7), square(0, 0), square(8, 7), square(0, 14), square(9, 8), square(14, 0),
		square(9, 9), square(14, 14))
	renju.Rule = uint(board.Renju)
	g, err = s.try(context.Background(), tab, tryRequest{
		reviewRequest: reviewRequest{line: renju, Time: 5}, At: square(9, 7), From: .7})
	require.NoError(t, err)
	assert.Equal(t, foul, g.Kind)
}
