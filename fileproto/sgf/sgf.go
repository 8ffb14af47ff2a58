// Package sgf writes SGF: FF[4], GM[4] (gomoku and renju), in UTF-8. x is black. It knows nodes and properties, and
// nothing about the moves of a game.
package sgf

import (
	"fmt"
	"strings"

	"tahoun/board"
)

const (
	// Letters are those of columns and rows.
	Letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

	// MaxSide is the largest side of a board that SGF has letters for. Many viewers stop at 19 or 26.
	MaxSide = len(Letters)
)

// A Writer is a collection of games that is being written.
type Writer struct{ strings.Builder }

// Open begins a game. Its root says which program writes the game, and the size of the board, which has sides up to
// MaxSide.
func (w *Writer) Open(program string, width, height int) {
	size := fmt.Sprint(width)
	if height != width {
		size = fmt.Sprintf("%d:%d", width, height)
	}
	w.WriteString("(;FF[4]GM[4]CA[UTF-8]")
	w.Text("AP", program)
	w.Text("SZ", size)
}

// Branch begins a variation.
func (w *Writer) Branch() { w.WriteByte('(') }

// Close ends a variation or a game.
func (w *Writer) Close() { w.WriteString(")\n") }

// Line ends the line, if anything was written since start.
func (w *Writer) Line(start int) {
	if w.Len() > start {
		w.WriteByte('\n')
	}
}

// Move begins a node with a move.
func (w *Writer) Move(side board.Stone, at board.Point) {
	w.WriteByte(';')
	w.Points(Colour(side), at)
}

// Pass begins a node with a pass.
func (w *Writer) Pass(side board.Stone) { w.WriteString(";" + Colour(side) + "[]") }

// Text writes a property with a text. An empty one is left out.
func (w *Writer) Text(name, value string) {
	if value != "" {
		w.WriteString(name + "[" + escapes.Replace(value) + "]")
	}
}

// escapes are for characters that would end a text.
var escapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// Points writes a property with squares: column and row, a letter each, from the top left. Without squares it is left
// out.
func (w *Writer) Points(name string, points ...board.Point) {
	if len(points) > 0 {
		w.WriteString(name)
	}
	for _, p := range points {
		w.WriteString("[" + Letters[p.X:p.X+1] + Letters[p.Y:p.Y+1] + "]")
	}
}

// Colour returns the letter of a side, "" for neither.
func Colour(side board.Stone) string {
	return map[board.Stone]string{board.X: "B", board.O: "W"}[side]
}
