package match_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// inTurn are the terms of Swap2 in which the sides go on in turn.
func inTurn(rule board.Rule) match.Terms {
	t := terms(15, 15, rule)
	t.Swap2, t.MaxMoves = true, 9
	return t
}

// After three stones and after five white moves: who takes it by a stone has moved, and who takes black waits.
func TestSwap2InTurn(t *testing.T) {
	const three = " x0,0 o9,9 x2,0"
	with := func(choice string) replies {
		return replies{koth.Open: "(0,0) (2,0) (9,9)", koth.Choose: choice}
	}
	tests := []struct {
		name   string
		choose string
		answer string
		x      string // who has it
		heard  []string
		stones int // of the opening
	}{
		{"black", "", "B", "b", []string{
			"b: takes x", "a: takes o", "a: move" + three, "b: move" + three + " o5,1",
		}, 3},
		{"white by the fourth stone", "", "W (4,0)", "a", []string{
			"a: move" + three + " o4,0", "b: move" + three + " o4,0 x5,1",
		}, 4},
		{"two stones, black", "B", "(4,0) (8,8)", "a", []string{
			"a: C []" + three + " o8,8 x4,0", "b: move" + three + " o8,8 x4,0", "a: move" + three + " o8,8 x4,0 o5,2",
		}, 5},
		{"two stones, white by the sixth", "W (7,7)", "(4,0) (8,8)", "b", []string{
			"a: C []" + three + " o8,8 x4,0", "b: takes x", "a: takes o", "b: move" + three + " o8,8 x4,0 o7,7",
		}, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, heard := swap2(t, inTurn(board.ExactFive), with(tt.choose), replies{koth.Answer: tt.answer})
			assert.Equal(t, game.Adjudged, g.Result.Reason)
			assert.Equal(t, tt.x, g.X)
			assert.Len(t, g.Opening, tt.stones)
			begun := tt.heard
			assert.Equal(t, begun, heard[4:4+len(begun)])
			side := board.X
			for i := range len(g.Opening) + len(g.Moves) {
				if n := i - len(g.Opening); n >= 0 {
					assert.Equal(t, side, g.Moves[n].Side, "x and o in turn")
				}
				side = side.Other()
			}
		})
	}
}

// The sixth stone is white's, and is judged as the other stones.
func TestSwap2InTurnFaults(t *testing.T) {
	for choice, detail := range map[string]string{
		"W (0,0)": "0,0 already holds x",
		"W":       `said "W", want SWAP or one square`,
		"B (7,7)": `said "B (7,7)", want SWAP or one square`,
	} {
		g, heard := swap2(t, inTurn(0), replies{koth.Open: "(0,0) (2,0) (9,9)", koth.Choose: choice},
			replies{koth.Answer: "(4,0) (8,8)"})
		assert.Equal(t, detail, g.Result.Detail)
		loser := map[board.Stone]string{board.X: g.O, board.O: g.X}[g.Result.Winner]
		assert.Equal(t, "a", loser)
		assert.Contains(t, heard, "a: EXIT b")
	}
}

func TestSwap2InTurnTerms(t *testing.T) {
	require.NoError(t, inTurn(board.Renju).Check())
	walled, small := inTurn(0), inTurn(0)
	walled.Walls = []board.Point{{}}
	small.Width = 4
	assert.ErrorContains(t, walled.Check(), "without walls")
	assert.ErrorContains(t, small.Check(), "5x5 or more, got 4x15")
}

// Whoever cannot choose is named before the first game.
func TestPreflightOfSwap2(t *testing.T) {
	open := func(player.Spec, player.Setting) (player.Player, error) { return fake{ended: new(atomic.Int32)}, nil }
	unable := match.Participant{Spec: player.Spec{Label: "old"}, Open: open}
	err := match.Preflight(t.Context(), inTurn(0), []match.Participant{unable}, 1)
	assert.EqualError(t, err, "old cannot play: the file protocol has no word for choosing a side: "+
		"Swap2 wants pipe: or koth: players")
}

// Choices use the time of the match: who has overdrawn it loses at once.
func TestSwap2Overdrawn(t *testing.T) {
	sit := func(label string, limit time.Duration) match.Participant {
		return match.Participant{
			Spec: player.Spec{Label: label, Match: limit},
			Open: func(player.Spec, player.Setting) (player.Player, error) {
				all := replies{koth.Open: "(0,0) (2,0) (9,9)", koth.Answer: "(3,3) (4,4)", koth.Choose: "B"}
				return chooser{label, all, 1, new([]string)}, nil // takes a second for each
			},
		}
	}
	for limit, stones := range map[time.Duration]int{999 * time.Millisecond: 0, 1999 * time.Millisecond: 5} {
		g, err := match.Play(t.Context(), inTurn(0), match.Pairing{}, sit("a", limit), sit("b", time.Hour), nil)
		require.NoError(t, err)
		assert.Equal(t, game.OutOfTime, g.Result.Reason)
		assert.Equal(t, board.O, g.Result.Winner)
		assert.Len(t, g.Opening, stones)
	}
}
