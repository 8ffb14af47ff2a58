package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/level"
	"tahoun/scripts/internal/player"
)

type moveRequest struct {
	line
	numbered
	Player int    `json:"player"` // 0: Tahoun, otherwise a brain of the command line, from 1
	Level  string `json:"level"`  // of Tahoun, its key
	Turn   int64  `json:"turn"`   // ms for the move; 0: as fast as possible
	Match  int64  `json:"match"`  // ms for the game; 0: no limit
	Left   int64  `json:"left"`   // ms of Match that are left
}

func (m moveRequest) turn() time.Duration  { return time.Duration(m.Turn) * time.Millisecond }
func (m moveRequest) match() time.Duration { return time.Duration(m.Match) * time.Millisecond }
func (m moveRequest) left() time.Duration  { return time.Duration(m.Left) * time.Millisecond }

const longestTurn = int64(24 * time.Hour / time.Millisecond) // for a move, in ms

// move asks a player for a move. A player's failure is no error but a fault in the answer.
func (s *server) move(ctx context.Context, t *tab, ask moveRequest) (answer, error) {
	p, err := ask.play()
	l, known := level.Find(ask.Level)
	switch {
	case err != nil:
		return answer{}, err
	case p.end != nil:
		return answer{}, errors.New("the game is over: " + p.end.Reason)
	case ask.Player < 0 || ask.Player > len(s.brains):
		return answer{}, fmt.Errorf("player %d: want 0 to %d", ask.Player, len(s.brains))
	case ask.Player == 0 && !known:
		return answer{}, fmt.Errorf("there is no level %q", ask.Level)
	case min(ask.Turn, ask.Match) < 0 || max(ask.Turn, ask.Match, ask.Left) > longestTurn:
		return answer{}, errors.New("want times of at most a day")
	}
	ctx, done, err := t.begin(ctx, ask.Question)
	if err != nil {
		return answer{}, err
	}
	defer done()
	if ask.Player == 0 {
		return s.playTahoun(ctx, t, p, ask, l)
	}
	return t.playBrain(ctx, p, s.brains[ask.Player-1], ask)
}

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
