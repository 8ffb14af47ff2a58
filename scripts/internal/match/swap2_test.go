package match_test

import (
	"context"
	"errors"
	"fmt"
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

// A chooser is a player that answers Swap2's phases as it is told, and then plays in its row.
type chooser struct {
	label   string
	replies map[koth.Phase]string
	row     int
	heard   *[]string // the messages to it
}

func (c chooser) Choose(_ context.Context, phase koth.Phase, ask player.Request) (player.Choice, error) {
	c.note(koth.Message{Phase: phase}, ask)
	reply, err := koth.ParseReply(c.replies[phase])
	if err != nil {
		return player.Choice{}, &player.Fault{Reason: game.Illegal, Detail: err.Error()}
	}
	return player.Choice{Answer: player.Answer{At: player.Nowhere, Time: time.Second}, Reply: reply}, nil
}

func (c chooser) Move(_ context.Context, ask player.Request) (player.Answer, error) {
	c.note("move", ask)
	at := board.Point{X: 5, Y: c.row}
	for ask.Board.At(at) != board.Empty {
		at.X++
	}
	return player.Answer{At: at, Time: time.Millisecond}, nil
}

func (c chooser) note(what any, ask player.Request) {
	text := fmt.Sprint(c.label, ": ", what)
	for _, p := range ask.Moves {
		text += fmt.Sprintf(" %v%v", p.Side, p.At)
	}
	*c.heard = append(*c.heard, text)
}

func (c chooser) Take(side board.Stone) { c.note("takes "+side.String(), player.Request{}) }

func (c chooser) Exit(winner string) { *c.heard = append(*c.heard, c.label+": EXIT "+winner) }
func (c chooser) End() error         { return nil }

// swap2 plays a game that a opens and returns it with the messages to the players, a's start first.
func swap2(t *testing.T, terms match.Terms, a, b map[koth.Phase]string) (*game.Game, []string) {
	t.Helper()
	heard := make([]string, 2) // both start at once
	sit := func(label string, replies map[koth.Phase]string, row int) match.Participant {
		return match.Participant{
			Spec: player.Spec{Label: label},
			Open: func(_ player.Spec, s player.Setting) (player.Player, error) {
				heard[row-1] = fmt.Sprintf("%s: has %v with %d against %s", label, s.Side, s.Seed, s.Opponent)
				return chooser{label, replies, row, &heard}, nil
			},
		}
	}
	g, err := match.Play(t.Context(), terms, match.Pairing{ID: 1, Seed: 9}, sit("a", a, 1), sit("b", b, 2), nil)
	require.NoError(t, err)
	return g, heard
}

type replies = map[koth.Phase]string

// Whoever takes black moves first, and the game knows who had which side.
func TestSwap2(t *testing.T) {
	const three = " x0,0 o9,9 x2,0"
	opens := []string{"a: has x with 9 against b", "b: has o with 9 against a", "a: A []", "b: B []" + three}
	open := replies{koth.Open: "(0,0) (2,0) (9,9)"}
	with := func(choice string) replies {
		return replies{koth.Open: open[koth.Open], koth.Choose: choice}
	}
	tests := []struct {
		name   string
		a      replies
		answer string
		x      string // who has it
		heard  []string
		stones int // of the opening
	}{
		{"black", open, "B", "b", []string{"b: takes x", "a: takes o", "b: move" + three, "a: move" + three + " x5,2"}, 3},
		{"white and a stone", open, "W (4,0)", "a", []string{"a: move" + three + " o4,0", "b: move" + three + " o4,0 x5,1"}, 4},
		{"two stones, black", with("B"), "(4,0) (8,8)", "a", []string{
			"a: C []" + three + " o8,8 x4,0", "a: move" + three + " o8,8 x4,0", "b: move" + three + " o8,8 x4,0 x5,1",
		}, 5},
		{"two stones, white", with("W"), "(4,0) (8,8)", "b", []string{
			"a: C []" + three + " o8,8 x4,0", "b: takes x", "a: takes o", "b: move" + three + " o8,8 x4,0", "a: move" + three + " o8,8 x4,0 x5,2",
		}, 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, heard := swap2(t, match.Koth, tt.a, replies{koth.Answer: tt.answer})
			assert.Equal(t, game.Result{Winner: board.X, Reason: game.Row}, g.Result)
			assert.Equal(t, tt.x, g.X)
			assert.Equal(t, map[string]string{"a": "b", "b": "a"}[tt.x], g.O)
			assert.Len(t, g.Opening, tt.stones)
			assert.Len(t, g.Moves, 9)
			assert.Equal(t, board.X, g.Moves[0].Side)
			begun := append(opens[:4:4], tt.heard...)
			assert.Equal(t, begun, heard[:len(begun)])
			assert.ElementsMatch(t, []string{"a: EXIT " + tt.x, "b: EXIT " + tt.x}, heard[len(heard)-2:])
		})
	}
}

// A reply of another form than the phase wants loses, and both players are told.
func TestSwap2Faults(t *testing.T) {
	const three = "(0,0) (2,0) (9,9)"
	tests := []struct {
		name                 string
		open, answer, choose string
		loser                board.Stone
		detail               string
	}{
		{"two stones to open", "(0,0) (2,0)", "B", "", board.X, `said "(0,0) (2,0)", want three squares`},
		{"a colour to open", "B", "B", "", board.X, `said "B", want three squares`},
		{"a square twice", "(0,0) (2,0) (0,0)", "B", "", board.X, "0,0 already holds x"},
		{"rubbish", "?", "B", "", board.X, `want B, W or squares like (7,7), got "?"`},
		{"black and a stone", three, "B (1,1)", "", board.O, `said "B (1,1)", want B, W and a square, or two squares`},
		{"white without a stone", three, "W", "", board.O, `said "W", want B, W and a square, or two squares`},
		{"white on a stone", three, "W (9,9)", "", board.O, "9,9 already holds o"},
		{"one stone", three, "(1,1)", "", board.O, `said "(1,1)", want B, W and a square, or two squares`},
		{"two stones on a square", three, "(1,1) (1,1)", "", board.O, "1,1 already holds o"},
		{"a stone to choose", three, "(3,3) (4,4)", "(1,1)", board.X, `said "(1,1)", want B or W`},
		{"white and a stone to choose", three, "(3,3) (4,4)", "W (1,1)", board.X, `said "W (1,1)", want B or W`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := replies{koth.Open: tt.open, koth.Choose: tt.choose}
			g, heard := swap2(t, match.Koth, a, replies{koth.Answer: tt.answer})
			assert.Equal(t, game.Result{Winner: tt.loser.Other(), Reason: game.Illegal, Detail: tt.detail}, g.Result)
			winner := map[board.Stone]string{board.X: "b", board.O: "a"}[tt.loser]
			assert.ElementsMatch(t, []string{"a: EXIT " + winner, "b: EXIT " + winner}, heard[len(heard)-2:])
			assert.Equal(t, []string{"a", "b"}, []string{g.X, g.O})
		})
	}
}

// Nobody hears of a winner where a phase was called off or the manager failed: there is none.
func TestSwap2Undecided(t *testing.T) {
	broken := errors.New("disk full")
	for i, phase := range []koth.Phase{koth.Open, koth.Answer, koth.Choose} {
		for _, fails := range []bool{false, true} {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var heard []string
			sit := func(label string) match.Participant {
				all := replies{koth.Open: "(0,0) (2,0) (9,9)", koth.Answer: "(3,3) (4,4)", koth.Choose: "W"}
				return match.Participant{Spec: player.Spec{Label: label}, Open: func(player.Spec, player.Setting) (player.Player, error) {
					return interrupted{chooser{label, all, 1, &heard}, phase, func() error {
						if fails {
							return broken
						}
						cancel()
						return nil
					}}, nil
				}}
			}
			g, err := match.Play(ctx, match.Koth, match.Pairing{}, sit("a"), sit("b"), nil)
			if fails {
				assert.ErrorIs(t, err, broken, "%v", phase)
			} else {
				assert.NoError(t, err, "%v", phase)
				assert.Equal(t, game.Result{Reason: game.Stopped}, g.Result, "%v", phase)
			}
			assert.Len(t, heard, i+1, "nobody is asked or told any more")
		}
	}
}

// An interrupted chooser runs a function in a phase, and returns its result.
type interrupted struct {
	chooser
	phase koth.Phase
	do    func() error
}

func (c interrupted) Choose(ctx context.Context, phase koth.Phase, ask player.Request) (player.Choice, error) {
	choice, err := c.chooser.Choose(ctx, phase, ask)
	if phase == c.phase {
		return choice, c.do()
	}
	return choice, err
}

func TestSwap2Ties(t *testing.T) {
	terms := match.Koth
	terms.MaxMoves = 7
	g, heard := swap2(t, terms, replies{koth.Open: "(0,0) (2,0) (9,9)"}, replies{koth.Answer: "B"})
	assert.Equal(t, game.Adjudged, g.Result.Reason)
	assert.ElementsMatch(t, []string{"a: EXIT TIE", "b: EXIT TIE"}, heard[len(heard)-2:])
}

// The time of the phases is that of who took it, whichever side it has later.
func TestSwap2Time(t *testing.T) {
	var left []time.Duration
	sit := func(label string, limit time.Duration, replies replies) match.Participant {
		return match.Participant{Spec: player.Spec{Label: label, Match: limit}, Open: func(player.Spec, player.Setting) (player.Player, error) {
			return timed{chooser{label, replies, 1, new([]string)}, &left}, nil
		}}
	}
	terms := match.Koth
	terms.MaxMoves = 7
	a, b := sit("a", time.Minute, replies{koth.Open: "(0,0) (2,0) (9,9)", koth.Choose: "W"}), sit("b", time.Hour, replies{koth.Answer: "(3,3) (4,4)"})
	_, err := match.Play(t.Context(), terms, match.Pairing{}, a, b, nil)
	require.NoError(t, err)
	assert.Equal(t, []time.Duration{time.Hour - time.Second, time.Minute - 2*time.Second}, left, "b is black")
}

type timed struct {
	chooser
	left *[]time.Duration
}

func (c timed) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	*c.left = append(*c.left, ask.Left)
	return c.chooser.Move(ctx, ask)
}

func TestSwap2WantsBots(t *testing.T) {
	_, err := match.Play(t.Context(), match.Koth, match.Pairing{}, participant("a", first(0)), participant("b", first(0)), nil)
	assert.ErrorContains(t, err, "a: the file protocol has no word for choosing a side")
}

func TestSwap2Terms(t *testing.T) {
	require.NoError(t, match.Koth.Check())
	for _, spoil := range []func(*match.Terms){
		func(t *match.Terms) { t.Width = 14 }, func(t *match.Terms) { t.Height = 14 }, func(t *match.Terms) { t.Rule = board.Renju },
		func(t *match.Terms) { t.Walls = []board.Point{{}} },
	} {
		terms := match.Koth
		spoil(&terms)
		assert.ErrorContains(t, terms.Check(), "the king-of-the-hill wants a 15x15 board")
	}
}
