// Package gamefile reads and writes games and positions as gomoku programs exchange them: Piskvork's .psq, SGF,
// RenLib's .lib, RenjuNet's .rif, records of PlayOK, Yixin-Board's .sav, .pos, a position as text (h8i9…), a drawn
// board and an opening in offsets: formats.go has the table of them. It opens no files and judges no moves.
package gamefile

import (
	"fmt"
	"time"

	"tahoun/board"
)

// A Game is the content of a file: a position, and the moves played from it as a tree.
type Game struct {
	Start     *board.Board // stones and walls before the first move; its size is the game's
	First     board.Stone  // the side to move there
	Next      []*Node      // the first moves, that of the main line first
	Rule      board.Rule
	RuleKnown bool // the file tells the rule
	X, O      Player
	Title     string
	Date      string // as SGF's DT: 2026-11-27
	Result    string // as SGF's RE: "B+" (x won), "W+T" (o, by time), "0" (a draw), "Void", "?"; "": the file has none
	Comment   string
	Marks     []Mark    // on the start
	Program   string    // name:version of the program that writes an SGF; "" for Tahoun's
	Format    Format    // of the file that was read
	Games     []Summary // the games of a file with several
	Number    int       // which of them this is, from 1
	Warnings  []string
}

// A Player is one of the two sides.
type Player struct {
	Name string
	Turn time.Duration // the limit for a move; 0: a human, or not known
}

// A Node is a move with the moves that follow it, that of the main line first.
type Node struct {
	Move
	Next []*Node
}

// A Move is a stone, with its time and all else that the file tells about it.
type Move struct {
	At      board.Point
	Side    board.Stone
	Time    time.Duration // that the move took; 0: not known. SGF has no place for it
	Left    time.Duration // of the match after the move; 0: not known
	Comment string
	Marks   []Mark // in the position after the move, one a square
}

// MainLine returns the moves of the main line.
func (g *Game) MainLine() []*Node {
	var line []*Node
	for next := g.Next; len(next) > 0; next = next[0].Next {
		line = append(line, next[0])
	}
	return line
}

// Last returns the position after the main line, and the side to move there. All stones stay, rows included.
func (g *Game) Last() (*board.Board, board.Stone) {
	b, side := g.Start.Clone(), g.First
	for _, n := range g.MainLine() {
		b.Set(n.At, n.Side)
		side = n.Side.Other()
	}
	return b, side
}

// AddLine appends moves to the main line.
func (g *Game) AddLine(moves ...Move) {
	next := &g.Next
	for len(*next) > 0 {
		next = &(*next)[0].Next
	}
	for _, m := range moves {
		n := &Node{Move: m}
		*next = []*Node{n}
		next = &n.Next
	}
}

// sideToMove returns whose turn it seems to be on a set-up board: o's if x has more stones.
func sideToMove(b *board.Board) board.Stone {
	if b.Count(board.X) > b.Count(board.O) {
		return board.O
	}
	return board.X
}

// warn notes something that a reader left out or took for something else.
func (g *Game) warn(format string, args ...any) {
	g.Warnings = append(g.Warnings, fmt.Sprintf(format, args...))
}
