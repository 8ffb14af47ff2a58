// Package session is one run of a brain that speaks through pipes: it does what a manager's commands ask and
// writes the answers. It knows Gomocup's pipe protocol; which move is good it asks an engine.
package session

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
)

// Options say how a session plays.
type Options struct {
	About     string                              // the answer to ABOUT
	NewEngine func(board.Rule) thinking.Engine    // who judges
	Prepare   func(memory int64, threads int) int // sets the process up for a long search, returns how many threads may search
	Resident  func() (int64, bool)                // how many bytes the process occupies, if that can be known; nil: never

	Nodes   uint64        // positions that a move may visit at most, with one thread; 0: time is the limit
	Threads int           // how many may search at once; 0: as many as there are processors
	Margin  time.Duration // see search.Limits
	Memory  int64         // bytes that the system lets the process occupy, whatever the manager allows; 0: any number
	Suggest bool          // suggest moves and leave the decision to the manager's PLAY
	Debug   bool          // write DEBUG lines
}

// Run does what the lines of in ask until one says END or in ends, in which case what was asked is still
// answered. It returns the exit code: 0, or 1 if out cannot be written to.
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
	}
	return s.exit
}

// A session is the state between two commands.
type session struct {
	Options
	out              io.Writer
	end              string            // of the lines of out: that of the command answered last
	lines            <-chan lines.Line // nil when there will be no more
	queued           []lines.Line      // lines that came while a search ran and wait for their turn
	queuedBeforeStop int               // how many of them came before a STOP
	closed           bool              // END has come, or nobody listens
	exit             int

	occupied int64 // bytes that the process occupied at the start; 0: that is not known

	game      *game  // nil before START
	suggested bool   // a move was suggested and PLAY has not come
	block     *block // what is read line by line, nil if nothing is
	info      fileproto.Info
	problems  []problem     // of what INFO said, at most one for each key
	used      time.Duration // since the manager said what was left of the match

	askedAt      time.Time        // when the clock of the command that runs began to, zero if none runs
	stopped      bool             // STOP has come after it: the answer is wanted now
	engine       thinking.Engine  // nil before it is needed
	engineRule   board.Rule       // what engine was made for
	engineMemory int64            // the memory limit of its last search, 0 for none
	last         *thinking.Search // that engine began, nil if none
	lastMessage  string           // the last MESSAGE since the last answer
	nextMessage  string           // for the next answer: the last MESSAGE before it, "" if there is none
}

// A problem is what is wrong with a value of INFO. Managers do not listen then: it is told before the next answer.
type problem struct{ key, text string }

// next returns the next line to obey, and whether there is one.
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

// say writes one line.
func (s *session) writeLine(format string, args ...any) {
	if s.closed {
		return
	}
	if _, err := fmt.Fprintf(s.out, format+s.end, args...); err != nil {
		s.closed, s.exit = true, 1
	}
}

// urgent obeys the commands that need no board and may come while a search runs. It reports whether l is one of them.
func (s *session) urgent(l lines.Line) bool {
	switch word, rest := protocol.Command(l.Text); word {
	case "END":
		s.closed = true
	case "STOP", "YXSTOP": // without effect where no search runs
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

// obey does what a line asks.
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

// reply writes the answer to a command, if it has one, and MESSAGEs before it: the problems of INFO and, last, the
// reason for the answer.
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
