package session

import (
	"cmp"
	"context"
	"runtime/debug"
	"time"

	"tahoun/board"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/search"
)

const (
	// messageEvery is how often a MESSAGE says what the running search has found so far.
	messageEvery = 250 * time.Millisecond

	// maxQueued is how many lines may wait for the end of a search: the largest BOARD and some more. With
	// more of them reading waits too.
	maxQueued = board.MaxSide*board.MaxSide + 1000
)

// search finds a move for the side to play in g, which needs an empty square, and does what may be done
// meanwhile. limits is asked again when INFO has changed something.
func (s *session) search(g *game, limits func() search.Limits) thinking.Verdict {
	if s.closed { // since a search of the same command
		return thinking.Verdict{}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rule := s.rule()
	if at, won := g.board.Won(rule); won {
		s.message(g.board.At(at).String() + " has already won at " + at.String() + ", playing on")
	}
	now := limits()
	engine := s.engineFor(rule, now.Memory)
	s.debug("%v moves by rule %d within %v, %d bytes, %d nodes, %d threads",
		g.next, rule, min(now.Turn, now.Left), now.Memory, cmp.Or(now.Nodes, now.MaxNodes), now.Threads)
	t := thinking.Start(ctx, engine, g.board, g.next, rule, now)
	s.last = t
	waited := make(chan []string, 1)
	go func() {
		memory := watchdog.Memory{Limit: now.Memory, Resident: s.Resident}
		waited <- t.Wait(memory, watchdog.LastResort(now.Start, min(now.Turn, now.Left)), func(watchdog.Answer) {})
	}()
	ticker := time.NewTicker(messageEvery)
	defer ticker.Stop()
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
			if best := t.Best(); best != nil {
				s.message(best.Move.String() + " " + best.Note)
			}
			if s.closed { // nobody listens
				return thinking.Verdict{}
			}
		case wrong := <-waited:
			for _, text := range wrong {
				s.message(text)
			}
			return t.Verdict()
		}
	}
}

// engineFor returns the engine for rule and a memory limit: the one that there is, unless it is for another rule, may
// hold more than the limit allows, or a search of its own hangs. What an old one held is given back to the system, for
// the next search is stopped if the process occupies too much.
func (s *session) engineFor(rule board.Rule, memory int64) thinking.Engine {
	lowered := memory > 0 && (s.engineMemory == 0 || memory < s.engineMemory)
	if s.last.Hangs() || s.engine != nil && (s.engineRule != rule || lowered) {
		s.dropEngine()
	}
	if s.engine == nil {
		s.engine, s.engineRule = s.NewEngine(rule), rule
	}
	s.engineMemory = memory
	return s.engine
}

// dropEngine drops the engine and all that it has found out.
func (s *session) dropEngine() {
	s.engine, s.last = nil, nil
	debug.FreeOSMemory()
}

// incoming returns where lines come from while a search runs, nil if no more can be taken.
func (s *session) incoming() <-chan lines.Line {
	if len(s.queued) >= maxQueued {
		return nil
	}
	return s.lines
}

// duringSearch handles a line that comes while a search runs. Commands that heed does not obey wait for the answer. So does an
// INFO behind them: it may be meant for them.
func (s *session) duringSearch(l lines.Line) {
	word, _ := protocol.Command(l.Text)
	if word == "INFO" && len(s.queued) > 0 || !s.urgent(l) {
		s.queued = append(s.queued, l)
	}
}

// setMessage makes the answer and the note of v the last MESSAGE before that answer.
func (s *session) setMessage(answer string, v thinking.Verdict) {
	s.nextMessage = answer + " " + v.Note
}

// message writes a MESSAGE, unless it repeats the last one since the last answer.
func (s *session) message(text string) {
	if text != s.lastMessage {
		s.writeLine("MESSAGE %s", text)
		s.lastMessage = text
	}
}

// debug writes a line for whoever asked for it.
func (s *session) debug(format string, args ...any) {
	if s.Debug {
		s.writeLine("DEBUG "+format, args...)
	}
}
