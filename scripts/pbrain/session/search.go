package session

import (
	"cmp"
	"context"
	"runtime/debug"
	"sync/atomic"
	"time"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/search"
)

const (
	// messageEvery is the interval between MESSAGEs with the running search's best move.
	messageEvery = 250 * time.Millisecond

	// maxQueued is the number of lines that may wait for the end of a search: the largest BOARD and some more. Reading
	// pauses there.
	maxQueued = board.MaxSide*board.MaxSide + 1000
)

// search finds a move for the side to play in g with the advice of a learner, nil for none, and handles lines
// meanwhile. g needs an empty square. Each line updates the limits, because it may be an INFO.
func (s *session) search(learner *experience.Learner, g *game, limits func() search.Limits) thinking.Verdict {
	if s.closed { // during an earlier search of the same command
		return thinking.Verdict{}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rule := s.rule()
	if at, won := g.board.Won(rule); won {
		s.message(g.board.At(at).String() + " has already won at " + at.String() + ", playing on")
	}
	now := limits()
	newJob := s.newJobFor(rule, now.Memory)
	s.debug("%v moves by rule %d within %v, %d bytes, %d nodes, %d threads",
		g.next, rule, min(now.Turn, now.Left), now.Memory, cmp.Or(now.Nodes, now.MaxNodes), now.Threads)
	var latest atomic.Pointer[search.Analysis]
	if s.found = nil; s.find != nil {
		newJob = analysing(newJob, s.find, &latest)
	}
	s.last = thinking.Start(ctx, thinking.WithExperience(newJob, rule, learner), g.board, g.next, rule, now)
	s.shown = board.Point{X: -1}
	return s.handleUntilAnswer(s.wait(now), limits, &latest)
}

// wait waits for the last search, and sends its failures when it has ended.
func (s *session) wait(l search.Limits) <-chan []string {
	t, memory := s.last, watchdog.Memory{Limit: l.Memory, Resident: s.Resident}
	waited := make(chan []string, 1)
	go func() {
		waited <- t.Wait(memory, watchdog.LastResort(l.Start, min(l.Turn, l.Left)), func(watchdog.Answer) {})
	}()
	return waited
}

// handleUntilAnswer handles lines and shows the progress of the last search until waited has its failures. It returns
// the search's verdict, none if the session is closed.
func (s *session) handleUntilAnswer(
	waited <-chan []string, limits func() search.Limits, latest *atomic.Pointer[search.Analysis],
) thinking.Verdict {
	t := s.last
	ticker := time.NewTicker(messageEvery)
	defer ticker.Stop()
	show := func() {
		if a := latest.Swap(nil); a != nil {
			s.found = a
			s.writeAnalysis(*a)
		}
	}
	for {
		select {
		case l, ok := <-s.incoming():
			if !ok {
				s.lines = nil
			} else if s.duringSearch(l); s.closed {
				return thinking.Verdict{}
			}
			t.Retime(limits())
		case <-ticker.C:
			show()
			if best := t.Best(); best != nil {
				s.writeRealtime(best.Move)
				s.message(best.Move.String() + " " + best.Note)
			}
			if s.closed { // out failed
				return thinking.Verdict{}
			}
		case wrong := <-waited:
			for _, text := range wrong {
				s.message(text)
			}
			show()
			s.writeRealtime(t.Verdict().Move)
			return t.Verdict()
		}
	}
}

type learnerKey struct {
	rule   board.Rule
	folder string
}

func (s *session) learnerFor(rule board.Rule) *experience.Learner {
	if key := (learnerKey{rule, s.info.Folder}); s.Learner != nil && key != s.learnerOf {
		s.learner.Over()
		s.learner, s.learnerOf = s.Learner(rule, key.folder), key
	}
	return s.learner
}

// newJobFor returns the engine for rule and a memory limit. It replaces the current engine if the rule changed, the
// limit was lowered, or its last search hangs. The old engine's memory returns to the system, because the next search
// stops if the process occupies too much.
func (s *session) newJobFor(rule board.Rule, memory int64) thinking.NewJob {
	lowered := memory > 0 && (s.engineMemory == 0 || memory < s.engineMemory)
	if s.last.Hangs() || s.newJob != nil && (s.engineRule != rule || lowered) {
		s.dropEngine()
	}
	if s.newJob == nil {
		s.newJob, s.engineRule = s.NewEngine(rule), rule
	}
	s.engineMemory = memory
	return s.newJob
}

// dropEngine drops the engine with its transposition table and returns their memory to the system.
func (s *session) dropEngine() {
	s.newJob, s.last = nil, nil
	debug.FreeOSMemory()
}

// incoming returns the channel of lines during a search, nil if the queue is full.
func (s *session) incoming() <-chan lines.Line {
	if len(s.queued) >= maxQueued {
		return nil
	}
	return s.lines
}

// duringSearch handles a line that comes during a search. Commands that urgent does not handle wait for the answer. So
// does an INFO after them, because it may be meant for them.
func (s *session) duringSearch(l lines.Line) {
	word, _ := protocol.Command(l.Text)
	if word == "INFO" && len(s.queued) > 0 || !s.urgent(l) {
		s.queued = append(s.queued, l)
	}
}

// setMessage makes the answer and its note the last MESSAGE before that answer.
func (s *session) setMessage(answer, note string) {
	s.nextMessage = answer + " " + note
}

// message writes a MESSAGE, unless it repeats the last one since the last answer.
func (s *session) message(text string) {
	if text != s.lastMessage {
		s.writeLine("MESSAGE %s", text)
		s.lastMessage = text
	}
}

func (s *session) debug(format string, args ...any) {
	if s.Debug {
		s.writeLine("DEBUG "+format, args...)
	}
}
