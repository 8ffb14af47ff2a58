package board_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestRun(t *testing.T) {
	b, p := boardtest.ParseMarked(`
		x---x
		#x-x-
		xx*-o
		-x-x-
		x----`)
	tests := []struct {
		name     string
		d        board.Point
		side     board.Stone
		from, to board.Point
		n        int
	}{
		{"alone", board.Point{X: 0, Y: 1}, board.X, p, p, 1},
		{"at one side, up to the edge", board.Point{X: 1, Y: 0}, board.X, board.Point{X: 0, Y: 2}, p, 3},
		{"at both sides", board.Point{X: 1, Y: 1}, board.X, board.Point{X: 0, Y: 0}, board.Point{X: 3, Y: 3}, 4},
		{"corner to corner", board.Point{X: 1, Y: -1}, board.X, board.Point{X: 0, Y: 4}, board.Point{X: 4, Y: 0}, 5},
		{"stones of the other side", board.Point{X: 1, Y: -1}, board.O, p, p, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from, to, n := b.Run(p, tt.d, tt.side)
			assert.Equal(t, tt.from, from)
			assert.Equal(t, tt.to, to)
			assert.Equal(t, tt.n, n)
		})
	}
}

func TestWins(t *testing.T) {
	const exact, renju, caro = board.ExactFive, board.Renju, board.Caro
	tests := []struct {
		name    string
		picture string
		side    board.Stone
		winning []board.Rule // all other sensible rules do not let side win
	}{
		{"four", "-xx*x-", board.X, nil},
		{"five", "-xx*xx-", board.X, sensibleRules},
		{"five over the whole board", "xx*xx", board.X, sensibleRules},
		{"five on a slant", "x----- -x---- --x--- ---x-- ----*-", board.X, sensibleRules},
		{"five on the other slant", "----x- ---x-- --x--- -*---- x-----", board.X, sensibleRules},
		{"five upright", "- * x x x x -", board.X, sensibleRules},
		{"five of o", "-oo*oo-", board.O, sensibleRules},
		{"four and a wall", "-xx*x#x", board.X, nil},
		{"four and an opponent", "-xx*xox", board.X, nil},
		{"two fours that meet at a corner", "xxx* ---x ---x ---x", board.X, nil},
		{"blocked at one end", "oxx*xx-", board.X, sensibleRules},
		{"blocked at both ends", "oxx*xxo", board.X, without(sensibleRules, caro)},
		{"blocked by an edge and an opponent", "xx*xxo", board.X, sensibleRules},
		{"blocked by a wall and an opponent", "oxx*xx#", board.X, sensibleRules},
		{"blocked by two walls", "#xx*xx#", board.X, sensibleRules},
		{"opponents one square further off", "o-xx*xx-o", board.X, sensibleRules},
		{"blocked at both ends, the other colour", "xoo*oox", board.O, without(sensibleRules, caro)},
		{"blocked in one direction only", "oxx*xxo ---x--- ---x--- ---x--- ---x---", board.X, sensibleRules},
		{"six", "-xxx*xx-", board.X, without(sensibleRules, exact|renju)},
		{"six of o", "-ooo*oo-", board.O, without(sensibleRules, exact)},
		{"six blocked at both ends", "oxxx*xxo", board.X, without(sensibleRules, exact|renju)},
		{"nine", "xxxx*xxxx", board.X, without(sensibleRules, exact|renju)},
		{"six and five", "-xxx*xx- ----x--- ----x--- ----x--- ----x---", board.X, sensibleRules},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, p := boardtest.ParseMarked(tt.picture)
			for _, r := range sensibleRules {
				want := slices.Contains(tt.winning, r)
				assert.Equal(t, want, b.Wins(p, tt.side, r), "rule %d", r)
				played := b.Clone()
				played.Set(p, tt.side)
				assert.Equal(t, want, played.Wins(p, tt.side, r), "rule %d, stone on the board", r)
				assert.False(t, b.Wins(p, tt.side.Other(), r), "rule %d, opponent", r)
			}
		})
	}
}

// without returns the rules that have none of bits.
func without(rules []board.Rule, bits board.Rule) []board.Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r board.Rule) bool { return r&bits != 0 })
}

// TestWinsEqualsPlainDefinition holds Wins against rows cut out of strings, on boards of all small sizes.
func TestWinsEqualsPlainDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	won, tooLong, blocked := 0, 0, 0
	for size := range 12 * 12 {
		b := streaky(rng, 1+size%12, 1+size/12)
		for p := range b.Points {
			side := board.X + board.Stone(rng.IntN(2))
			rows := rowsThrough(b, p, side)
			for _, r := range sensibleRules {
				want := slices.ContainsFunc(rows, func(row string) bool { return plainlyWins(row, side, r) })
				if got := b.Wins(p, side, r); got != want {
					t.Fatalf("Wins(%v, %v, %d): want %v, got %v on\n%s", p, side, r, want, got, boardtest.Text(b))
				}
				if want {
					won++
				} else if slices.ContainsFunc(rows, func(row string) bool { return len(row) > 5+2 }) {
					tooLong++
				} else if slices.ContainsFunc(rows, func(row string) bool { return len(row) == 5+2 }) {
					blocked++
				}
			}
		}
	}
	assert.Greater(t, won, 1000)
	assert.Greater(t, tooLong, 100)
	assert.Greater(t, blocked, 100)
}

// rowsThrough returns side's row through p in each direction, with the letters at its two ends.
func rowsThrough(b *board.Board, p board.Point, side board.Stone) []string {
	var rows []string
	for _, d := range board.Directions {
		before, after := "", ""
		for n := 1; n <= max(b.Width(), b.Height()); n++ {
			before = b.At(p.Add(d, -n)).String() + before
			after += b.At(p.Add(d, n)).String()
		}
		from := len(strings.TrimRight(before, side.String())) - 1
		to := len(after) - len(strings.TrimLeft(after, side.String())) + 1
		rows = append(rows, before[from:]+side.String()+after[:to])
	}
	return rows
}

// plainlyWins reports whether a row with its ends wins, rule by rule as the manager describes them.
func plainlyWins(row string, side board.Stone, r board.Rule) bool {
	length, opponent := len(row)-2, side.Other().String()
	if length < 5 {
		return false
	}
	if r&board.ExactFive != 0 && length != 5 {
		return false
	}
	if r&board.Renju != 0 && side == board.X && length != 5 {
		return false
	}
	if r&board.Caro != 0 && length == 5 && strings.HasPrefix(row, opponent) && strings.HasSuffix(row, opponent) {
		return false
	}
	return true
}

// streaky returns a board full of long rows: in one direction, most squares repeat the one before
// them.
func streaky(rng *rand.Rand, width, height int) *board.Board {
	b := board.New(width, height)
	before := [4]board.Point{{X: 0, Y: -1}, {X: -1, Y: -1}, {X: -1, Y: 0}, {X: 1, Y: -1}}[rng.IntN(4)]
	for p := range b.Points {
		neighbour := p.Add(before, 1)
		switch {
		case rng.IntN(5) != 0 && b.Contains(neighbour):
			b.Set(p, b.At(neighbour))
		case rng.IntN(4) != 0:
			b.Set(p, board.X+board.Stone(rng.IntN(2)))
		default:
			b.Set(p, []board.Stone{board.Empty, board.Wall}[rng.IntN(2)])
		}
	}
	return b
}

// The winner is the one that each stone's rows show; a continuous game has none.
func TestWon(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	seen := map[bool]int{}
	for i := range 2000 {
		b := board.New(7, 7)
		for p := range b.Points {
			b.Set(p, board.Stone(rng.IntN(4)))
			if rng.IntN(3) > 0 {
				b.Set(p, board.X)
			}
		}
		rule := board.Rule(i % 16)
		var want []board.Point
		for p, s := range b.Points {
			if (s == board.X || s == board.O) && b.Wins(p, s, rule) && rule&board.Continuous == 0 {
				want = append(want, p)
			}
		}
		at, won := b.Won(rule)
		assert.Equal(t, len(want) > 0, won)
		if won {
			assert.Equal(t, want[0], at)
		}
		seen[won]++
	}
	assert.Greater(t, seen[true], 100)
	assert.Greater(t, seen[false], 100)
}
