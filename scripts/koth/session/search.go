package session

import (
	"context"
	"errors"

	"tahoun/board"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/thinking"
	"tahoun/search"
)

// think returns what nodes say of b with side to move, which needs an empty square. The ceiling is one for all that
// an answer takes: what is left of it stops the search, and where nothing is left shapes alone decide.
func (s *session) search(b *board.Board, side board.Stone, nodes uint64) thinking.Verdict {
	if s.engine == nil || s.last.Hangs() {
		s.engine = s.NewEngine(rule)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	limits := search.Limits{Start: s.askedAt, Turn: s.Ceiling, Left: search.NoLimit, Nodes: max(nodes, 1)}
	s.last = thinking.Start(ctx, s.engine, b, side, rule, limits)
	for _, wrong := range s.last.Wait(watchdog.Memory{}, s.askedAt.Add(s.Ceiling), func(watchdog.Answer) {}) {
		s.report(errors.New(wrong))
	}
	return s.last.Verdict()
}
