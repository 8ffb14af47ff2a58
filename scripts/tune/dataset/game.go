// Package dataset keeps games of the engine against itself, with the search's score of every
// position, in small files that show damage. It plays no games.
//
// A file is a header and games one after another; numbers are little-endian:
//
//	header  8 bytes: "tahoung" and the version of the format, 1
//	game    uint32 length of the body | uint32 its CRC-32 (IEEE) | body
//	body    4 uint8: rule, width, height, result
//	        4 uint16, how many there are of each: opening moves, walls, moves, random moves
//	        the walls, then the moves, each a uint16: y*width+x
//	        the scores, one for each move behind the opening, each an int16
//	        the random moves, each a uint16: its place among the moves
//	        the leaves, each: its place among the moves, how long its line is, the line, its move, its score
//
// That is four bytes a move. A file that was cut off in its last game, as a killed program leaves it, is
// told from a damaged one, and can be continued.
package dataset

import (
	"errors"
	"fmt"
	"math"

	"tahoun/board"
)

// A Game is one game of the engine against itself.
type Game struct {
	Rule          board.Rule
	Width, Height int
	Walls         []board.Point // before the first move
	Opening       int           // how many of Moves were given, not searched
	Moves         []board.Point // x first, alternately
	Scores        []int16       // of the searched moves, from Moves[Opening] on, for the side that moves, or NoScore
	Random        []int         // places in Moves, rising, of searched moves that no search chose but chance drew
	Leaves        []Leaf        // by Ply
	Result        Result
}

// A Leaf is a position off the game that a search of it visited: evaluation and policy are asked for such
// positions, where one side has often just thrown something away.
type Leaf struct {
	Ply   int           // of the searched position in the game
	Line  []board.Point // the moves from there, one at least
	Move  board.Point   // move that a search of the leaf chose
	Score int16         // of that search for the side to move, or NoScore
}

// Scores are in the engine's scale: 0 is even.
const (
	NoScore = math.MinInt16 // the move was forced: no search
	Proven  = 29000         // beyond it, and below -Proven, a score is a proof that the game is won or lost
)

// A Result is how a game ended.
type Result uint8

// The results.
const (
	Draw Result = iota
	XWins
	OWins
)

// Board returns the board before the first move.
func (g *Game) Board() *board.Board {
	b := board.New(g.Width, g.Height)
	for _, p := range g.Walls {
		b.Set(p, board.Wall)
	}
	return b
}

// check returns an error if g is no game. It does not check rows and result by the rules.
func (g *Game) check() error {
	_, sensible := g.Rule.Sensible()
	switch {
	case !sensible:
		return fmt.Errorf("rule %d makes no sense", g.Rule)
	case min(g.Width, g.Height) < 1 || max(g.Width, g.Height) > board.MaxSide:
		return fmt.Errorf("want sides from 1 to %d, got %dx%d", board.MaxSide, g.Width, g.Height)
	case g.Opening < 0 || g.Opening+len(g.Scores) != len(g.Moves):
		return fmt.Errorf("%d moves, but %d of an opening and %d scores", len(g.Moves), g.Opening, len(g.Scores))
	case g.Result > OWins:
		return fmt.Errorf("result %d makes no sense", g.Result)
	}
	if err := occupy(board.New(g.Width, g.Height), g.Walls, g.Moves); err != nil { // leaves are laid on this board
		return err
	}
	return errors.Join(g.checkRandom(), g.checkLeaves())
}

// occupy puts something on all points, and returns the first that is not on b, or not free.
func occupy(b *board.Board, lists ...[]board.Point) error {
	for _, points := range lists {
		for _, p := range points {
			if b.At(p) != board.Empty {
				return fmt.Errorf("%v is off the board or used twice", p)
			}
			b.Set(p, board.Wall)
		}
	}
	return nil
}

func (g *Game) checkRandom() error {
	least := g.Opening
	for _, i := range g.Random {
		if i < least || i >= len(g.Moves) {
			return fmt.Errorf("random move %d: want one from %d to %d", i, least, len(g.Moves)-1)
		}
		least = i + 1
	}
	return nil
}

func (g *Game) checkLeaves() error {
	least := g.Opening
	for _, l := range g.Leaves {
		if l.Ply < least || l.Ply >= len(g.Moves) {
			return fmt.Errorf("a leaf behind %d moves: want from %d to %d", l.Ply, least, len(g.Moves)-1)
		}
		least = l.Ply
		if len(l.Line) == 0 {
			return fmt.Errorf("a leaf behind %d moves without a line", l.Ply)
		}
		if err := occupy(g.Board(), g.Moves[:l.Ply], l.Line, []board.Point{l.Move}); err != nil {
			return fmt.Errorf("a leaf behind %d moves: %w", l.Ply, err)
		}
	}
	return nil
}
