package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// advisedJob searches an opening after advice.
func advisedJob(t *testing.T, advise func(*Job)) *Job {
	t.Helper()
	b := board.New(15, 15)
	b.Lay(board.X, board.Point{X: 7, Y: 7}, board.Point{X: 8, Y: 8}, board.Point{X: 9, Y: 6}, board.Point{X: 6, Y: 7})
	j := testJob(b, board.X, board.Freestyle, 3000)
	j.StaticMove()
	require.False(t, j.settled)
	advise(j)
	j.Think(context.Background(), func(board.Point, string) {})
	return j
}

func TestAtMost(t *testing.T) {
	at, score, depth, nodes := advisedJob(t, func(*Job) {}).Decision()
	assert.Positive(t, depth)
	assert.LessOrEqual(t, nodes, uint64(3000))
	other, _, _, _ := advisedJob(t, func(j *Job) { j.AtMost(at, score-2000, 99) }).Decision()
	assert.NotEqual(t, at, other, "it has turned out badly")
	again, _, _, _ := advisedJob(t, func(j *Job) { j.AtMost(at, score-2000, 1) }).Decision()
	assert.Equal(t, at, again, "this search is deeper")
	again, _, _, _ = advisedJob(t, func(j *Job) { j.AtMost(at, score+2000, 99) }).Decision()
	assert.Equal(t, at, again)

	// A proof counts at any depth.
	lost := advisedJob(t, func(j *Job) { j.AtMost(at, -WinScore+10, 255) })
	other, _, _, _ = lost.Decision()
	assert.NotEqual(t, at, other)
}

func TestPrefer(t *testing.T) {
	at, score, _, _ := advisedJob(t, func(*Job) {}).Decision()
	var second board.Point
	preferred := advisedJob(t, func(j *Job) {
		for _, m := range j.roots {
			if p := j.p.Point(m.move); p != at {
				second = p
				break
			}
		}
		j.Prefer(second, 3000)
	})
	got, its, _, _ := preferred.Decision()
	assert.Equal(t, second, got)
	assert.Less(t, its, score+100, "the bonus is no part of the score")
}

// A side that is lost plays what has won before, though other moves hold out longer.
func TestPreferWhenLost(t *testing.T) {
	for _, at := range []board.Point{{X: 13, Y: 7}, {X: 10, Y: 7}} {
		j := testJob(boardtest.Parse(lostRows), board.O, board.Freestyle, 6000)
		j.StaticMove()
		j.Prefer(at, 100)
		j.Think(context.Background(), func(board.Point, string) {})
		got, score, _, _ := j.Decision()
		assert.Equal(t, at, got)
		assert.LessOrEqual(t, score, -SureScore)
		assert.Equal(t, j.p.Cell(at), j.best.line[0])
	}
}

func TestExpect(t *testing.T) {
	at, _, _, _ := advisedJob(t, func(*Job) {}).Decision()
	var last board.Point
	expected := advisedJob(t, func(j *Job) {
		last = j.p.Point(j.roots[len(j.roots)-1].move)
		j.Expect(last, 50, 10)
		assert.Equal(t, last, j.p.Point(j.roots[0].move), "it is searched first")
		e, hit := j.engine.table.Probe(j.p.KeyAfter(j.roots[0].move))
		assert.True(t, hit)
		assert.Equal(t, []int{-50, 9}, []int{e.Score(), e.Depth()})
		j.Expect(at, WinScore-3, 10)
		assert.Equal(t, last, j.p.Point(j.roots[0].move), "a proof is for the search to find")
	})
	assert.NotEmpty(t, expected.best.line)
}

// Advice on squares that are taken, off the board or not worth a search changes nothing.
func TestAdviceThatDoesNotFit(t *testing.T) {
	at, score, depth, nodes := advisedJob(t, func(*Job) {}).Decision()
	for _, p := range []board.Point{{X: 7, Y: 7}, {X: -1, Y: 0}, {X: 99, Y: 99}, {X: 0, Y: 14}} {
		gotAt, gotScore, gotDepth, gotNodes := advisedJob(t, func(j *Job) {
			j.AtMost(p, -5000, 99)
			j.Prefer(p, 500)
			j.Expect(p, 500, 20)
		}).Decision()
		assert.Equal(t, []any{at, score, depth, nodes}, []any{gotAt, gotScore, gotDepth, gotNodes}, "%v", p)
	}
}
