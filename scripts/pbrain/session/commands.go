package session

import (
	"errors"
	"fmt"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/protocol"
)

const done = "DONE"

// commands holds the commands that may be answered with a move, an OK or an ERROR. Each gets the rest of its line and
// returns the answer, "" for none. An error leaves the position unchanged, except that a TURN or BOARD that fills the
// board keeps its stones. An error also ends a block.
var commands = map[string]func(s *session, rest string) (answer string, err error){
	"START":      (*session).start,
	"RECTSTART":  (*session).rectStart,
	"RESTART":    (*session).restart,
	"BEGIN":      (*session).begin,
	"TURN":       (*session).turn,
	"PLAY":       (*session).play,
	"TAKEBACK":   (*session).takeBack,
	"BOARD":      func(s *session, _ string) (string, error) { return s.open("BOARD") },
	"SWAP2BOARD": func(s *session, _ string) (string, error) { return s.open("SWAP2BOARD") },
	done:         (*session).done,

	// Yixin-Board's own; YXBOARD is a BOARD that asks for no move.
	"YXBOARD":            func(s *session, _ string) (string, error) { return s.open("YXBOARD") },
	"YXSHOWINFO":         (*session).showInfo,
	"YXSHOWFORBID":       (*session).showForbidden,
	"YXNBEST":            (*session).nBest,
	"YXBALANCEONE":       (*session).balanceOne,
	"YXBALANCETWO":       (*session).balanceTwo,
	"YXQUERYDATABASEALL": func(s *session, _ string) (string, error) { return s.open("YXQUERYDATABASEALL") },
	"YXHASHCLEAR":        func(s *session, _ string) (string, error) { s.dropEngine(); return "", nil },
}

// okay is the answer to a command that succeeded and asks for no move.
const okay = "OK"

var errNoGame = errors.New("there is no board: want START first")

func (s *session) start(rest string) (string, error) {
	if n, ok := protocol.Numbers(rest, 1); ok {
		return s.newGame(n[0], n[0])
	}
	n, ok := protocol.Numbers(rest, 2) // as Yixin-Board writes it
	if !ok {
		return "", fmt.Errorf("want START and a size, or width and height, got %+.40q", rest)
	}
	return s.newGame(n[0], n[1])
}

func (s *session) rectStart(rest string) (string, error) {
	n, ok := protocol.Numbers(rest, 2)
	if !ok {
		return "", fmt.Errorf("want RECTSTART and width,height, got %+.40q", rest)
	}
	return s.newGame(n[0], n[1])
}

func (s *session) newGame(width, height int) (string, error) {
	if min(width, height) < 1 || max(width, height) > board.MaxSide {
		return "", fmt.Errorf("unsupported size %dx%d: want 1 to %d on a side", width, height, board.MaxSide)
	}
	s.setGame(newGame(width, height))
	s.learner.Over()
	if s.used > 0 { // time_left was sent for the old game
		s.info.Left, s.used = fileproto.Number{}, 0
	}
	return okay, nil
}

func (s *session) setGame(g *game) { s.game, s.suggested = g, false }

func (s *session) restart(string) (string, error) {
	if s.game == nil {
		return "", errNoGame
	}
	return s.newGame(s.game.board.Width(), s.game.board.Height())
}

func (s *session) begin(string) (string, error) {
	switch {
	case s.game == nil:
		return "", errNoGame
	case s.suggested:
		return "", errWantPlay
	case len(s.game.stones) > 0 && !s.game.swap2:
		return "", errors.New("BEGIN wants an empty board: want RESTART first")
	}
	return s.answer(s.game)
}

func (s *session) turn(rest string) (string, error) {
	if s.suggested {
		return "", errWantPlay
	}
	if err := s.place(rest); err != nil {
		return "", err
	}
	return s.answer(s.game)
}

var (
	errWantPlay     = errors.New("a move was suggested: want PLAY first")
	errNotSuggested = errors.New("no move was suggested: PLAY answers SUGGEST")
)

func (s *session) play(rest string) (string, error) {
	if s.game == nil {
		return "", errNoGame
	}
	if !s.suggested {
		return "", errNotSuggested
	}
	if err := s.place(rest); err != nil {
		return "", err
	}
	s.suggested = false
	return s.game.stones[len(s.game.stones)-1].at.String(), nil
}

func (s *session) takeBack(rest string) (string, error) {
	at, err := s.point(rest)
	if err == nil {
		err = s.game.takeBack(at)
	}
	if err != nil {
		return "", err
	}
	s.suggested = false
	return okay, nil
}

func (s *session) place(rest string) error {
	at, err := s.point(rest)
	if err != nil {
		return err
	}
	return s.game.place(at, s.rule())
}

func (s *session) point(rest string) (board.Point, error) {
	if s.game == nil {
		return board.Point{}, errNoGame
	}
	n, ok := protocol.Numbers(rest, 2)
	if !ok {
		return board.Point{}, fmt.Errorf("want a square as x,y, got %+.40q", rest)
	}
	return board.Point{X: n[0], Y: n[1]}, nil
}

// answer finds a move for the side to play in g, and answers with it.
func (s *session) answer(g *game) (string, error) {
	if g.full() {
		return "", errFull
	}
	v := s.search(s.learnerFor(s.rule()), g, s.limits)
	s.addUsedTime()
	if s.closed {
		return "", nil
	}
	return s.makeMove(g, v)
}

// makeMove makes the move that a search has found in g, and returns it as an answer. With Suggest it does not make it.
func (s *session) makeMove(g *game, v thinking.Verdict) (string, error) {
	move := v.Move.String()
	s.setMessage(move, v.Note)
	if s.Suggest {
		s.suggested = true
		return "SUGGEST " + move, nil
	}
	return move, g.place(v.Move, s.rule())
}
