// Package game has the data of one game: the players, the board, every move with its time and memory, and the
// result. The referee fills it, the log keeps it, the report shows it.
package game

import (
	"slices"
	"time"

	"tahoun/board"
)

// A Game is one finished or broken-off game.
type Game struct {
	ID      int           // place in the schedule, from 0: the same in every run with the same seed
	Pair    int           // games of a pair have the same opening with colours swapped
	Round   int           // of the matches between the same two players
	Width   int           // columns
	Height  int           // rows
	Rule    board.Rule    // as managers send it
	Walls   []board.Point // squares that are `#` from the start
	Opening []board.Point // stones put before the players begin, x and o in turn
	X, O    string        // labels of the players
	Start   time.Time     // when the first player was asked for its first move
	Moves   []Move        // after the opening
	Result  Result
}

// A Move is an answer of a player.
type Move struct {
	At      board.Point
	Side    board.Stone
	Time    time.Duration // as the manager's clock saw it
	Limit   time.Duration // without grace; below 0: the match was overdrawn; 0: not known
	Steal   time.Duration `json:"Stolen"` // of the core that lost most; 0 where it is not known
	Left    time.Duration // of the match limit after the move; negative if none was set
	Memory  int64         // peak resident bytes of the player and its children so far; 0: not known
	Message string        // the player's messages, joined by newlines
	Eval    *Eval         `json:"-"` // in the message, set by Game.Add; nil: none
	Row     []board.Point // the row that the move finished, if any
}

// A Result is who won and why.
type Result struct {
	Winner board.Stone // X, O, or Empty for a draw or a game without a result
	Reason Reason
	Detail string // for people: which limit, which answer
}

// A Reason is why a game ended.
type Reason string

// The reasons. Those from Illegal on are faults.
const (
	Row        Reason = "row"        // a winning row
	Full       Reason = "full board" // a draw: nothing left to play
	Adjudged   Reason = "adjudged"   // a draw: the game reached the number of moves set, or both players judge it even
	Resigned   Reason = "resigned"   // the loser, by its own evaluation
	MoreRows   Reason = "more rows"  // a continuous game: the side with more rows wins, or a draw
	Stopped    Reason = "stopped"    // interrupted: no result
	Illegal    Reason = "illegal move"
	Foul       Reason = "forbidden move" // renju
	NoAnswer   Reason = "no answer"
	Crash      Reason = "crash"
	OutOfTime  Reason = "time"
	OutOfSpace Reason = "memory"
)

// Fault reports whether the loser's program caused the loss by itself.
func (r Reason) Fault() bool {
	return slices.Contains([]Reason{Illegal, Foul, NoAnswer, Crash, OutOfTime, OutOfSpace}, r)
}

// Finished reports whether the game counts.
func (g *Game) Finished() bool { return g.Result.Reason != "" && g.Result.Reason != Stopped }

// Number returns the number of a game for people, from 1, by its ID: in messages, in the report, in records and in
// names of files.
func Number(id int) int { return id + 1 }

// Number is Number of the game's ID.
func (g *Game) Number() int { return Number(g.ID) }

// Stones returns how many stones were placed, the opening included. Wherever the arena tells how long a game is, or
// numbers a move, it counts these.
func (g *Game) Stones() int { return len(g.Opening) + len(g.Moves) }

// Loser returns the label of the player who lost, "" if nobody did.
func (g *Game) Loser() string {
	return map[board.Stone]string{board.X: g.O, board.O: g.X}[g.Result.Winner]
}

// Score returns X's points: 1, 0.5 or 0.
func (g *Game) Score() float64 {
	switch g.Result.Winner {
	case board.X:
		return 1
	case board.O:
		return 0
	}
	return 0.5
}
