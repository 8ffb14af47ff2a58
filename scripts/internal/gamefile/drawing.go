package gamefile

import (
	"errors"
	"regexp"
	"strings"

	"tahoun/fileproto"
)

// drawingStart matches the characters of most drawn boards.
var drawingStart = regexp.MustCompile(`^[-xoXO#bBwW12●○._+*0-9\[\] \t,;\r\n]+`)

// readDrawing reads a board as managers write it, as people type or paste it, or as Board.Draw draws it. All that is
// known of the game is the position. A person wrote it: an odd character is a mistake, and no wall as in a manager's
// file.
func readDrawing(s *source) (*Game, error) {
	b, warnings, err := fileproto.ParseBoard(s.name, []byte(s.text()))
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
