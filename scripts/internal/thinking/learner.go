package thinking

import (
	"context"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/search"
)

// WithExperience returns newJob with the advice of a learner, nil for none, on moves by rule.
func WithExperience(newJob NewJob, rule board.Rule, l *experience.Learner) NewJob {
	return func(b *board.Board, side board.Stone, limits search.Limits) Job {
		return learningJob{newJob(b, side, limits), l, experience.Question{Board: b, Side: side, Rule: rule}}
	}
}

// A learningJob thinks with the advice of a learner.
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
