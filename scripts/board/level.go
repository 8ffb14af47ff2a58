package main

import (
	"context"
	"time"

	"tahoun/scripts/internal/level"
)

// An answer is a move of a player, or the reason why there is none.
type answer struct {
	At      int    `json:"at"` // -1: none
	Time    int64  `json:"time"`
	Message string `json:"message,omitempty"`
	Fault   string `json:"fault,omitempty"` // the player has lost by it
}

func (s *server) playTahoun(
	ctx context.Context, t *tab, p *position, ask moveRequest, l level.Level,
) (answer, error) {
	start := time.Now()
	limits := s.limits(ctx, start, ask.turn())
	if limits.Match = ask.match(); limits.Match > 0 {
		limits.Left = ask.left()
	}
	var a answer
	err := t.guarded(func() error {
		move, note := l.Move(ctx, t.engineFor(p.rule), p.board, p.side, limits, level.NewRNG())
		a = answer{At: p.square(move), Message: note}
		return nil
	})
	a.Time = time.Since(start).Milliseconds()
	return a, err
}
