package selfmatch

import (
	"context"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/search"
	"tahoun/search/weights"
)

// An enginePlayer is the engine with parameters of its own, as a player in the arena's games.
type enginePlayer struct {
	engine *search.Engine
	side   board.Stone
	limits search.Limits
}

// participant makes the engine with params and weights, in this process, a participant of the arena.
func participant(label string, params search.Params, weights weights.Sets, limits search.Limits) match.Participant {
	open := func(_ player.Spec, setting player.Setting) (player.Player, error) {
		f := &enginePlayer{search.NewWith(setting.Rule, weights), setting.Side, limits}
		f.engine.Params = params
		return f, nil
	}
	return match.Participant{Spec: player.Spec{Label: label}, Open: open}
}

// Move searches within the limits. It does not measure the time.
func (p *enginePlayer) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	limits := p.limits
	limits.Start = time.Now()
	t := p.engine.NewJob(ask.Board, p.side, limits)
	at, _ := t.StaticMove()
	t.Think(ctx, func(better board.Point, _ string) { at = better })
	t.Release()
	return player.Answer{At: at}, nil
}

// End does nothing: there is nothing to end.
func (p *enginePlayer) End() error { return nil }
