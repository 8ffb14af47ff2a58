package gamefile

import (
	"errors"
	"fmt"

	"tahoun/board"
)

// moves returns the main line for a format that has no place for a set-up position: its stones come first, in turn. It
// is an error if the game has walls, or sides that do not take turns; then the moves before are returned as well.
func (g *Game) moves() ([]Move, error) {
	var stones [2][]board.Point
	for p, s := range g.Start.Points {
		switch s {
		case board.Wall:
			return nil, errors.New("the format has no place for walls")
		case board.X, board.O:
			stones[s-board.X] = append(stones[s-board.X], p)
		}
	}
	if len(stones[0])-len(stones[1]) != int(g.First-board.X) {
		return nil, fmt.Errorf("the format has no place for %d stones of x and %d of o with %v to move",
			len(stones[0]), len(stones[1]), g.First)
	}
	var moves []Move
	for i, p := range stones[0] {
		moves = append(moves, Move{At: p, Side: board.X})
		if i < len(stones[1]) {
			moves = append(moves, Move{At: stones[1][i], Side: board.O})
		}
	}
	for _, n := range g.MainLine() {
		if side := board.X + board.Stone(len(moves)%2); n.Side != side {
			err := fmt.Errorf("move %d: the format has no place for two moves of %v in a row", len(moves)+1, n.Side)
			return moves, err
		}
		moves = append(moves, n.Move)
	}
	return moves, nil
}
