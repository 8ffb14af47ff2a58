package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/parallel"
	"tahoun/scripts/internal/player"
)

// The preflight asks for a move in at most preflightTurn, and waits preflightGrace longer than the player's own grace:
// it tests whether a program plays, not how fast.
const (
	preflightTurn  = time.Second
	preflightGrace = 10 * time.Second
)

// Preflight starts every player once, jobs at a time, and asks for the first move of a game. It returns an error for
// those who gave none. It does not judge whether the move is legal.
func Preflight(ctx context.Context, terms Terms, participants []Participant, jobs int) error {
	faults := make([]error, len(participants))
	parallel.Each(jobs, len(participants), func(i int) {
		if err := participants[i].answers(ctx, terms); err != nil && ctx.Err() == nil {
			faults[i] = fmt.Errorf("%s cannot play: %w", participants[i].Spec.Label, err)
		}
	})
	return errors.Join(faults...)
}

// answers returns an error if the player does not answer the first question of a game.
func (p Participant) answers(ctx context.Context, terms Terms) (err error) {
	spec := p.Spec
	spec.Grace += spec.Turn + preflightGrace
	spec.Turn, spec.Match, spec.Increment = min(spec.Turn, preflightTurn), 0, 0
	opened, err := p.Open(spec, player.Setting{
		Width: terms.Width, Height: terms.Height, Rule: terms.Rule, Side: board.X, Opponent: "preflight",
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.End()) }()
	ask := player.Request{Board: terms.board()}
	if terms.Swap2 {
		chooser, ok := opened.(player.Chooser)
		if !ok {
			return player.ErrNoSwap2
		}
		_, err = chooser.Choose(ctx, koth.Open, ask)
		return err
	}
	_, err = opened.Move(ctx, ask)
	return err
}
