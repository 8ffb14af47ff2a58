package fileproto

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"tahoun/board"
)

const (
	// patience is how long an instant answer may take before some legal move is written for it.
	patience = 50 * time.Millisecond

	// memoryLook is how often the memory in use is looked at: a search that fills memory as fast as one
	// processor can takes some ten MB in that time.
	memoryLook = 5 * time.Millisecond

	// startMemory is what the process may take for an instant answer, however low the limit: below it
	// no program of this kind runs at all.
	startMemory = 64 << 20
)

// An answer is a legal move and what the Thinker thought of it.
type answer struct {
	move board.Point
	note string
}

// A search is a Thinker at work. Its searching side is one goroutine, the only one that calls the
// Thinker; the waiting side is whoever calls wait. They share channels with room and atomic values, so
// the waiting side never waits for the searching side longer than it means to.
type search struct {
	board *board.Board // the waiting side's own
	best  atomic.Pointer[answer]
	liar  atomic.Pointer[board.Point] // a move that was offered and is not legal

	ready chan time.Time // the deadline, sent once when best holds the instant answer
	begin chan struct{}  // closed when the early move is on the disk and the long search may begin
	ended chan string    // what went wrong, "" if nothing, sent once when the searching side ends
}

// startSearch starts the searching side on a copy of the task.
func startSearch(ctx context.Context, newThinker func(Task) Thinker, task Task) *search {
	s := &search{
		board: task.Board,
		ready: make(chan time.Time, 1),
		begin: make(chan struct{}),
		ended: make(chan string, 1),
	}
	task.Board = task.Board.Clone()
	go func() {
		var wrong string
		defer func() { s.ended <- wrong }() // also if the Thinker ends its goroutine
		wrong = s.think(ctx, newThinker, task)
	}()
	return s
}

// think is the searching side. It returns what went wrong.
func (s *search) think(ctx context.Context, newThinker func(Task) Thinker, task Task) (wrong string) {
	step := "New"
	defer func() {
		if r := recover(); r != nil {
			wrong = fmt.Sprintf("the search failed in %s: %v", step, r)
		}
	}()
	thinker := newThinker(task)
	step = "Deadline"
	deadline := thinker.Deadline()
	step = "Instant"
	s.offer(thinker.Instant())
	if s.best.Load() == nil {
		return ""
	}
	s.ready <- deadline
	<-s.begin
	step = "Think"
	if time.Until(deadline) > 0 {
		thinker.Think(ctx, s.offer)
	}
	return ""
}

// offer makes an answer the best one if its move is legal.
func (s *search) offer(move board.Point, note string) {
	if s.board.At(move) != board.Empty {
		s.liar.Store(&move)
		return
	}
	s.best.Store(&answer{move, note})
}

// wait is the waiting side: it calls early when an answer is there that can go to the disk at once, and
// returns when there will be no better one or time or memory are used up. If no instant answer comes in
// good time, early is called without one, and wait gives up at the last resort.
func (s *search) wait(memory memoryWatch, lastResort time.Time, early func(*answer)) (wrong []string) {
	timeUp := time.NewTimer(patience)
	defer timeUp.Stop()
	look := time.NewTicker(memoryLook)
	defer look.Stop()
	if !memory.on() {
		look.Stop()
	}
	answered, impatient := false, false
	for {
		select {
		case deadline := <-s.ready:
			early(s.best.Load())
			answered = true
			timeUp.Reset(time.Until(deadline))
			close(s.begin)
		case text := <-s.ended:
			return s.complaints(text)
		case <-timeUp.C:
			if answered || impatient {
				return s.complaints("")
			}
			impatient = true
			early(nil)
			timeUp.Reset(time.Until(lastResort))
		case <-look.C:
			if used, over := memory.over(answered); over {
				return s.complaints(fmt.Sprintf("the search stopped at %d MB of memory", used>>20))
			}
		}
	}
}

// complaints lists what went wrong: the given text unless it is empty, and an illegal answer.
func (s *search) complaints(text string) []string {
	var all []string
	if text != "" {
		all = append(all, text)
	}
	if p := s.liar.Load(); p != nil {
		all = append(all, "the search offered "+p.String()+", which is no empty square")
	}
	return all
}

// A memoryWatch holds the process to its memory limit.
type memoryWatch struct {
	limit    int64                // bytes, 0: none
	resident func() (int64, bool) // how many the process occupies, if that can be known; may be nil
}

// on tells whether there is anything to watch.
func (m memoryWatch) on() bool { return m.limit > 0 && m.resident != nil }

// over returns how much memory is used and whether that is too much: an eighth of the limit is left for
// what comes in before the next look. answered tells whether there is an instant answer.
func (m memoryWatch) over(answered bool) (int64, bool) {
	used, ok := m.resident()
	limit := m.limit
	if !answered {
		limit = max(limit, startMemory)
	}
	return used, ok && used > limit-limit/8
}
