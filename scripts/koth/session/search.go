package session

import (
	"context"
	"errors"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/thinking"
	"tahoun/search"
)

// search returns the verdict on b, which needs an empty square, with side to move. All searches of an answer share the
// ceiling: its rest stops the search, and without any rest the static move decides.
func (s *session) search(b *board.Board, side board.Stone, nodes uint64) thinking.Verdict {
	return s.searchWith(nil, b, side, nodes)
}

// searchWith is search with the advice of a learner.
func (s *session) searchWith(
	learner *experience.Learner, b *board.Board, side board.Stone, nodes uint64,
) thinking.Verdict {
	if s.newJob == nil || s.last.Hangs() {
		s.newJob = s.NewEngine(Rule)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	limits := search.Limits{Start: s.askedAt, Turn: s.Ceiling, Left: search.NoLimit, Nodes: max(nodes, 1)}
	s.last = thinking.Start(ctx, thinking.WithExperience(s.newJob, Rule, learner), b, side, Rule, limits)
	for _, wrong := range s.last.Wait(watchdog.Memory{}, s.askedAt.Add(s.Ceiling), func(watchdog.Answer) {}) {
		s.report(errors.New(wrong))
	}
	return s.last.Verdict()
}
