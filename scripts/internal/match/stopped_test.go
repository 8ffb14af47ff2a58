package match_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// TestStopped: a player that hangs is called off with the run, and both players are ended.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var ended atomic.Int32
	open := func(move func(context.Context, player.Request) (player.Answer, error)) match.Participant {
		return match.Participant{Open: func(player.Spec, player.Setting) (player.Player, error) { return fake{move, &ended}, nil }}
	}
	hang := open(func(ctx context.Context, _ player.Request) (player.Answer, error) {
		cancel()
		<-ctx.Done()
		return player.Answer{At: player.Nowhere}, &player.Fault{Reason: game.Crash, Detail: "killed"}
	})
	g, err := match.Play(ctx, terms(15, 15, 0), match.Pairing{}, open(first(0)), hang, nil)
	require.NoError(t, err)
	assert.Equal(t, game.Result{Reason: game.Stopped}, g.Result)
	assert.False(t, g.Finished())
	assert.EqualValues(t, 2, ended.Load())

	g, err = match.Play(ctx, terms(15, 15, 0), match.Pairing{}, hang, hang, nil)
	require.NoError(t, err)
	assert.Equal(t, game.Stopped, g.Result.Reason, "stopped before it began")
	assert.EqualValues(t, 2, ended.Load(), "nobody was started")

	ctx, cancel = context.WithCancel(t.Context())
	killed := match.Participant{Open: func(player.Spec, player.Setting) (player.Player, error) {
		cancel()
		return nil, errors.New("killed while it started")
	}}
	g, err = match.Play(ctx, terms(15, 15, 0), match.Pairing{}, killed, hang, nil)
	require.NoError(t, err)
	assert.Equal(t, game.Result{Reason: game.Stopped}, g.Result, "that is not the manager's failure")
}

// A lastWord does something when it is ended.
type lastWord struct {
	fake
	end func() error
}

func (l lastWord) End() error { return l.end() }

// TestStoppedAfterwards: a game that is decided counts, even if the run is called off while its players end.
func TestStoppedAfterwards(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	x := match.Participant{Open: func(player.Spec, player.Setting) (player.Player, error) {
		return lastWord{fake{move: first(0)}, func() error { cancel(); return nil }}, nil
	}}
	g, err := match.Play(ctx, terms(9, 9, 0), match.Pairing{}, x, participant("o", first(0)), nil)
	require.NoError(t, err)
	require.Error(t, ctx.Err())
	assert.True(t, g.Finished())
	assert.NotEqual(t, game.Stopped, g.Result.Reason)
}

// TestRemains: a decided game counts even if files of a player remain.
func TestRemains(t *testing.T) {
	remains := errors.New("remove game: not permitted")
	x := match.Participant{Open: func(player.Spec, player.Setting) (player.Player, error) {
		return lastWord{fake{move: first(0)}, func() error { return remains }}, nil
	}}
	g := play(t, terms(9, 9, 0), nil, x, participant("o", first(0)))
	assert.Equal(t, game.Row, g.Result.Reason)
	assert.Equal(t, "left behind: remove game: not permitted", g.Result.Detail)
	g = play(t, terms(9, 9, 0), nil, x, scripted("o", at(0, 0)))
	assert.Equal(t, game.Illegal, g.Result.Reason)
	assert.Equal(t, `0,0 already holds x; it said "said"; left behind: remove game: not permitted`, g.Result.Detail)
}

// TestManagersFailure: a failure that is no player's fault is an error.
func TestManagersFailure(t *testing.T) {
	broken := errors.New("disk full")
	bad := participant("bad", func(context.Context, player.Request) (player.Answer, error) { return player.Answer{}, broken })
	g, err := match.Play(t.Context(), terms(15, 15, 0), match.Pairing{ID: 3}, bad, bad, nil)
	require.ErrorIs(t, err, broken)
	assert.True(t, strings.HasPrefix(err.Error(), "match: game 4, bad against bad: "))
	assert.False(t, g.Finished())

	_, err = match.Play(t.Context(), terms(15, 15, 0), match.Pairing{Opening: []board.Point{at(20, 0)}}, bad, bad, nil)
	assert.ErrorContains(t, err, "match: game 1: opening: 20,0 is off the board")
}
