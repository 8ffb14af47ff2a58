package search

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestTimeManager(t *testing.T) {
	start := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name       string
		limits     Limits
		soft, hard time.Duration // after start
		aim        time.Duration
	}{
		{"a second a move", Limits{Turn: time.Second, Left: NoLimit}, time.Second - time.Second/24, time.Second - time.Second/48, 0},
		{"a hundred milliseconds", Limits{Turn: 100 * time.Millisecond, Left: NoLimit}, 88 * time.Millisecond, 94 * time.Millisecond, 0},
		{"the margin of the settings", Limits{Turn: time.Second, Left: NoLimit, Margin: 200 * time.Millisecond}, 800 * time.Millisecond, 900 * time.Millisecond, 0},
		{"as fast as possible", Limits{Left: NoLimit}, -12 * time.Millisecond, -6 * time.Millisecond, 0},
		{"plenty left of the match", Limits{Turn: time.Second, Left: time.Hour}, time.Second - time.Second/24, time.Second - time.Second/48, 0},
		{"the match limit binds", Limits{Turn: 10 * time.Second, Left: 28 * time.Second}, 4*time.Second - time.Second/6, 4*time.Second - time.Second/12, 28 * time.Second / 22},
		{"both limits bind", Limits{Turn: time.Second, Left: 22 * time.Second}, time.Second - time.Second/24, time.Second - time.Second/48, 900 * time.Millisecond},
		{
			"an increment", Limits{Turn: 10 * time.Second, Left: 7 * time.Second, Increment: time.Second},
			2*time.Second - time.Second/12, 2*time.Second - time.Second/24, time.Second + 7*time.Second/22,
		},
		{
			"little left beside the increment", Limits{Turn: 10 * time.Second, Left: time.Second, Increment: time.Second},
			500*time.Millisecond - 500*time.Millisecond/24, 500*time.Millisecond - 500*time.Millisecond/48, 450 * time.Millisecond,
		},
		{
			"an increment that pays for every move", Limits{Turn: time.Second, Left: 12 * time.Second, Increment: time.Second},
			time.Second - time.Second/24, time.Second - time.Second/48, 0,
		},
		{"nothing left", Limits{Turn: time.Second, Left: -5 * time.Second}, -12 * time.Millisecond, -6 * time.Millisecond, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.limits.Start = start
			m := newTimeManager(test.limits, start.Add(time.Millisecond))
			assert.Equal(t, test.soft, m.soft.Sub(start))
			assert.Equal(t, test.hard, m.hard.Sub(start))
			assert.Equal(t, test.aim, m.aim)
			span := max(0, test.soft-time.Millisecond)
			if test.aim > 0 {
				span = min(span, test.aim)
			}
			assert.Equal(t, span, m.span)
		})
	}
}

// The time manager never spends more than the match leaves.
func TestTimeManagerLeavesTimeForTheGame(t *testing.T) {
	for left := 10 * time.Second; left > 100*time.Millisecond; {
		l := Limits{Turn: 30 * time.Second, Left: left}
		m := newTimeManager(l, l.Start)
		assert.LessOrEqual(t, m.hard.Sub(l.Start), left/fewMoves)
		left -= max(m.hard.Sub(l.Start), time.Millisecond)
	}
}

// With an increment moves settle at its length, and the clock never runs out.
func TestTimeManagerSpendsTheIncrement(t *testing.T) {
	const increment = 200 * time.Millisecond
	left, spent := 2*time.Second, time.Duration(0)
	for range 300 {
		l := Limits{Turn: 2 * time.Second, Left: left, Increment: increment}
		m := newTimeManager(l, l.Start)
		spent = m.hard.Sub(l.Start)
		left -= spent
		assert.Positive(t, left)
		left += increment
	}
	assert.InDelta(t, increment, spent, float64(10*time.Millisecond))
}

// What moves cost beside the search is taken from the time for the move, and from the time left for all moves to come.
func TestTimeManagerChargesFixedCosts(t *testing.T) {
	const outside, work, fixed = 12 * time.Millisecond, 8 * time.Millisecond, 20 * time.Millisecond
	start := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC)
	tests := []struct {
		name     string
		limits   Limits
		moves    int // for which there is room
		reserved int
	}{
		{"no match limit", Limits{Turn: time.Second, Left: NoLimit}, 190, 0},
		{"much room", Limits{Turn: time.Second, Left: 30 * time.Second}, 190, reservedMoves},
		{"little room", Limits{Turn: time.Second, Left: 30 * time.Second}, 30, 30 + spareMoves},
		{"no time left", Limits{Turn: time.Second, Left: 0}, 1, 1 + spareMoves},
		{"as fast as possible", Limits{Left: time.Second}, 1, 1 + spareMoves},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := test.limits
			l.Start = start
			assert.Equal(t, l, l.charged(test.moves), "unknown")
			l.Outside, l.Fixed = outside, fixed
			got := l.charged(test.moves)
			assert.Equal(t, start.Add(work), got.Start)
			assert.Equal(t, l.Turn-fixed, got.Turn)
			if l.Left != NoLimit {
				l.Left -= time.Duration(test.reserved) * fixed
			}
			assert.Equal(t, l.Left, got.Left)
		})
	}

	b := board.New(5, 5)
	b.Lay(board.X, board.Point{X: 1, Y: 1}, board.Point{X: 2, Y: 2})
	l := Limits{Start: start, Turn: time.Hour, Match: 15 * time.Second, Left: 9 * time.Second, Outside: outside, Fixed: fixed}
	job := engine(0).NewJob(b, board.X, l)
	assert.Equal(t, (9*time.Second-(12+spareMoves)*fixed)/usualMoves, job.timeMan.Load().aim, "23 squares are empty")
	l.Left = 12 * fixed
	job = engine(0).NewJob(b, board.X, l)
	assert.True(t, job.staticOnly())
}

// If the time left of the match is unknown, a whole game of moves that use their target time ends before the match
// does.
func TestTimeManagerOfAMatchThatNobodyReads(t *testing.T) {
	const match = 20 * time.Second
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(1, 1)), 20, 20, 3, 0)
	first := engine(0).NewJob(board.New(20, 20), board.X, Limits{Match: match, Left: NoLimit, Turn: time.Hour})
	assert.Equal(t, match/usualMoves, first.timeMan.Load().aim)
	spent := time.Duration(0)
	free := boardtest.Empties(b)
	for i := range 150 {
		thought := engine(0).NewJob(b, board.X, Limits{Match: match, Left: NoLimit, Turn: time.Hour})
		spent += thought.timeMan.Load().aim
		b.Lay(board.X, free[2*i], free[2*i+1])
	}
	assert.Less(t, spent, match)
	assert.Greater(t, spent, match/2)
	unlimited := engine(0).NewJob(b, board.X, Limits{Left: NoLimit, Turn: time.Hour})
	assert.Zero(t, unlimited.timeMan.Load().aim)
}

// Moves that a limit of their own kept short have not cost more than that.
func TestTimeManagerOfShortMovesInAMatchThatNobodyReads(t *testing.T) {
	short := Limits{Match: 20 * time.Second, Left: NoLimit, Turn: 200 * time.Millisecond}
	assert.Equal(t, 10*time.Second, short.left(50))
}

// Finished rows of a continuous game have cost moves, too, though no stones are left of them.
func TestTimeManagerCountsFinishedRows(t *testing.T) {
	b := board.New(20, 20)
	for x := range 20 {
		b.Set(board.Point{X: x, Y: 0}, board.Wall)
		b.Set(board.Point{X: x, Y: 1}, board.X+board.Stone(x%2))
	}
	limits := Limits{Match: 20 * time.Second, Left: NoLimit, Turn: time.Hour}
	thought := engine(board.Continuous).NewJob(b, board.X, limits)
	assert.Equal(t, limits.left(20)/usualMoves, thought.timeMan.Load().aim)
}

// The target time shrinks while the best move stays the same, and grows when its score falls.
func TestTimeManagerEnough(t *testing.T) {
	start := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC)
	m := newTimeManager(Limits{Start: start, Turn: 10 * time.Second, Left: 22 * time.Second}, start)
	after := func(d time.Duration, same, drop int) bool { return m.enough(start.Add(d), same, drop) }
	assert.False(t, after(999*time.Millisecond, 0, 0))
	assert.True(t, after(time.Second, 0, 0))
	assert.True(t, after(500*time.Millisecond, 9, -200))
	assert.False(t, after(499*time.Millisecond, 9, 0))
	assert.False(t, after(1499*time.Millisecond, 0, 400))
	assert.True(t, after(1500*time.Millisecond, 0, 400))

	alone := newTimeManager(Limits{Start: start, Turn: time.Second, Left: NoLimit}, start)
	assert.False(t, alone.enough(start.Add(time.Hour), 20, 0))
}

// A search stops by itself as much earlier as the system has kept it from looking at the clock, but for a stall.
func TestStallDetectorReservesTheLongestStall(t *testing.T) {
	start := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC)
	soft := start.Add(100 * time.Millisecond)
	const reserve = 5 * time.Millisecond
	for _, test := range []struct {
		name  string
		away  time.Duration // once; a millisecond otherwise
		stops time.Duration // after start
	}{
		{"alone", time.Millisecond, 94 * time.Millisecond},
		{"somebody else's turn", 4 * time.Millisecond, 91 * time.Millisecond},
		{"a stall", 50 * time.Millisecond, 85 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			var eye stallDetector
			now := start
			assert.False(t, eye.timeUp(now, soft, reserve))
			for now = now.Add(test.away); !eye.timeUp(now, soft, reserve); {
				now = now.Add(time.Millisecond)
			}
			assert.Equal(t, test.stops, now.Sub(start))
		})
	}
}
