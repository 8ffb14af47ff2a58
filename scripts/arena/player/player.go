// Package player runs the programs that play: brains of the old file protocol and of the pipe protocol.
// It starts them, asks for moves, measures time and memory, and ends them together with their children.
// It does not judge moves.
package player

import (
	"context"
	"time"

	"tahoun/board"
	"tahoun/scripts/arena/game"
)

// A Spec says which program plays and what it may use. `file:CMD` and `pipe:CMD` on the command line
// become one.
type Spec struct {
	Door   Door
	Args   []string // the program and its arguments
	Label  string
	Files  Files         // how the manager writes files, for Door File
	Turn   time.Duration // per move; 0: as fast as possible
	Match  time.Duration // per game; 0: no limit
	Memory int64         // bytes; 0: no limit
	Grace  time.Duration // how much longer than allowed a move may take before it is lost
}

// A Door is a protocol.
type Door string

// The doors.
const (
	File Door = "file"
	Pipe Door = "pipe"
)

// Files is how a manager writes its files.
type Files string

// Managers on Windows end lines with CR LF and write `Plocha.dat`; others write `PLOCHA.DAT` with LF.
const (
	DOS  Files = "dos"
	Unix Files = "unix"
)

// A Player is a program in one game. Its methods are called one after another.
type Player interface {
	// Move asks for a move. An error tells why there is none; errors.As with *Fault tells whose fault
	// that is. A move that comes too late is returned together with a Fault.
	Move(ctx context.Context, ask Ask) (Answer, error)
	// End ends the program, its children too, and removes what was written for it. It may be called at
	// any time, also while Move runs, and more than once.
	End() error
}

// A Setting is what stays the same for a game.
type Setting struct {
	Width, Height int
	Rule          board.Rule
	Side          board.Stone // that the player has
}

// An Ask is a position to answer.
type Ask struct {
	Board *board.Board  // the player must not change it
	Moves []Put         // every stone in the order played, the opening included
	Left  time.Duration // of the match limit; negative values occur; ignored if Spec.Match is 0
}

// A Put is a stone that was played.
type Put struct {
	At   board.Point
	Side board.Stone
}

// An Answer is what a player answered, and what it used.
type Answer struct {
	At      board.Point
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
