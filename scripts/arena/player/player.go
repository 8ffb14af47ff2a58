// Package player runs the programs that play: brains of the old file protocol and of the pipe protocol, and bots of
// the Swap2 king-of-the-hill.
// It starts them, asks for moves, measures time and memory, and ends them together with their children.
// It does not judge moves.
package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
	"tahoun/scripts/internal/manager"
)

// A Spec says which program plays and what it may use. `file:CMD`, `pipe:CMD` and `koth:CMD` on the command
// line become one.
type Spec struct {
	Protocol Protocol `json:"Door"` // its key in logs since the first one
	Args     []string // the program and its arguments
	Label    string
	Files    manager.Style // how the manager writes files and ends lines; "": as the system does
	Turn     time.Duration // per move; 0: as fast as possible, lost after 5 seconds
	Match    time.Duration // per game; 0: no limit
	Memory   int64         // bytes; 0: no limit
	Grace    time.Duration // how much longer than allowed a move may take before it is lost
	Folder   string        // where the program keeps files for good, a koth bot's working folder; "": one is made for the game and removed

	// Startup is how long a pipe brain may take for its OK to START, and to read a whole position,
	// neither of which counts as thinking; 0: 10 seconds.
	Startup time.Duration
}

// A Protocol is a protocol.
type Protocol string

// The doors.
const (
	File Protocol = "file"
	Pipe Protocol = "pipe"
	Koth Protocol = "koth"
)

// protocols are what a player's description may begin with.
const protocols = "file, pipe or koth"

func (d Protocol) known() bool { return d == File || d == Pipe || d == Koth }

// Nowhere is the move of an Answer that has none.
var Nowhere = board.Point{X: -1, Y: -1}

// A Player is a program in one game. Its methods are called one after another.
type Player interface {
	// Move asks for a move. An error tells why there is none; errors.As with *Fault tells whose fault
	// that is. A move that comes too late is returned together with a Fault; where there is none, At is
	// Nowhere. After an error the player is of no more use than to be ended.
	Move(ctx context.Context, ask Request) (Answer, error)
	// End ends the program, its children too, and removes what was written for it. It may be called at
	// any time, also while Move runs, and more than once.
	End() error
}

// A Setting is what stays the same for a game.
type Setting struct {
	Width, Height int
	Rule          board.Rule
	Side          board.Stone // that the player has; where the players choose sides, x for the one who opens

	// Koth bots are told these two.
	Opponent string // label
	Seed     uint32
}

// An Request is a position to answer.
type Request struct {
	Board *board.Board  // the player must not change it
	Moves []Stone       // every stone in the order played, the opening included
	Left  time.Duration // of the match limit; negative values occur; ignored if Spec.Match is 0
}

// A Stone is a stone that was played.
type Stone struct {
	At   board.Point
	Side board.Stone
}

// An Answer is what a player answered, and what it used.
type Answer struct {
	At      board.Point
	Written string        // At as the program wrote it; "": not known
	Time    time.Duration // from the question to the answer; a file brain: from its start to its end
	Memory  int64         // peak resident bytes, children included; 0: not known
	Message string        // what it said, lines joined by newlines
}

// A Fault is a player's own failure.
type Fault struct {
	Reason game.Reason
	Detail string // for a person
}

// Error returns the reason and the detail.
func (f *Fault) Error() string { return string(f.Reason) + ": " + f.Detail }

// New prepares a player for a game: finds the program and makes its folders. The program itself is
// started by the first Move, so that whatever it does wrong comes as a Fault. End must be called.
//
// Every player of every game has folders of its own, even though old managers had both brains share one:
// nothing that one leaves behind can disturb or inform another.
func New(spec Spec, setting Setting) (Player, error) {
	if spec.Files == "" {
		spec.Files = manager.NativeStyle()
	}
	if spec.Startup == 0 {
		spec.Startup = defaultStartup
	}
	if !spec.Protocol.known() {
		return nil, fmt.Errorf("player %s: want protocol %s, got %q", spec.Label, protocols, spec.Protocol)
	}
	if setting.Side != board.X && setting.Side != board.O {
		return nil, fmt.Errorf("player %s: want side x or o, got %q", spec.Label, setting.Side)
	}
	s, err := newParticipant(spec, setting)
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", spec.Label, err)
	}
	switch spec.Protocol {
	case Koth:
		p, err := newKothPlayer(s)
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", spec.Label, errors.Join(err, s.removeDirs()))
		}
		return p, nil
	case File:
		return &filePlayer{participant: s}, nil
	}
	return &pipePlayer{dialogue: dialogue{participant: s}}, nil
}
