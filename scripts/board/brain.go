//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/player"
)

// brainGrace is by how much a brain may exceed its time, since nothing is at stake on the page. One that hangs longer
// is ended, and has lost.
const brainGrace = 5 * time.Second

var brainCommand = regexp.MustCompile(`^(file|pipe)[,:]`)

// parseBrain returns the brain of the command line's -p.
func parseBrain(text string) (player.Spec, error) {
	if !brainCommand.MatchString(text) {
		return player.Spec{}, errors.New("want file:COMMAND or pipe:COMMAND")
	}
	spec, err := player.Parse(text, player.Spec{Grace: brainGrace})
	if err == nil {
		_, err = spec.Program()
	}
	return spec, err
}

// An offered brain is one of the command line.
type offered = player.Spec

// A placed stone is one of a position.
type placed = player.Stone

type seatKey struct {
	player int
	side   board.Stone
}

type seat struct {
	player  player.Player
	spec    player.Spec
	setting player.Setting
	stones  []player.Stone // of the last question
}

// continues reports whether a question goes on with the seat's game.
func (s *seat) continues(spec player.Spec, setting player.Setting, stones []player.Stone) bool {
	return s.setting == setting && s.spec.Turn == spec.Turn && s.spec.Match == spec.Match &&
		len(stones) > len(s.stones) && slices.Equal(stones[:len(s.stones)], s.stones)
}

// playBrain asks a brain for a move and judges it. The brain keeps running for the next move of its game. A game that
// was changed, by a move taken back for example, starts it anew.
func (t *tab) playBrain(ctx context.Context, p *position, spec player.Spec, ask moveRequest) (answer, error) {
	spec.Turn, spec.Match = ask.turn(), ask.match()
	setting := player.Setting{Width: p.board.Width(), Height: p.board.Height(), Rule: p.rule, Side: p.side}
	key := seatKey{ask.Player, p.side}
	s := t.seats[key]
	if s != nil && !s.continues(spec, setting, p.stones) {
		delete(t.seats, key)
		if err := s.player.End(); err != nil {
			return answer{}, err
		}
		s = nil
	}
	if s == nil {
		brain, err := player.New(spec, setting)
		if err != nil {
			return answer{}, err
		}
		s = &seat{player: brain, spec: spec, setting: setting}
		t.seats[key] = s
	}
	s.stones = p.stones
	got, err := s.player.Move(ctx, player.Request{Board: p.board.Clone(), Moves: p.stones, Left: ask.left()})
	a := answer{At: p.square(got.At), Time: got.Time.Milliseconds(), Message: got.Message}
	if err == nil {
		_, illegal := p.board.Clone().Play(got.At, p.side, p.rule)
		if illegal == nil {
			return a, nil
		}
		err = fmt.Errorf("illegal move: %w%s", illegal, player.Said(got.Message))
	}
	delete(t.seats, key)
	left := s.player.End()
	if ctx.Err() != nil {
		return answer{}, errors.Join(context.Cause(ctx), left)
	}
	a.At, a.Fault = -1, err.Error()
	return a, left
}

// endBrains ends the tab's brains. The caller holds the turn.
func (t *tab) endBrains() error {
	var all error
	for key, s := range t.seats {
		all = errors.Join(all, s.player.End())
		delete(t.seats, key)
	}
	return all
}
