// Package session plays one game of the Swap2 king-of-the-hill: it answers the judge's lines and records the results of
// openings. It asks an engine for moves.
package session

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/watchdog"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/thinking"
	"tahoun/search"
)

// Options say how a session plays.
type Options struct {
	Opponent  string                           // its name
	Seed      string                           // of the random generator
	NewEngine func(board.Rule) thinking.NewJob // makes the engine
	Nodes     uint64                           // node limit of an answer
	Ceiling   time.Duration                    // time limit of an answer, for slow machines
	Learner   *experience.Learner              // of its games; may be nil
	Disk      afero.Fs                         // the current directory
}

// Rule is the game's: five or more win.
const Rule = board.Freestyle

// Run answers the lines of in on out until EXIT or the end of in, and writes errors to stderr. It returns the exit
// code: 0, or 1 if it cannot write to out or no move is possible.
func Run(in io.Reader, out, stderr io.Writer, o Options) int {
	s := &session{Options: o, stderr: stderr, rng: newRNG(o.Seed), opening: noOpening}
	for l := range lines.Read(in, koth.MaxLine) {
		m, err := koth.ParseMessage(l.Text)
		if err != nil {
			s.report(err)
		}
		if m.Phase == koth.Exit {
			s.Learner.Over()
			s.recordResult(m.Winner)
			return 0
		}
		s.askedAt = l.At
		reply, err := s.answer(m, err == nil)
		if err == nil {
			_, err = fmt.Fprintln(out, reply)
			s.last.Teach(s.Learner)
		}
		if err != nil {
			s.report(err)
			return 1
		}
	}
	return 0
}

func newRNG(seed string) *rand.Rand { return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed)))) }

type session struct {
	Options
	stderr  io.Writer
	rng     *rand.Rand
	askedAt time.Time // arrival of the line that is answered

	board   *board.Board // the known part, nil before the first
	side    board.Stone  // the bot's, board.Empty if unknown
	opening int          // index of the bot's opening in openings, or noOpening

	newJob thinking.NewJob  // nil before its first use
	last   *thinking.Search // of engine, nil for none
}

func (s *session) report(err error) { fmt.Fprintf(s.stderr, "koth-tahoun: %v\n", err) }

var (
	errNoBoard = errors.New("no board is known: want A [] or B and a list of stones first")
	errFull    = errors.New("the board is full")
)

// answer returns the reply to a message. whole reports whether all of it could be read.
func (s *session) answer(m koth.Message, whole bool) (koth.Reply, error) {
	s.setBoard(m, whole)
	switch {
	case m.Phase == koth.Open:
		return s.placeThree()
	case m.Phase == koth.Answer || m.Phase == koth.Choose:
		if !whole { // black can be taken on any board
			return s.take(board.X), nil
		}
		if m.Phase == koth.Choose {
			return s.chooseSide(), nil
		}
		return s.chooseSideOrPlaceTwo(), nil
	case s.board == nil:
		return koth.Reply{}, errNoBoard
	case s.board.Count(board.Empty) == 0:
		return koth.Reply{}, errFull
	}
	side := s.toMove(whole)
	move := s.search(s.Learner, s.board, side, s.Nodes).Move
	return s.place(board.Empty, side, move), nil
}

// setBoard sets the board to the stones of a message. A damaged message during a game only adds stones, because no
// stone ever leaves the board.
func (s *session) setBoard(m koth.Message, whole bool) {
	if whole || m.Phase == koth.Open {
		s.board = nil
	}
	if s.board == nil {
		if !whole && len(m.Stones) == 0 && m.Phase != koth.Open {
			return
		}
		s.board = board.New(koth.Size, koth.Size)
	}
	for _, stone := range m.Stones {
		s.board.Set(stone.At, stone.Side)
	}
}

// toMove returns the bot's side, which is to move. Black moves first after every opening, so that the counts give the
// side: with equal counts it is black, with two more black stones white. With one more it is black too, unless the bot
// took white in its answer to B. The known side is kept as long as the counts allow it.
func (s *session) toMove(whole bool) board.Stone {
	lead := s.board.Count(board.X) - s.board.Count(board.O)
	possible := s.side == board.X && (lead == 0 || lead == 1) || s.side == board.O && (lead == 1 || lead == 2)
	if possible || !whole && s.side != board.Empty {
		return s.side
	}
	side := board.X
	if lead > 1 {
		side = board.O
	}
	if whole {
		s.side = side
	}
	return side
}

// place places stones, the first of side and the others in turn, and returns their reply, which takes a colour or none.
func (s *session) place(takes, side board.Stone, squares ...board.Point) koth.Reply {
	s.board.Lay(side, squares...)
	return koth.Reply{Takes: takes, Squares: squares}
}

// take takes a colour and places no stone.
func (s *session) take(side board.Stone) koth.Reply {
	s.side = side
	return koth.Reply{Takes: side}
}

// search returns the verdict on b, which needs an empty square, with side to move and the advice of l, nil for none.
// All searches of an answer share the ceiling: its rest stops the search, and without any rest the static move decides.
func (s *session) search(l *experience.Learner, b *board.Board, side board.Stone, nodes uint64) thinking.Verdict {
	if s.newJob == nil || s.last.Hangs() {
		s.newJob = s.NewEngine(Rule)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	limits := search.Limits{Start: s.askedAt, Turn: s.Ceiling, Left: search.NoLimit, Nodes: max(nodes, 1)}
	s.last = thinking.Start(ctx, thinking.WithExperience(s.newJob, Rule, l), b, side, Rule, limits)
	for _, wrong := range s.last.Wait(watchdog.Memory{}, s.askedAt.Add(s.Ceiling), func(watchdog.Answer) {}) {
		s.report(errors.New(wrong))
	}
	return s.last.Verdict()
}
