package session

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"tahoun/board"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/search"
)

// Yixin-Board and Rapfi balance an opening: by the move, or by the move and the reply to it, after which the score of
// the side to move is closest to a wished one, 0 for an even game.

func (s *session) balanceOne(rest string) (string, error) {
	v, err := s.balance("YXBALANCEONE", rest, 1, analyser.Balance)
	if err != nil || s.closed {
		return "", err
	}
	return s.makeMove(s.game, v)
}

// balanceTwo makes both moves, with Suggest too: PLAY could not answer a pair.
func (s *session) balanceTwo(rest string) (string, error) {
	v, err := s.balance("YXBALANCETWO", rest, 2, analyser.BalancePairs)
	if err != nil || s.closed {
		return "", err
	}
	pair := s.found.Moves[0].Line[:2]
	for _, at := range pair {
		if err := s.game.place(at, s.rule()); err != nil {
			return "", err
		}
	}
	answer := formatSquares(pair)
	s.setMessage(answer, v.Note)
	return answer, nil
}

// balance searches with find for so many moves. The learner neither helps nor learns from them, because they are not
// meant to be the best. After the search s.found has a move, unless the session is closed.
func (s *session) balance(name, rest string, moves int,
	find func(analyser, context.Context, int, int, func(search.Analysis))) (v thinking.Verdict, err error) {
	wished, ok := protocol.Numbers(rest, 1)
	switch {
	case !ok:
		return v, fmt.Errorf("want %s and a score, 0 for an even game, got %+.40q", name, rest)
	case s.game == nil:
		return v, errNoGame
	case s.suggested:
		return v, errWantPlay
	case s.game.board.Count(board.Empty) < moves:
		return v, errFull
	}
	s.find = func(ctx context.Context, a analyser, better func(search.Analysis)) {
		find(a, ctx, 1, wished[0], better)
	}
	defer func() { s.find = nil }()
	v = s.search(nil, s.game, s.limits)
	s.addUsedTime()
	if s.found == nil && !s.closed {
		v.Answer = s.balanceAtOnce()
	}
	if !s.closed && len(s.found.Moves) == 0 {
		err = errors.New(s.found.Note)
	}
	return v, err
}

// balanceAtOnce takes the place of a search that had no time to begin.
func (s *session) balanceAtOnce() (a watchdog.Answer) {
	s.found = &search.Analysis{Note: "no move: there was no time"}
	var latest atomic.Pointer[search.Analysis]
	job := analysing(s.newJobFor(s.rule(), s.engineMemory), s.find, &latest)(s.game.board, s.game.next, search.Limits{})
	job.Think(context.Background(), func(move board.Point, note string) { a = watchdog.Answer{Move: move, Note: note} })
	if found := latest.Load(); found != nil {
		s.found = found
	}
	return a
}
