package gamefile

import (
	"fmt"
	"strings"

	"tahoun/fileproto"
)

// drawn are the characters of drawn boards.
const drawn = "-xoXO#bBwW12●○._+*03456789[] \t,;"

// readDrawing reads a board as managers write it, as people type it or as Board.Draw draws it. All that is known of the
// game is the position.
func readDrawing(name, text string) (*Game, error) {
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		if rest := strings.TrimLeft(line, drawn); rest != "" && !strings.HasPrefix(rest, "plays ") {
			return nil, fmt.Errorf("%s:%d: want - x o # for the squares of a row, got %q", name, number, firstRune(rest))
		}
	}
	b, warnings, err := fileproto.ParseBoard(name, []byte(text))
	if err != nil {
		return nil, err
	}
	return &Game{Start: b, First: sideToMove(b), Warnings: warnings}, nil
}
