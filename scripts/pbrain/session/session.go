// Package session runs a pipe brain: it executes a manager's commands and writes the answers. It implements Gomocup's
// pipe protocol and asks an engine for moves.
package session

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/experience"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
	"tahoun/search"
)

// Options say how a session plays.
type Options struct {
	About     string                           // the answer to ABOUT
	NewEngine func(board.Rule) thinking.NewJob // makes the engine for a rule
	Resident  func() (int64, bool)             // bytes that the process occupies, if known; nil: unknown

	// Prepare prepares the process for a long search, and returns the number of threads.
	Prepare func(memory int64, threads int) int

	// Learner returns the learner for a rule and the manager's persistent folder; may be nil.
	Learner func(rule board.Rule, folder string) *experience.Learner

	Nodes   uint64        // limit of positions for a move, with one thread; 0: time is the limit
	Threads int           // limit of threads; 0: one for each processor
	Margin  time.Duration // see search.Limits
	Memory  int64         // the system's memory limit in bytes; 0: none
	Suggest bool          // suggest moves and leave the decision to the manager's PLAY
	Debug   bool          // write DEBUG lines
}

// Run executes the lines of in until END or the end of in. At the end of in it still answers all earlier commands. It
// returns the exit code: 0, or 1 if it cannot write to out.
func Run(in io.Reader, out io.Writer, o Options) int {
	heard, ended := make(chan lines.Line), make(chan struct{})
	defer close(ended)
	go func() {
		defer close(heard)
		for l := range lines.Read(in, protocol.MaxLine) {
			select {
			case heard <- l:
			case <-ended:
				return
			}
		}
	}()
	s := &session{Options: o, out: out, end: "\r\n", lines: heard}
	if o.Resident != nil {
		s.occupied, _ = o.Resident()
	}
	for !s.closed {
		l, ok := s.next()
		if !ok {
			break
		}
		s.handle(l)
		s.last.Teach(s.learner)
	}
	s.learner.Over()
	return s.exit
}

// A session is the state between two commands.
type session struct {
	Options
	out              io.Writer
	end              string            // line end of out: that of the last answered command
	lines            <-chan lines.Line // nil after the end of the input
	queued           []lines.Line      // lines that wait for the end of a search
	queuedBeforeStop int               // number of them that came before a STOP
	closed           bool              // END has come, or out failed
	exit             int

	occupied int64 // bytes that the process occupied at the start; 0: unknown

	game      *game  // nil before START
	suggested bool   // a move was suggested and PLAY has not come
	block     *block // the block that is being read, nil for none
	info      fileproto.Info
	problems  []problem     // of INFO, at most one for each key
	used      time.Duration // time of moves since the last time_left

	yixin yixin            // the requests of a GUI of that protocol
	find  finder           // how YXNBEST and others search, nil for another command
	found *search.Analysis // the last one of such a search, nil if there was none
	shown board.Point      // the last square of a REALTIME message

	askedAt      time.Time           // start of the running command's clock, zero if none runs
	stopped      bool                // STOP has come: answer at once
	newJob       thinking.NewJob     // nil before its first use
	engineRule   board.Rule          // the rule of engine
	engineMemory int64               // the memory limit of its last search, 0 for none
	last         *thinking.Search    // of engine, nil for none
	learner      *experience.Learner // nil for none
	learnerOf    learnerKey
	lastMessage  string // the last MESSAGE since the last answer
	nextMessage  string // the last MESSAGE before the next answer, "" for none
}

// A problem is a mistake in a value of INFO. It is reported before the next answer, because INFO has none.
type problem struct{ key, text string }

func (s *session) next() (lines.Line, bool) {
	s.stopped = s.queuedBeforeStop > 0
	if len(s.queued) > 0 {
		l := s.queued[0]
		s.queued, s.queuedBeforeStop = s.queued[1:], max(s.queuedBeforeStop-1, 0)
		return l, true
	}
	if s.lines == nil {
		return lines.Line{}, false
	}
	l, ok := <-s.lines
	return l, ok
}

func (s *session) writeLine(format string, args ...any) {
	if s.closed {
		return
	}
	if _, err := fmt.Fprintf(s.out, format+s.end, args...); err != nil {
		s.closed, s.exit = true, 1
	}
}

// urgent handles the commands that need no board and may come during a search. It reports whether l is one of them.
func (s *session) urgent(l lines.Line) bool {
	switch word, rest := protocol.Command(l.Text); word {
	case "END":
		s.closed = true
	case "STOP", "YXSTOP": // no effect if no search runs
		s.stopped, s.queuedBeforeStop = true, len(s.queued)
	case "INFO":
		s.setInfo(rest, l.At)
	case "ABOUT":
		s.end = cmp.Or(l.End, s.end)
		s.writeLine("%s", s.About)
	default:
		return false
	}
	return true
}

func (s *session) handle(l lines.Line) {
	if s.urgent(l) {
		return
	}
	s.end = cmp.Or(l.End, s.end)
	word, rest := protocol.Command(l.Text)
	do, known := commands[word]
	switch {
	case !known && s.block != nil:
		s.block.add(l.Text)
	case !known:
		s.writeLine("UNKNOWN command %+.40q", l.Text)
	case s.block != nil && word != done && !opensBlock(word):
		s.reply("", s.block.interrupted(word))
		s.block = nil
	default:
		s.askedAt = l.At
		answer, err := do(s, rest)
		s.askedAt = time.Time{}
		s.reply(answer, err)
	}
}

// reply writes the answer to a command, if it has one. Before it come MESSAGEs: the problems of INFO, then the reason
// for the answer.
func (s *session) reply(answer string, err error) {
	if err != nil {
		answer = "ERROR " + err.Error()
	}
	if answer == "" {
		return
	}
	for _, p := range s.problems {
		s.message(p.text)
	}
	s.problems = nil
	if s.nextMessage != "" {
		s.message(s.nextMessage)
	}
	s.writeLine("%s", answer)
	s.nextMessage, s.lastMessage = "", ""
}
