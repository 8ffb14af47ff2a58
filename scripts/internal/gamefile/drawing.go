package gamefile

import (
	"errors"
	"strings"

	"tahoun/fileproto"
)

// readDrawing reads a board as managers write it, as people type or paste it, or as Board.Draw draws it. All that is known of
// the game is the position. A person wrote it: an odd character is a mistake, and no wall as in a manager's file.
func readDrawing(name, text string) (*Game, error) {
	b, warnings, err := fileproto.ParseBoard(name, []byte(text))
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		if odd, wall := strings.CutSuffix(w, " taken as a wall"); wall {
			return nil, errors.New(odd + ": want - x o # for the squares of a row")
		}
	}
	return &Game{Start: b, First: sideToMove(b), Warnings: warnings}, nil
}
