// Package session is one game of a bot in the Swap2 king-of-the-hill: it answers what the judge says, line by
// line, and keeps what openings brought. Which move is good it asks an engine.
package session

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/koth/protocol"
)

// Options say how a session plays.
type Options struct {
	Opponent  string                           // as the judge calls it
	Seed      string                           // what lots are drawn by
	NewEngine func(board.Rule) thinking.Engine // who judges
	Nodes     uint64                           // positions that an answer may visit
	Ceiling   time.Duration                    // what an answer may take when the machine is slower than any that was thought of
	Disk      afero.Fs                         // the current directory
}

// rule is the game's: five or more win.
const rule = board.Freestyle

// Run answers the lines of in on out until one says EXIT or in ends, and tells on complaints what was wrong. It
// returns the exit code: 0, or 1 if out cannot be written to or no move is possible.
func Run(in io.Reader, out, complaints io.Writer, o Options) int {
	s := &session{Options: o, complaints: complaints, rng: newRNG(o.Seed), opening: noOpening}
	for l := range lines.Read(in, protocol.MaxLine) {
		m, err := protocol.ParseMessage(l.Text)
		if err != nil {
			s.report(err)
		}
		if m.Phase == protocol.Exit {
			s.recordResult(m.Winner)
			return 0
		}
		s.askedAt = l.At
		reply, err := s.answer(m, err == nil)
		if err == nil {
			_, err = fmt.Fprintln(out, reply)
		}
		if err != nil {
			s.report(err)
			return 1
		}
	}
	return 0
}

// newRNG returns what lots are drawn with.
func newRNG(seed string) *rand.Rand { return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed)))) }

// A session is the state between two lines.
type session struct {
	Options
	complaints io.Writer
	rng        *rand.Rand
	askedAt    time.Time // when the line came that is answered

	board   *board.Board // as far as it is known, nil if it is not
	side    board.Stone  // that the bot has, board.Empty if it is not known
	opening int          // in openings that the bot began the game with, or none

	engine thinking.Engine  // nil before it is needed
	last   *thinking.Search // that engine began, nil if none
}

func (s *session) report(err error) { fmt.Fprintf(s.complaints, "koth-tahoun: %v\n", err) }

var (
	errNoBoard = errors.New("no board is known: want A [] or B and a list of stones first")
	errFull    = errors.New("the board is full")
)

// answer returns the reply to a message. One that is not whole could not be read to its end.
func (s *session) answer(m protocol.Message, whole bool) (protocol.Reply, error) {
	s.setBoard(m, whole)
	switch {
	case m.Phase == protocol.Open:
		return s.placeThree()
	case m.Phase == protocol.Answer || m.Phase == protocol.Choose:
		if !whole { // black can be taken on any board
			return s.take(board.X), nil
		}
		if m.Phase == protocol.Choose {
			return s.chooseSide(), nil
		}
		return s.chooseSideOrPlaceTwo(), nil
	case s.board == nil:
		return protocol.Reply{}, errNoBoard
	case s.board.Count(board.Empty) == 0:
		return protocol.Reply{}, errFull
	}
	side := s.toMove(whole)
	move := s.search(s.board, side, s.Nodes).Move
	return s.place(board.Empty, side, move), nil
}

// setBoard takes over the stones of a message. A broken one of a game that goes on only adds to the stones already
// known: stones stay.
func (s *session) setBoard(m protocol.Message, whole bool) {
	known := s.board
	if whole || m.Phase == protocol.Open {
		known = nil
	}
	if known == nil {
		if !whole && len(m.Stones) == 0 && m.Phase != protocol.Open {
			return
		}
		known = board.New(protocol.Size, protocol.Size)
	}
	for _, stone := range m.Stones {
		known.Set(stone.At, stone.Side)
	}
	s.board = known
}

// toMove returns the bot's side, which is to move. Black moves first after every opening, so that the counts tell
// the side: as many stones are black's turn, two black ones more are white's, and one more is black's too, unless the
// bot took white in its answer to B. What was known before holds as long as the counts allow it.
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

// put puts stones, the first of side and the others in turn, and returns the reply that says so and takes a colour,
// or none.
func (s *session) place(takes, side board.Stone, squares ...board.Point) protocol.Reply {
	s.board.Lay(side, squares...)
	return protocol.Reply{Takes: takes, Squares: squares}
}

// take takes a colour, without a stone.
func (s *session) take(side board.Stone) protocol.Reply {
	s.side = side
	return protocol.Reply{Takes: side}
}
