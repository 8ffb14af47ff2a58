package player_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/player"
)

// waited returns how long a pause lasts.
func waited(ctx context.Context, p *player.Pause) time.Duration {
	begun := time.Now()
	p.Wait(ctx)
	return time.Since(begun)
}

func TestPauseCountsFromTheMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.NewPause(player.Spec{Protocol: player.Pipe})
		assert.Zero(t, waited(t.Context(), &p), "before the first move")

		p.Moved(time.Now())
		time.Sleep(5 * time.Millisecond)
		assert.Equal(t, 15*time.Millisecond, waited(t.Context(), &p), "what is left of it")
		assert.Zero(t, waited(t.Context(), &p), "before the second line")

		p.Moved(time.Now())
		time.Sleep(time.Second)
		assert.Zero(t, waited(t.Context(), &p), "the opponent thought for longer")
	})
}

func TestPauseOfEachPlayer(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"pipe:a":            player.DefaultPause,
		"pipe,pause=0:a":    0,
		"pipe,pause=0.3s:a": 300 * time.Millisecond,
		"pipe,pause=20ms:a": player.DefaultPause,
		"koth:a":            time.Millisecond, // whose judge never pauses
		"koth,pause=5s:a":   time.Millisecond,
	} {
		synctest.Test(t, func(t *testing.T) {
			spec, err := player.Parse(text, player.Spec{})
			require.NoError(t, err)
			p := player.NewPause(spec)
			p.Moved(time.Now())
			assert.Equal(t, want, waited(t.Context(), &p), text)
		})
	}
}

func TestPauseEndsWithTheMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		p := player.NewPause(player.Spec{Protocol: player.Pipe})
		p.Moved(time.Now())
		assert.Equal(t, time.Millisecond, waited(ctx, &p))
	})
}

// Only a line that came soon after a move may have been missed.
func TestPauseTellsWhatMayBeMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := player.NewPause(player.Spec{Protocol: player.Pipe})
		assert.Empty(t, p.Missed(), "no move yet")
		p.Wait(t.Context())
		assert.Empty(t, p.Missed(), "no move yet")
		p.Moved(time.Now())
		assert.Empty(t, p.Missed(), "no line yet")
		p.Wait(t.Context())
		time.Sleep(time.Second)
		p.Wait(t.Context())
		assert.Equal(t, "; the question came 20ms after its own move: a program that prints its move before it is ready "+
			"to read loses such a line (see the option pause)", p.Missed())
		p.Moved(time.Now())
		time.Sleep(101 * time.Millisecond)
		p.Wait(t.Context())
		assert.Empty(t, p.Missed(), "a line that came late enough")
	})
}

// A pause that differs from the default is told with the other conditions of a pipe brain.
func TestPauseIsShown(t *testing.T) {
	for text, want := range map[string]string{
		"pipe:a":                   "1s per move, no limit per game",
		"pipe,pause=20ms:a":        "1s per move, no limit per game",
		"pipe,pause=0:a":           "1s per move, no limit per game, pause 0s",
		"pipe,nodes=5,pause=5ms:a": "1s per move, no limit per game, max_node 5, pause 5ms",
		"file,pause=0:a":           "1s per move, no limit per game",
	} {
		spec, err := player.Parse(text, player.Spec{Turn: time.Second})
		require.NoError(t, err)
		assert.Equal(t, want, spec.Conditions(), text)
	}
}

// playQuickly asks for moves, each at once after the last one, and returns the first error.
func playQuickly(t *testing.T, spec player.Spec, moves int) (thought time.Duration, err error) {
	brain := seated(t, spec, board.X)
	p := newPosition(15, 15, 0)
	for n := range moves {
		got, err := brain.Move(t.Context(), p.ask)
		thought += got.Time
		if err != nil {
			return thought, err
		}
		p.play(t, board.X, got.At)
		p.play(t, board.O, board.Point{X: 2 * n, Y: 14})
	}
	return thought, nil
}

// The brain is ready 50 ms after its move: it gets all lines with such a pause, however slow the machine is. The pause is
// no part of any time.
func TestBrainThatIsNotReadyAfterItsMove(t *testing.T) {
	const pause, moves = 50 * time.Millisecond, 5
	spec := pipeSpec(t, "ready="+pause.String())
	spec.Pause = new(time.Duration)
	*spec.Pause = pause
	begun := time.Now()
	thought, err := playQuickly(t, spec, moves)
	require.NoError(t, err)
	assert.LessOrEqual(t, thought+(moves-1)*pause, time.Since(begun))
}

// Without a pause it misses them, and the reason says so. On a slow machine the question may come late by itself.
func TestNoAnswerSoonAfterAMove(t *testing.T) {
	spec := pipeSpec(t, "ready=1h")
	spec.Pause = new(time.Duration)
	fault := new(player.Fault)
	for range 50 {
		_, err := playQuickly(t, spec, 2)
		require.True(t, errors.As(err, &fault), err)
		require.Equal(t, game.NoAnswer, fault.Reason)
		if strings.Contains(fault.Detail, "; the question came") {
			break
		}
	}
	assert.Regexp(t, `^answered TURN 0,14 with "ERROR .*"; the question came [0-9.]+(µs|ms) after its own move: a program `+
		`that prints its move before it is ready to read loses such a line`, fault.Detail)
}
