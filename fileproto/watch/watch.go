// Package watch lets a Thinker think and never depends on it: whoever waits has a legal answer in time, even
// if the Thinker hangs, panics or lies.
package watch

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"tahoun/board"
)

// A Thinker finds one move. All its methods are called from one goroutine, which is left to itself when
// time is up: it may hang, panic or lie, and a move comes out all the same.
type Thinker interface {
	// Deadline returns when the answer must be on its way at the latest. One in the past means that
	// Instant is all that is asked.
	Deadline() time.Time

	// Instant answers within milliseconds; the note says in a few words what it thought.
	Instant() (move board.Point, note string)

	// Think searches until it knows enough or ctx ends. It calls better for every finished answer that
	// is better than the one before, from any goroutine. Only a panic of its own goroutine can be caught.
	Think(ctx context.Context, better func(move board.Point, note string))
}

// patience is how long an instant answer may take before whoever waits is told that there is none yet.
const patience = 50 * time.Millisecond

// An Answer is a legal move and what the Thinker thought of it.
type Answer struct {
	Move board.Point
	Note string
}

// A Search is a Thinker at work. Its searching side is one goroutine, the only one that calls the
// Thinker; the waiting side is whoever calls Wait. They share channels with room and atomic values, so
// the waiting side never waits for the searching side longer than it means to.
type Search struct {
	board *board.Board // the waiting side's own
	best  atomic.Pointer[Answer]
	liar  atomic.Pointer[board.Point] // a move that was offered and is not legal

	ready    chan time.Time // the deadline, sent once when best holds the instant answer
	begin    chan struct{}  // closed when early has returned and the long search may begin
	deadline chan time.Time // another deadline
	ended    chan struct{}  // closed when the searching side ends
	wrong    string         // what went wrong there, "" if nothing; to be read when it has ended
}

// Start starts the searching side: it makes a Thinker and lets it think until ctx ends. Nobody may change
// b, on which the answers must be legal, before the search is over; the Thinker must have a copy.
func Start(ctx context.Context, b *board.Board, newThinker func() Thinker) *Search {
	s := &Search{
		board:    b,
		ready:    make(chan time.Time, 1),
		begin:    make(chan struct{}),
		deadline: make(chan time.Time, 1),
		ended:    make(chan struct{}),
	}
	go func() {
		defer close(s.ended) // also if the Thinker ends its goroutine
		s.think(ctx, newThinker)
	}()
	return s
}

// think is the searching side.
func (s *Search) think(ctx context.Context, newThinker func() Thinker) {
	step := "New"
	defer func() {
		if r := recover(); r != nil {
			s.wrong = fmt.Sprintf("the search failed in %s: %v", step, r)
		}
	}()
	thinker := newThinker()
	step = "Deadline"
	deadline := thinker.Deadline()
	step = "Instant"
	s.offer(thinker.Instant())
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
		thinker.Think(ctx, s.offer)
	}
}

// offer makes an answer the best one if its move is legal.
func (s *Search) offer(move board.Point, note string) {
	if s.board.At(move) != board.Empty {
		s.liar.Store(&move)
		return
	}
	s.best.Store(&Answer{move, note})
}

// Best returns the best answer so far, nil if there is none yet.
func (s *Search) Best() *Answer { return s.best.Load() }

// Over tells whether the searching side has ended, or does so within patience. What it used is then free
// for others.
func (s *Search) Over(patience time.Duration) bool {
	select {
	case <-s.ended:
		return true
	case <-time.After(patience):
		return false
	}
}

// Retime tells Wait that the Thinker has another deadline now. It is for one goroutine.
func (s *Search) Retime(deadline time.Time) {
	select {
	case <-s.deadline: // not looked at yet
	default:
	}
	s.deadline <- deadline
}

// Wait is the waiting side: it calls early when there is an instant answer, and returns when there will be
// no better one or time or memory are used up. If no instant answer comes in good time, early is called
// with nil, and Wait gives up at lastResort. It returns what went wrong, in words.
func (s *Search) Wait(memory Memory, lastResort time.Time, early func(*Answer)) (wrong []string) {
	timeUp := time.NewTimer(patience)
	defer timeUp.Stop()
	var look <-chan time.Time // never, where memory is no matter
	if memory.on() {
		ticker := time.NewTicker(memoryLook)
		defer ticker.Stop()
		look = ticker.C
	}
	var moved <-chan time.Time // s.deadline as soon as there is an answer
	answered, impatient := false, false
	for {
		select {
		case deadline := <-s.ready:
			early(s.best.Load())
			answered, moved = true, s.deadline
			timeUp.Reset(time.Until(deadline))
			close(s.begin)
		case deadline := <-moved:
			timeUp.Reset(time.Until(deadline))
		case <-s.ended:
			return s.complaints(s.wrong)
		case <-timeUp.C:
			if answered || impatient {
				return s.complaints("")
			}
			impatient = true
			early(nil)
			timeUp.Reset(time.Until(lastResort))
		case <-look:
			if used, over := memory.over(answered); over {
				return s.complaints(fmt.Sprintf("the search stopped at %d MB of memory", used>>20))
			}
		}
	}
}

// LastResort returns when the waiting side gives up on a Thinker that has not even told its deadline: at
// nine tenths of turn, the time from start on that there is for the move; 4.5 s after start at the latest, and
// not before a slow machine has had a chance: 900 ms after start, or 450 ms from now.
func LastResort(start time.Time, turn time.Duration) time.Time {
	const chance, enough = 900 * time.Millisecond, 5 * time.Second
	turn = min(turn, enough)
	last := start.Add(max(turn-turn/10, chance))
	if soonest := time.Now().Add(chance / 2); last.Before(soonest) {
		return soonest
	}
	return last
}

// complaints lists what went wrong: the given text unless it is empty, and an illegal answer.
func (s *Search) complaints(text string) []string {
	var all []string
	if text != "" {
		all = append(all, text)
	}
	if p := s.liar.Load(); p != nil {
		all = append(all, "the search offered "+p.String()+", which is no empty square")
	}
	return all
}
