package duel

import (
	"context"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/player"
	"tahoun/search"
)

// A fighter is the engine with numbers of its own, as a player in the arena's games.
type fighter struct {
	engine *search.Engine
	side   board.Stone
	limits search.Limits
}

// open seats the engine with params under limits, in this process.
func open(params search.Params, limits search.Limits) func(player.Spec, player.Setting) (player.Player, error) {
	return func(_ player.Spec, setting player.Setting) (player.Player, error) {
		f := &fighter{search.New(setting.Rule), setting.Side, limits}
		f.engine.Params = params
		return f, nil
	}
}

// Move thinks within the limits. The time that the answer says is no matter here.
func (f *fighter) Move(ctx context.Context, ask player.Ask) (player.Answer, error) {
	limits := f.limits
	limits.Start = time.Now()
	t := f.engine.Turn(ask.Board, f.side, limits)
	at, _ := t.Instant()
	t.Think(ctx, func(better board.Point, _ string) { at = better })
	return player.Answer{At: at}, nil
}

// End does nothing: there is nothing to end.
func (f *fighter) End() error { return nil }
