package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tahoun/scripts/internal/level"
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
