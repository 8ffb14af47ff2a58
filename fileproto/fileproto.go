// Package fileproto speaks the old Gomocup file protocol: it finds, reads and writes the five files of
// a move, and plays one move through a filesystem. A watchdog.Job chooses the move.
package fileproto

import (
	"math"
	"time"

	"tahoun/board"
)

// A Task is the manager's question: one move for Side on Board.
type Task struct {
	Board    *board.Board
	Side     board.Stone // board.Empty until it is known
	Rule     board.Rule
	OBegan   bool // renju's x is the first player; here o moved first
	Limits   Limits
	Folder   string   // where persistent files may be kept, "" if nowhere
	Warnings []string // mistakes in the files that do not keep the brain from playing
}

// ruled returns the task with a board of its own, and with the colours swapped if OBegan.
func (task Task) ruled() Task {
	task.Board = task.Board.Clone()
	if task.OBegan {
		task.Board.SwapSides()
		task.Side = task.Side.Other()
	}
	return task
}

// Limits are the time and memory that the move may use.
type Limits struct {
	Turn   time.Duration // for this move; 0: as fast as possible; negative until it is known
	Match  time.Duration // for all moves of the game; 0: no limit
	Left   time.Duration // left of the match, may be negative; NoLimit if there is no limit or none is told
	Memory int64         // bytes that the process may occupy at its peak; 0: no limit

	Increment time.Duration // by which Left grows after each move
	Nodes     uint64        // positions that the move may visit; 0: no limit
	Depth     int           // of the search; 0: no limit
	Threads   int           // that may search at once; 0: no limit

	// Learned from earlier moves, 0 if unknown: how long the manager's clock runs in a move while the process does not
	// exist, and how much of Left a move without a search costs in all.
	Outside, Fixed time.Duration
}

// move returns how much time the process has for the move, negative if neither limit is known.
func (l Limits) move() time.Duration {
	limit := min(l.Turn, l.Left)
	if limit > 0 {
		limit = max(limit-l.Outside, 1)
	}
	return limit
}

// NoLimit as Limits.Left says that the match has no limit, or, where Match is one, that no file tells
// how much is left of it. It equals search.NoLimit: main passes Left on unchanged.
const NoLimit = time.Duration(math.MaxInt64)
