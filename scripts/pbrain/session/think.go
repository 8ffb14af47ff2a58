package session

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"tahoun/board"
	"tahoun/fileproto/watch"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/search"
)

const (
	// talkEvery is how much time lies between two MESSAGEs at least.
	talkEvery = 250 * time.Millisecond

	// patience is how long a search that was told to stop may go on before its engine is left to it.
	patience = 50 * time.Millisecond

	// mostLater is how many lines may wait for the end of a search: the largest BOARD and some more. With
	// more of them reading waits too.
	mostLater = board.MaxSide*board.MaxSide + 1000
)

// A verdict is what a search thinks of a position: the move to play, and what it is worth to the side that
// plays it, in the scale of the search.
type verdict struct {
	watch.Answer
	score int
}

// consider finds a move for the side to play in g, which needs an empty square, and does what may be done
// meanwhile. limits is asked again when INFO has changed something.
func (s *session) consider(g *game, limits func() search.Limits) verdict {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rule := s.rule()
	now := limits()
	t := &thinking{Engine: s.engineFor(rule), limits: now}
	s.debug("%v moves by rule %d within %v, %d bytes, %d nodes, %d threads",
		g.next, rule, min(now.Turn, now.Left), now.Memory, now.Nodes, now.Threads)
	asked, side := g.board.Clone(), g.next
	t.Search = watch.Start(ctx, g.board.Clone(), func() watch.Thinker { return t.start(asked, side, now) })
	s.last = t.Search
	waited := make(chan []string, 1)
	go func() {
		memory := watch.Memory{Limit: now.Memory, Resident: s.Resident}
		waited <- t.Wait(memory, watch.LastResort(now.Start, min(now.Turn, now.Left)), func(*watch.Answer) {})
	}()
	talk := time.NewTicker(talkEvery)
	defer talk.Stop()
	for {
		select {
		case l, ok := <-s.incoming():
			if !ok {
				s.lines = nil
				continue
			}
			if s.attend(l); s.over {
				return verdict{}
			}
			t.retime(limits())
		case <-talk.C:
			s.report(t.Best())
		case wrong := <-waited:
			for _, text := range wrong {
				s.say("MESSAGE %s", text)
			}
			s.report(t.Best())
			return t.verdict(g, rule)
		}
	}
}

// engineFor returns the engine for rule: the one that there is, unless it is for another rule or a search of
// its own hangs.
func (s *session) engineFor(rule board.Rule) Engine {
	if s.last != nil && !s.last.Over(patience) || s.knows != rule {
		s.engine = nil
	}
	if s.engine == nil {
		s.engine, s.knows = s.NewEngine(rule), rule
	}
	return s.engine
}

// incoming returns where lines come from while a search runs, nil if no more can be taken.
func (s *session) incoming() <-chan protocol.Line {
	if len(s.later) >= mostLater {
		return nil
	}
	return s.lines
}

// attend does what a line asks that comes while a search runs. What must wait for its answer waits, and so
// does all that comes after it, but for END.
func (s *session) attend(l protocol.Line) {
	switch word, rest := l.Command(); {
	case word == "END":
		s.over = true
	case len(s.later) > 0 || word != "STOP" && word != "INFO":
		s.later = append(s.later, l)
	case word == "INFO":
		s.inform(rest, l.At)
	default:
		s.hurried = true
	}
}

// report says what a search has found so far, unless that was said, or something else just before.
func (s *session) report(best *watch.Answer) {
	if best == nil || time.Since(s.toldAt) < talkEvery {
		return
	}
	if text := best.Move.String() + " " + best.Note; text != s.told {
		s.say("MESSAGE %s", text)
		s.told, s.toldAt = text, time.Now()
	}
}

// debug writes a line for whoever asked for it.
func (s *session) debug(format string, args ...any) {
	if s.Debug {
		s.say("DEBUG "+format, args...)
	}
}

// A thinking is a thought under watch.
type thinking struct {
	*watch.Search
	Engine

	lock    sync.Mutex // over what follows
	limits  search.Limits
	thought *scored // nil before there is one
}

// start begins the thought. It runs on the searching side.
func (t *thinking) start(b *board.Board, side board.Stone, first search.Limits) watch.Thinker {
	thought := &scored{Thought: t.Engine(b, side, first)}
	t.lock.Lock()
	defer t.lock.Unlock()
	t.thought = thought
	thought.Retime(t.limits) // they may have changed before anybody could tell the thought
	return thought
}

// retime gives the thought other limits of time.
func (t *thinking) retime(l search.Limits) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.limits = l
	if t.thought != nil {
		t.thought.Retime(l)
		t.Search.Retime(t.thought.Deadline())
	}
}

// verdict returns the best answer, or any legal move if there is none.
func (t *thinking) verdict(g *game, rule board.Rule) verdict {
	best := t.Best()
	if best == nil {
		return verdict{Answer: watch.Answer{Move: g.board.FirstLegal(g.next, rule)}}
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	return verdict{*best, int(t.thought.score.Load())}
}

// A scored thought keeps the score of its last answer where another goroutine may read it.
type scored struct {
	Thought
	score atomic.Int64
}

// Instant is the Thought's.
func (t *scored) Instant() (board.Point, string) {
	move, note := t.Thought.Instant()
	t.keep()
	return move, note
}

// Think is the Thought's.
func (t *scored) Think(ctx context.Context, better func(board.Point, string)) {
	t.Thought.Think(ctx, func(move board.Point, note string) {
		t.keep()
		better(move, note)
	})
}

func (t *scored) keep() {
	score, _ := t.Score()
	t.score.Store(int64(score))
}
