package boardtest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// MustWin is the slow judge of every Claim of a win: it tries all moves and all answers on a plain
// board. It reports whether side, to move, finishes a row within the given plies against every answer.
func MustWin(b *board.Board, side board.Stone, rule board.Rule, plies int) bool {
	return hasRow(b, side, rule) || plies > 1 && hasMove(b, side, rule, func() bool {
		return MustLose(b, side.Other(), rule, plies-1)
	})
}

// MustLose reports whether the opponent of side, which is to move, wins within plies against every move.
func MustLose(b *board.Board, side board.Stone, rule board.Rule, plies int) bool {
	return !hasRow(b, side, rule) && !hasMove(b, side, rule, func() bool {
		return !MustWin(b, side.Other(), rule, plies-1)
	})
}

// hasRow reports whether a move of side finishes a row.
func hasRow(b *board.Board, side board.Stone, rule board.Rule) bool {
	return slices.ContainsFunc(Empties(b), func(p board.Point) bool { return b.Wins(p, side, rule) })
}

// hasMove reports whether good holds after a move of side.
func hasMove(b *board.Board, side board.Stone, rule board.Rule, good func() bool) bool {
	return slices.ContainsFunc(Empties(b), func(p board.Point) bool {
		if side == board.X && b.Forbidden(p, rule) {
			return false
		}
		b.Set(p, side)
		defer b.Set(p, board.Empty)
		return good()
	})
}

// A Claim is a move, and whether the side that plays it is said to win, or has no choice: it may stop a
// five without a search.
type Claim struct {
	Move         board.Point
	Wins, Forced bool
}

// RequireWin plays a move that is said to win and looks at all answers: after each of them look must
// claim the win again, down to a finished row, or have no choice. Play goes on from two of the answers and
// from all that leave no choice, but from one alone once it has looked at enough positions, since some wins
// would take more than 20,000. looks is how many it had looked at before; it returns how many it has then.
func RequireWin(t *testing.T, rng *rand.Rand, look func(*board.Board, board.Stone, board.Rule) Claim,
	move board.Point, b *board.Board, side board.Stone, rule board.Rule, looks int) int {
	t.Helper()
	require.False(t, side == board.X && b.Forbidden(move, rule), "%v is forbidden\n%v", move, Text(b))
	b.Set(move, side)
	defer b.Set(move, board.Empty)
	if b.Wins(move, side, rule) {
		return looks
	}
	answers := Empties(b)
	rng.Shuffle(len(answers), func(i, j int) { answers[i], answers[j] = answers[j], answers[i] })
	const enough = 1000
	follow := 2
	if looks > enough {
		follow = 1
	}
	for _, answer := range answers {
		looks++
		require.False(t, b.Wins(answer, side.Other(), rule), "%v loses at once\n%v", move, Text(b))
		if side.Other() == board.X && b.Forbidden(answer, rule) {
			continue
		}
		b.Set(answer, side.Other())
		next := look(b, side, rule)
		require.True(t, next.Wins || next.Forced, "%v after %v and %v\n%v", side, move, answer, Text(b))
		if follow--; follow >= 0 || next.Forced && looks < enough {
			looks = RequireWin(t, rng, look, next.Move, b, side, rule, looks)
		}
		b.Set(answer, board.Empty)
	}
	return looks
}
