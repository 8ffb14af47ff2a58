package position

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// Where each verdict depends on others without end, there is an answer all the same.
func TestForbiddenOnALattice(t *testing.T) {
	b := board.New(30, 30)
	for p := range b.Points {
		if (p.X+p.Y)%6 >= 4 {
			b.Set(p, board.X)
		}
	}
	p := New(b, board.X, testRules(board.Renju))
	key := p.Now().Key
	p.Legal(p.AllEmpty())
	assert.Equal(t, key, p.Now().Key)
}

// The fast look at forbidden moves is board's slow one.
func TestForbiddenAgreesWithBoard(t *testing.T) {
	forbidden := 0
	for seed := range boardtest.Sweep(280) {
		rng := rand.New(rand.NewPCG(uint64(seed), 9))
		b := board.New(9+rng.IntN(7), 9+rng.IntN(7))
		for range 10 + rng.IntN(40) {
			s := board.X
			if rng.IntN(5) < 2 {
				s = board.O
			}
			b.Set(board.Point{X: rng.IntN(b.Width()), Y: rng.IntN(b.Height())}, s)
		}
		p := New(b, board.X, testRules(board.Renju))
		for _, c := range p.AllEmpty() {
			want := b.Forbidden(p.Point(c), board.Renju)
			require.Equal(t, want, p.Forbidden(c), "%v on\n%v", p.Point(c), boardtest.Text(b))
			forbidden += bit(want)
		}
		require.Zero(t, p.Depth)
	}
	assert.Greater(t, forbidden, 120)
}

// Where the answer to a four of o forbids x a square, the four sets up a foul win, but for one time in fifty: a square may also be
// forbidden because a three elsewhere may now be made four.
func TestSetsUpFoul(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 9))
	const rule = board.Renju
	caught, missed, free := 0, 0, 0
	for range boardtest.Sweep(300) {
		b := boardtest.Sprinkle(rng, 9+rng.IntN(5), 9+rng.IntN(5), 35+rng.IntN(20), 3)
		p := New(b, board.O, testRules(rule))
		if p.Now().Overflow() || p.WinIn() == 1 || p.Now().Counts[0].Rows() > 0 {
			continue
		}
		before := forbiddenSquares(b)
		for _, c := range p.FourSquares(nil) {
			after := b.Clone()
			after.Set(p.Point(c), board.O)
			answers := completions(after)
			if len(answers) == 1 {
				after.Set(answers[0], board.X)
				forbids := slices.ContainsFunc(forbiddenSquares(after), func(at board.Point) bool { return !slices.Contains(before, at) })
				caught, missed = caught+bit(forbids && p.SetsUpFoul(c)), missed+bit(forbids && !p.SetsUpFoul(c))
			}
			free += bit(!p.SetsUpFoul(c))
			require.Equal(t, boardtest.Text(b), boardtest.Text(p.Board()))
		}
	}
	assert.Greater(t, min(caught, free), 15)
	assert.Greater(t, caught, 50*missed)

	b := boardtest.Parse("---------\n-oo-o----\n---------\n---xx----\n-----x---\n---------\n---------\n---------\n---------")
	assert.True(t, New(b, board.O, testRules(rule)).MayWinByFoul())
	assert.False(t, New(b, board.X, testRules(rule)).MayWinByFoul(), "only o wins by fouls")
	assert.False(t, New(b, board.O, testRules(board.Freestyle)).MayWinByFoul(), "nothing is forbidden")
}

// completions returns every empty square that finishes a row of renju's o.
func completions(b *board.Board) []board.Point {
	return slices.DeleteFunc(boardtest.Empties(b), func(at board.Point) bool { return !b.Wins(at, board.O, board.Renju) })
}

// forbiddenSquares returns every empty square that renju forbids x.
func forbiddenSquares(b *board.Board) []board.Point {
	return slices.DeleteFunc(boardtest.Empties(b), func(at board.Point) bool { return !b.Forbidden(at, board.Renju) })
}

// A four that is found unanswered has one answer, which renju forbids x; and one is found, a win in three, where the
// last two stones changed that answer.
func TestFoulWin(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 9))
	const rule = board.Renju
	found := 0
	for range boardtest.Sweep(700) {
		b := boardtest.Sprinkle(rng, 8+rng.IntN(4), 8+rng.IntN(4), 35+rng.IntN(20), 3)
		p := New(b, board.O, testRules(rule))
		for range 2 {
			free := p.Legal(p.AllEmpty())
			p.Make(free[rng.IntN(len(free))])
		}
		if p.Now().Overflow() || p.Now().Counts[0].Rows()+p.Now().Counts[1].Rows() > 0 {
			continue
		}
		b = p.Board()
		var all []Cell
		lately := false
		for _, c := range p.FourSquares(nil) {
			after := b.Clone()
			after.Set(p.Point(c), board.O)
			answers := completions(after)
			if len(answers) == 1 && after.Forbidden(answers[0], rule) {
				all = append(all, c)
				answer := p.Cell(answers[0])
				changed := slices.Contains(p.ChangedBy(0), answer) || slices.Contains(p.ChangedBy(1), answer)
				lately = lately || changed && b.Forbidden(answers[0], rule)
			}
		}
		switch c := p.foulWin(); {
		case c != NoCell:
			require.Contains(t, all, c, boardtest.Text(b))
			require.Equal(t, 3, p.WinIn(), boardtest.Text(b))
			found++
		case lately:
			require.Fail(t, "none found", "%v\n%v", p.Point(all[0]), boardtest.Text(b))
		}
	}
	assert.Greater(t, found, 3)
}
