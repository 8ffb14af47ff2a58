// Package fileproto speaks the old Gomocup file protocol: it finds, reads and writes the five files of
// a move, and plays one move through a filesystem. It knows bytes and the flow of a move; which move is
// good it asks a Thinker.
package fileproto

import (
	"context"
	"math"
	"time"

	"tahoun/board"
)

// A Task is what the manager asks: one move for Side on Board.
type Task struct {
	Board    *board.Board
	Side     board.Stone // board.Empty as long as nothing tells it
	Rule     board.Rule
	Limits   Limits
	Folder   string   // where persistent files may be kept, "" if nowhere
	Warnings []string // what was wrong with the files, though it could be played on with
}

// Limits are what the move may cost.
type Limits struct {
	Turn   time.Duration // for this move; 0: as fast as possible; negative as long as nothing tells it
	Match  time.Duration // for all moves of the game; 0: no limit
	Left   time.Duration // left of the match, may be negative; NoLimit if there is no limit or none is told
	Memory int64         // bytes that the process may occupy at its peak; 0: no limit
}

// NoLimit as Limits.Left says that the match has no limit, or, where Match is one, that no file tells
// what is left of it.
const NoLimit = time.Duration(math.MaxInt64)

// A Thinker finds the move of one Task. All its methods are called from one goroutine, which is left to
// itself when time is up: it may hang, panic or lie, and a move comes out all the same.
type Thinker interface {
	// Deadline returns when the answer must be on its way at the latest. One in the past means that
	// Instant is all that is asked.
	Deadline() time.Time

	// Instant answers within milliseconds; the note says in a few words what it thought.
	Instant() (move board.Point, note string)

	// Think searches until it knows enough or ctx ends. It calls better for every finished answer that
	// is better than the one before, from any goroutine. Only a panic of its own goroutine can be caught.
	Think(ctx context.Context, better func(move board.Point, note string))
}
