package fileproto

import (
	"strings"

	"tahoun/board"
)

// ParseSide reads which side is to play from the first line of TAH.DAT that is not blank. It returns
// board.Empty and a warning if that is neither x nor o.
func ParseSide(name string, data []byte) (board.Stone, []string) {
	side := board.Empty
	var warnings []string
	for line, text := range lines(data) {
		if side != board.Empty {
			return side, append(warnings, at(name, line)+"ignored the lines after the side")
		}
		switch text = strings.TrimLeft(text, blanks); text {
		case "x", "X":
			side = board.X
		case "o", "O":
			side = board.O
		default:
			return board.Empty, []string{at(name, line) + "want the side to play, x or o, got " + quote(text)}
		}
		if text != side.String() {
			warnings = append(warnings, at(name, line)+"upper-case "+text+" taken as "+side.String())
		}
	}
	if side == board.Empty {
		return side, []string{name + ": want the side to play, x or o, got an empty file"}
	}
	return side, warnings
}

// oBegan reports whether o moved first in this game under renju: managers let a person begin whose stones are o. Other
// rules do not depend on that. In a continuous game walls were stones, and only the parity of the turns is known.
func oBegan(b *board.Board, side board.Stone, rule board.Rule) bool {
	switch {
	case !rule.Forbids(board.X):
		return false
	case rule&board.Continuous != 0:
		turns := b.Width()*b.Height() - b.Count(board.Empty)
		return turns%2 == 0 == (side == board.O)
	}
	return sideFromStones(b, board.O) == side
}

// sideFromStones tells the side to move in a plain game that first began: board.Empty if the stones are
// not those of one.
func sideFromStones(b *board.Board, first board.Stone) board.Stone {
	switch b.Count(first) - b.Count(first.Other()) {
	case 0:
		return first
	case 1:
		return first.Other()
	}
	return board.Empty
}
