// Package watchdog lets a Job think and never depends on it: whoever waits has a legal answer in time, even
// if the Job hangs, panics or lies.
package watchdog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tahoun/board"
)

// An Job finds one move. All its methods are called from one goroutine, which is left to itself when
// time is up: it may hang, panic or lie, and a move comes out all the same.
type Job interface {
	// Deadline returns when the answer must be on its way at the latest. One in the past means that
	// StaticMove is all that is asked.
	Deadline() time.Time

	// StaticMove answers within milliseconds; the note gives its reason in a few words.
	StaticMove() (move board.Point, note string)

	// Think searches until it knows enough or ctx ends. It calls better for every finished answer that
	// is better than the one before, from any goroutine. Only a panic of its own goroutine can be caught.
	Think(ctx context.Context, better func(move board.Point, note string))
}

const (
	// patience is how long an instant answer may take before whoever waits is told that there is none yet. The waiting
	// side counts time without an answer in such steps: one in which the whole process stood still counts as one.
	patience = 50 * time.Millisecond

	// leastSteps is how many of them a search has to answer in any case, also on a slow machine or late in the move.
	leastSteps = 9
)

// fallbackNote stands with a move that the Job did not choose.
const fallbackNote = "static fallback move, no answer from the search"

// An Answer is a legal move and the Job's words on it.
type Answer struct {
	Move board.Point
	Note string
}

// A Position is the question that a Job is asked. Nobody may change Board before the search is over; the Job must
// have a copy.
type Position struct {
	Board    *board.Board
	Side     board.Stone
	Rule     board.Rule
	Fallback Fallback // chooses where the Job has no answer; nil: FirstLegal does
}

// A Fallback quickly chooses a legal move for a side, on its own copy of the board. If it panics or chooses an occupied
// square, the first legal one is taken.
type Fallback = func(*board.Board, board.Stone, board.Rule) board.Point

// A Search is a Job at work. Its searching side is one goroutine, the only one that calls the
// Job; the waiting side is whoever calls Wait. They share channels with room and atomic values, so
// the waiting side never waits for the searching side longer than it means to.
type Search struct {
	position Position
	fallback func() Answer // computed once
	best     atomic.Pointer[Answer]
	liar     atomic.Pointer[board.Point] // a move that was offered and is not legal

	ready    chan time.Time  // the deadline, sent once when best holds the instant answer
	begin    chan struct{}   // closed when early has returned and the long search may begin
	stopped  <-chan struct{} // closed when the context of Start has ended
	deadline chan time.Time  // another deadline
	ended    chan struct{}   // closed when the searching side ends
	wrong    string          // its failure, "" if there is none; to be read when it has ended
}

// Start starts the searching side: it makes a Job and lets it think about p until ctx ends.
func Start(ctx context.Context, p Position, newJob func() Job) *Search {
	s := &Search{
		position: p,
		fallback: sync.OnceValue(p.fallback),
		ready:    make(chan time.Time, 1),
		begin:    make(chan struct{}),
		stopped:  ctx.Done(),
		deadline: make(chan time.Time, 1),
		ended:    make(chan struct{}),
	}
	go func() {
		defer close(s.ended) // also if the Job ends its goroutine
		s.think(ctx, newJob)
	}()
	return s
}

// fallback returns the answer where the Job has none.
func (p Position) fallback() (a Answer) {
	first := p.Board.Clone().FirstLegal(p.Side, p.Rule)
	defer func() {
		if recover() != nil || p.Board.At(a.Move) != board.Empty {
			a.Move = first
		}
	}()
	a = Answer{first, fallbackNote}
	if p.Fallback != nil {
		a.Move = p.Fallback(p.Board.Clone(), p.Side, p.Rule)
	}
	return a
}

// think is the searching side.
func (s *Search) think(ctx context.Context, newJob func() Job) {
	step := "New"
	defer func() {
		if r := recover(); r != nil {
			s.wrong = fmt.Sprintf("the search failed in %s: %v", step, r)
		}
	}()
	job := newJob()
	step = "Deadline"
	deadline := job.Deadline()
	step = "StaticMove"
	s.offer(job.StaticMove())
	if s.best.Load() == nil {
		return
	}
	s.ready <- deadline
	select {
	case <-s.begin:
	case <-ctx.Done():
		return
	}
	step = "Think"
	if time.Until(deadline) > 0 {
		job.Think(ctx, s.offer)
	}
}

// offer makes an answer the best one if its move is legal.
func (s *Search) offer(move board.Point, note string) {
	if s.position.Board.At(move) != board.Empty {
		s.liar.Store(&move)
		return
	}
	s.best.Store(&Answer{move, note})
}

// Best returns the best answer so far, nil if there is none yet.
func (s *Search) Best() *Answer { return s.best.Load() }

// Answer returns the best answer so far, or the fallback where the Job has given none.
func (s *Search) Answer() Answer {
	if best := s.best.Load(); best != nil {
		return *best
	}
	return s.fallback()
}

// Over reports whether the searching side has ended, or does so within patience. Its memory is then free for others.
func (s *Search) Over(patience time.Duration) bool {
	select {
	case <-s.ended:
		return true
	case <-time.After(patience):
		return false
	}
}

// Retime tells Wait that the Job has another deadline now. It is for one goroutine.
func (s *Search) Retime(deadline time.Time) {
	select {
	case <-s.deadline: // not looked at yet
	default:
	}
	s.deadline <- deadline
}

// Wait is the waiting side: it calls early when there is an instant answer, and returns when there will be no better
// one or time or memory are used up. If no instant answer comes in good time, early is called with the fallback, and
// Wait gives up at lastResort. It returns earlier than the Job's deadline by as much time as early took, and soon after
// the context of Start has ended (a signal, see process.Stop, or a manager's STOP), even if the Job goes on. It returns
// the failures, in words.
func (s *Search) Wait(memory Memory, lastResort time.Time, early func(Answer)) (wrong []string) {
	steps := time.NewTicker(patience)
	defer steps.Stop()
	waiting := steps.C          // never, as soon as there is an answer
	var timeUp <-chan time.Time // never, as long as there is no answer
	var moved <-chan time.Time  // s.deadline as soon as there is an answer
	look, stopLooking := memory.ticks()
	defer stopLooking()
	stopped := s.stopped
	var cost time.Duration // of early: the best answer will take as long
	retime := func(deadline time.Time) {
		if stopped != nil {
			timeUp = time.After(time.Until(deadline) - cost)
		}
	}
	for step := 1; ; {
		select {
		case deadline := <-s.ready:
			begun := time.Now()
			early(s.Answer())
			cost = time.Since(begun)
			waiting, moved = nil, s.deadline
			retime(deadline)
			close(s.begin)
		case deadline := <-moved:
			retime(deadline)
		case <-stopped: // the Job may still have a better answer
			stopped, timeUp = nil, time.After(patience)
		case <-timeUp:
			return s.complaints("")
		case <-waiting:
			if step >= leastSteps && !time.Now().Before(lastResort) {
				return s.complaints("")
			}
			if step == 1 {
				early(s.Answer())
			}
			step++
		case <-s.ended:
			return s.complaints(s.wrong)
		case <-look:
			if used, over := memory.over(waiting == nil); over {
				return s.complaints(fmt.Sprintf("the search stopped at %d MiB of memory", used>>20))
			}
		}
	}
}

// LastResort returns when the waiting side gives up on a Job that has not even told its deadline: at
// nine tenths of turn, the time from start on that there is for the move.
func LastResort(start time.Time, turn time.Duration) time.Time { return start.Add(turn - turn/10) }

// complaints lists the failures: the given text unless it is empty, and an illegal answer.
func (s *Search) complaints(text string) []string {
	var all []string
	if text != "" {
		all = append(all, text)
	}
	if p := s.liar.Load(); p != nil {
		all = append(all, "the search offered "+p.String()+", which is not an empty square")
	}
	return all
}
