package match_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// Every player is asked once on the board before the opening, briefly, and is ended; all who cannot play are named.
func TestPreflight(t *testing.T) {
	var ended, asked atomic.Int32
	walled := terms(15, 15, 0)
	walled.Walls = []board.Point{at(3, 3)}
	sit := func(label string, err error) match.Participant {
		return match.Participant{
			Spec: player.Spec{Label: label, Turn: time.Minute, Match: time.Hour, Increment: time.Second, Grace: time.Second},
			Open: func(spec player.Spec, s player.Setting) (player.Player, error) {
				assert.Equal(t, player.Spec{Label: label, Turn: time.Second, Grace: 71 * time.Second}, spec)
				assert.Equal(t, board.X, s.Side)
				return fake{func(_ context.Context, ask player.Request) (player.Answer, error) {
					asked.Add(1)
					assert.Equal(t, 224, ask.Board.Count(board.Empty))
					assert.Equal(t, board.Wall, ask.Board.At(at(3, 3)))
					return player.Answer{At: player.Nowhere}, err
				}, &ended}, nil
			},
		}
	}
	assert.NoError(t, match.Preflight(t.Context(), walled, []match.Participant{sit("a", nil), sit("b", nil)}, 2))
	err := match.Preflight(t.Context(), walled, []match.Participant{
		sit("a", &player.Fault{Reason: game.Crash, Detail: "exit code 3"}), sit("b", nil), sit("c", &player.Fault{Reason: game.NoAnswer}),
	}, 1)
	assert.EqualError(t, err, "a cannot play: crash: exit code 3\nc cannot play: no answer: ")
	assert.EqualValues(t, 5, asked.Load())
	assert.EqualValues(t, 5, ended.Load())
}

// One that was interrupted accuses nobody.
func TestPreflightIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	hang := participant("a", func(ctx context.Context, _ player.Request) (player.Answer, error) {
		cancel()
		<-ctx.Done()
		return player.Answer{At: player.Nowhere}, ctx.Err()
	})
	assert.NoError(t, match.Preflight(ctx, terms(15, 15, 0), []match.Participant{hang, hang}, 1))
}

// Bots of the king-of-the-hill are asked for an opening.
func TestPreflightOfBots(t *testing.T) {
	var heard []string
	bot := match.Participant{Open: func(player.Spec, player.Setting) (player.Player, error) {
		return chooser{"a", replies{koth.Open: "(0,0) (9,9) (2,0)"}, 1, &heard}, nil
	}}
	assert.NoError(t, match.Preflight(t.Context(), match.Koth, []match.Participant{bot}, 1))
	assert.Equal(t, []string{"a: A []"}, heard)
}
