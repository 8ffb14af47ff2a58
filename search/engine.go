// Package search is the judgement: which move to play, within limits. It reads shapes on lines, sees
// forced wins, and searches; it knows nothing about files.
package search

import (
	"context"
	"time"

	"tahoun/board"
)

// Limits say what a move may cost. The zero value means: answer at once.
type Limits struct {
	Start  time.Time     // when the clock of this move began to run
	Turn   time.Duration // for this move; 0: as fast as possible
	Match  time.Duration // for all moves of the game; 0: no limit
	Left   time.Duration // left of Match, may be negative; NoLimit if there is none
	Margin time.Duration // kept for exit and slow disks; 0: the policy of clock.go
	Memory int64         // bytes that the process may occupy at its peak; 0: no limit
	Nodes  uint64        // positions to visit at most; 0: no limit. With it, time is no limit
}

// NoLimit as Limits.Left says that the match has no limit.
const NoLimit = time.Duration(1<<63 - 1)

// An Engine finds one move.
type Engine struct {
	board *board.Board
}

// New returns an engine for side to move on b, which it does not change.
func New(b *board.Board, side board.Stone, rule board.Rule, limits Limits) *Engine {
	return &Engine{board: b}
}

// Deadline returns when the answer must be on its way at the latest.
func (e *Engine) Deadline() time.Time { return time.Now() }

// Instant answers within milliseconds, from shapes, forced replies and forced wins alone.
func (e *Engine) Instant() (board.Point, string) {
	for p, s := range e.board.Points {
		if s == board.Empty {
			return p, ""
		}
	}
	return board.Point{}, ""
}

// Think searches until it knows enough, time is up or ctx ends; better gets each finished answer.
func (e *Engine) Think(ctx context.Context, better func(board.Point, string)) {}
