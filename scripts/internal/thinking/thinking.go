// Package thinking lets a search think under watch and tells, beside its move, how good the position is. The
// brains that live for whole games stand on it.
package thinking

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"tahoun/board"
	"tahoun/fileproto/watchdog"
	"tahoun/search"
	"tahoun/search/weights"
)

// An Engine starts the thought that finds a move for side on b. One thought at a time.
type Engine func(b *board.Board, side board.Stone, limits search.Limits) Searcher

// New returns the engine that package search is, with the weights in force.
func New(rule board.Rule) Engine { return NewWith(rule, nil) }

// NewWith returns the engine that package search is, with other weights.
func NewWith(rule board.Rule, sets weights.Sets) Engine {
	engine := search.NewWith(rule, sets)
	return func(b *board.Board, side board.Stone, l search.Limits) Searcher { return engine.NewJob(b, side, l) }
}

// A Searcher finds one move. search.Job is one and describes the methods.
type Searcher interface {
	watchdog.Engine
	Retime(search.Limits)
	Score() (score int, sure bool)
}

// A Verdict is the result of a search: the move to play, and its score for the side that
// plays it, in the scale of the search.
type Verdict struct {
	watchdog.Answer
	Score int
}

// A Search is a thought under watch.
type Search struct {
	*watchdog.Search

	lock     sync.Mutex // of the fields below
	limits   search.Limits
	searcher *scoredSearcher // nil before there is one
}

// Start lets engine think about the move of side on b under rule, which needs an empty square, until ctx ends. It works
// on copies of b.
func Start(ctx context.Context, engine Engine, b *board.Board, side board.Stone, rule board.Rule, limits search.Limits) *Search {
	s := &Search{limits: limits}
	asked := b.Clone()
	position := watchdog.Position{Board: b.Clone(), Side: side, Rule: rule, Fallback: search.FallbackMove}
	s.Search = watchdog.Start(ctx, position, func() watchdog.Engine {
		thought := &scoredSearcher{Searcher: engine(asked, side, limits)}
		s.lock.Lock()
		defer s.lock.Unlock()
		s.searcher = thought
		thought.Retime(s.limits) // they may have changed before anybody could tell the thought
		return thought
	})
	return s
}

// Retime gives the thought other limits of time.
func (s *Search) Retime(l search.Limits) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.limits = l
	if s.searcher != nil {
		s.searcher.Retime(l)
		s.Search.Retime(s.searcher.Deadline())
	}
}

// stopPatience is how long a search that was told to stop may go on before its engine is left to it.
const stopPatience = 50 * time.Millisecond

// Hangs reports whether a search that was told to stop goes on, so that its engine is of no more use. A nil
// search does not.
func (s *Search) Hangs() bool { return s != nil && !s.Over(stopPatience) }

// Verdict returns the best answer so far, with the score 0 if the thought has given none.
func (s *Search) Verdict() Verdict {
	v := Verdict{Answer: s.Answer()}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.searcher != nil {
		v.Score = int(s.searcher.score.Load())
	}
	return v
}

// A scoredSearcher thought keeps the score of its last answer where another goroutine may read it.
type scoredSearcher struct {
	Searcher
	score atomic.Int64
}

// StaticMove is the Searcher's.
func (t *scoredSearcher) StaticMove() (board.Point, string) {
	move, note := t.Searcher.StaticMove()
	t.keep()
	return move, note
}

// Think is the Thought's.
func (t *scoredSearcher) Think(ctx context.Context, better func(board.Point, string)) {
	t.Searcher.Think(ctx, func(move board.Point, note string) {
		t.keep()
		better(move, note)
	})
}

func (t *scoredSearcher) keep() {
	score, _ := t.Score()
	t.score.Store(int64(score))
}
