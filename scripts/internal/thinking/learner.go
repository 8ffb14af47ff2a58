package thinking

import (
	"context"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/search"
)

// Compile-time check: both packages' scores of proofs must be equal, because decisions are kept unchanged.
var _, _ = [1]struct{}{}[experience.WinScore-search.WinScore], [1]struct{}{}[experience.SureScore-search.SureScore]

// A Learner lets the searches of a game use the experience of earlier ones, and learns from them. A nil Learner does
// neither.
type Learner struct {
	memory *experience.Learner
	learn  func() // from the last search that has returned; nil: none
}

// NewLearner returns a learner with a memory.
func NewLearner(m *experience.Learner) *Learner { return &Learner{memory: m} }

// Teach returns engine with advice for moves by rule.
func (l *Learner) Teach(engine NewJob, rule board.Rule) NewJob {
	if l == nil {
		return engine
	}
	return func(b *board.Board, side board.Stone, limits search.Limits) Job {
		searcher := engine(b, side, limits)
		if thinker, ok := searcher.(experience.Job); ok {
			return learning{searcher, func() { l.memory.Advise(b, side, rule, thinker) }, func() {
				l.learn = func() { l.memory.Learn(b, side, rule, thinker) }
			}}
		}
		return searcher
	}
}

// Learn learns from the last search, whose answer has been given, unless it hangs.
func (l *Learner) Learn(last *Search) {
	if l == nil || last.Hangs() || l.learn == nil {
		return
	}
	l.learn()
	l.learn = nil
}

// Over ends the game that is played.
func (l *Learner) Over() {
	if l != nil {
		l.memory.Over()
	}
}

// A learning searcher calls before and after its search.
type learning struct {
	Job
	before, after func()
}

// Think is the Job's, with advice.
func (l learning) Think(ctx context.Context, better func(board.Point, string)) {
	l.before()
	l.Job.Think(ctx, better)
	l.after()
}
