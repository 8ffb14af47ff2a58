// Package player runs the programs that play: brains of the old file protocol and of the pipe protocol, and bots of the
// Swap2 king-of-the-hill. It starts them, asks for moves, measures time and memory, and ends them together with their
// children. It does not judge moves.
package player

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"tahoun/board"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// Main is the main function of a program that starts players. It ends them with the program, and ignores SIGPIPE, so
// that run goes on even if standard output is closed. run returns the exit code.
func Main(run func(context.Context) int) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	if Reaps(os.Args) {
		return
	}
	RemoveStale()
	stop := StartReaper()
	code := run(cli.Interruptible())
	stop()
	os.Exit(code)
}

// A Spec is a program that plays, with its limits. `file:CMD`, `pipe:CMD` and `koth:CMD` on the command line become
// one.
type Spec struct {
	Protocol Protocol `json:"Door"` // the key in logs is older than the name
	Args     []string // the program and its arguments
	Label    string
	Files    manager.Style // of file names and line ends; "": as usual on the system
	Turn     time.Duration // per move; 0: as fast as possible, at most asapLimit
	Match    time.Duration // per game; 0: no limit
	Memory   int64         // bytes; 0: no limit
	Grace    time.Duration // by which a move may exceed its limit
	Folder   string        // persistent folder, a koth bot's working folder; "": a temporary one for the game

	Increment time.Duration `json:",omitempty"` // by which the rest of Match grows after each move

	// The rest are keys of INFO and INFO.DAT. A koth bot is told none of them.
	Nodes   int64    `json:",omitempty"` // max_node: positions per move; 0: no limit
	Depth   int      `json:",omitempty"` // max_depth: of the search; 0: no limit
	Threads int      `json:",omitempty"` // thread_num; 0: not told
	Info    []string `json:",omitempty"` // the author's own: a key, a blank and a value, or a key that is not told

	// Startup is how long a pipe brain may take for its OK to START, and to read a whole position. Neither counts as
	// thinking time. 0: 10 seconds.
	Startup time.Duration

	// Pause is the least time between a pipe brain's move and the next line to it. It is nobody's time. nil:
	// DefaultPause.
	Pause *time.Duration `json:",omitempty"`
}

// A Protocol is the protocol between arena and program.
type Protocol string

// The protocols.
const (
	File Protocol = "file"
	Pipe Protocol = "pipe"
	Koth Protocol = "koth"
)

const protocols = "file, pipe or koth"

func (p Protocol) known() bool { return p == File || p == Pipe || p == Koth }

// Nowhere is the move of an Answer without a move.
var Nowhere = board.Point{X: -1, Y: -1}

// A Player is a program in one game. Its methods are called one after another.
type Player interface {
	// Move asks for a move. If there is none it returns an error, and At is Nowhere; the error is a *Fault if it is the
	// player's. It returns a move that came too late together with a Fault. After an error only End may be called.
	Move(ctx context.Context, ask Request) (Answer, error)
	// End ends the program and its children, and removes its files. It may be called at any time, also while Move runs,
	// and more than once.
	End() error
}

// A Setting is the part of the conditions that stays the same for a game.
type Setting struct {
	Width, Height int
	Rule          board.Rule
	Side          board.Stone // of the player; where the players choose sides, x opens
	BlackFirst    bool        // after a Swap2 opening x moves, as in the king-of-the-hill
	Game          int         // its ID

	Transcript *Transcript // nil: the program's lines are not logged

	// Koth bots are told these two.
	Opponent string // label
	Seed     uint32
}

// A Request is a position to answer.
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

// An Answer is a player's answer, with its time and memory.
type Answer struct {
	At      board.Point
	Written string        // At as the program wrote it; "": not known
	Time    time.Duration // from the question to the answer; a file brain: from its start to its end
	Memory  int64         // peak resident bytes, children included; 0: not known
	Message string        // its messages, joined by newlines
}

// A Fault is a player's own failure.
type Fault struct {
	Reason game.Reason
	Detail string // for a person
}

// Error returns the reason and the detail.
func (f *Fault) Error() string { return string(f.Reason) + ": " + f.Detail }

// New prepares a player for a game: it finds the program and makes its folders. The first Move starts the program, so
// that a failure to start is a Fault. End must be called.
//
// Every player of every game has folders of its own, although old managers let both brains share one: no file of a
// player can disturb or inform another.
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
