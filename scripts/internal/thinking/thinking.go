// Package thinking runs a search under the watchdog, and reports the score with its move. The brains that run for whole
// games use it.
package thinking

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/watchdog"
	"tahoun/search"
	"tahoun/search/weights"
)

// A NewJob starts a search for a move of side on b. It runs one search at a time.
type NewJob func(b *board.Board, side board.Stone, limits search.Limits) Job

// New returns package search as an engine, with the current weights.
func New(rule board.Rule) NewJob { return NewWith(rule, nil) }

// NewWith returns package search as an engine, with other weights.
func NewWith(rule board.Rule, sets weights.Sets) NewJob {
	engine := search.NewWith(rule, sets)
	return func(b *board.Board, side board.Stone, l search.Limits) Job { return engine.NewJob(b, side, l) }
}

// A Job finds one move. search.Job is one and describes the methods.
type Job interface {
	watchdog.Job
	Retime(search.Limits)
	Score() (score int, sure bool)
}

// A Verdict is the result of a search: the move to play, and its score for the side that
// plays it, in the scale of the search.
type Verdict struct {
	watchdog.Answer
	Score int
}

// A Search is a search under the watchdog.
type Search struct {
	*watchdog.Search

	lock   sync.Mutex // of the fields below
	limits search.Limits
	job    *scoredJob // nil before there is one
}

// Start starts a search of engine for a move of side on b under rule, until ctx ends. b needs an empty square; the
// search works on copies of it.
func Start(
	ctx context.Context, newJob NewJob, b *board.Board, side board.Stone, rule board.Rule, limits search.Limits,
) *Search {
	s := &Search{limits: limits}
	asked := b.Clone()
	position := watchdog.Position{Board: b.Clone(), Side: side, Rule: rule, Fallback: search.FallbackMove}
	s.Search = watchdog.Start(ctx, position, func() watchdog.Job {
		job := &scoredJob{Job: newJob(asked, side, limits)}
		s.lock.Lock()
		defer s.lock.Unlock()
		s.job = job
		job.Retime(s.limits) // they may have changed before job was set
		return job
	})
	return s
}

// Retime changes the search's limits of time.
func (s *Search) Retime(l search.Limits) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.limits = l
	if s.job != nil {
		s.job.Retime(l)
		s.Search.Retime(s.job.Deadline())
	}
}

// stopPatience is how long a search that was told to stop may go on before its engine is abandoned.
const stopPatience = 50 * time.Millisecond

// Hangs reports whether a search that was told to stop goes on, so that its engine is lost. A nil search does not.
func (s *Search) Hangs() bool { return s != nil && !s.Over(stopPatience) }

// Verdict returns the best answer so far, with the score 0 if the search has given none.
func (s *Search) Verdict() Verdict {
	v := Verdict{Answer: s.Answer()}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.job != nil {
		v.Score = int(s.job.score.Load())
	}
	return v
}

// A scoredJob keeps the score of its last answer where another goroutine may read it.
type scoredJob struct {
	Job
	score atomic.Int64
}

// StaticMove calls the Job's, and keeps its score.
func (j *scoredJob) StaticMove() (board.Point, string) {
	move, note := j.Job.StaticMove()
	j.keep()
	return move, note
}

// Think calls the Job's, and keeps the score of each answer.
func (j *scoredJob) Think(ctx context.Context, better func(board.Point, string)) {
	j.Job.Think(ctx, func(move board.Point, note string) {
		j.keep()
		better(move, note)
	})
}

func (j *scoredJob) keep() {
	score, _ := j.Score()
	j.score.Store(int64(score))
}

// WithExperience returns newJob with the advice of a learner, nil for none, on moves by rule.
func WithExperience(newJob NewJob, rule board.Rule, l *experience.Learner) NewJob {
	return func(b *board.Board, side board.Stone, limits search.Limits) Job {
		return learningJob{newJob(b, side, limits), l, experience.Question{Board: b, Side: side, Rule: rule}}
	}
}

type learningJob struct {
	Job
	learner  *experience.Learner
	question experience.Question
}

// Think calls the Job's through the learner.
func (j learningJob) Think(ctx context.Context, better func(board.Point, string)) {
	j.learner.Think(ctx, j.question, j.Job, better)
}

// Teach lets a learner, nil for none, learn from the search, whose answer has been given, unless it hangs.
func (s *Search) Teach(l *experience.Learner) {
	if l != nil && !s.Hangs() {
		l.Learn()
	}
}
