package session

import (
	"errors"
	"fmt"
	"slices"

	"tahoun/board"
)

type game struct {
	board  *board.Board
	next   board.Stone // the side to move
	stones []stone     // in the order of play
	swap2  bool        // the stones are a Swap2 opening: BEGIN may follow
}

// A stone is a placed stone and the row that it turned into walls.
type stone struct {
	at   board.Point
	side board.Stone
	row  []board.Point
}

var errFull = errors.New("the board is full")

func newGame(width, height int) *game { return &game{board: board.New(width, height), next: board.X} }

func (g *game) full() bool { return g.board.Count(board.Empty) == 0 }

// place places a stone of the side to move and passes the turn.
func (g *game) place(at board.Point, rule board.Rule) error {
	outcome, err := g.board.Play(at, g.next, rule)
	if err != nil {
		return err
	}
	if rule&board.Continuous == 0 {
		outcome.Row = nil
	}
	g.stones = append(g.stones, stone{at, g.next, outcome.Row})
	g.next = g.next.Other()
	g.swap2 = false
	return nil
}

// takeBack removes the stone on at and one turn. Managers take back the stones of several turns in any order, and the
// side to move must not depend on that order. A stone of a finished row can be removed only if it is the last one.
func (g *game) takeBack(at board.Point) error {
	i := slices.IndexFunc(g.stones, func(p stone) bool { return p.at == at })
	if i < 0 {
		return fmt.Errorf("no stone was put on %v", at)
	}
	p := g.stones[i]
	if i == len(g.stones)-1 {
		for _, q := range p.row {
			g.board.Set(q, p.side)
		}
	} else if g.board.At(at) == board.Wall {
		return fmt.Errorf("%v is part of a finished row", at)
	}
	g.board.Set(at, board.Empty)
	g.stones = slices.Delete(g.stones, i, i+1)
	g.next = g.next.Other()
	return nil
}

// The fields of a BOARD.
const (
	ownField = 1 + iota
	opponentField
	wallField // of a finished row, or placed on a forbidden square
)

// fromFields returns the game of a BOARD's rows of x, y and field. The own side is to move.
func fromFields(width, height int, rows [][]int, rule board.Rule) (*game, error) {
	g := newGame(width, height)
	mine, theirs := sides(rows, rule)
	g.next = mine
	for _, row := range rows {
		at := board.Point{X: row[0], Y: row[1]}
		side := map[int]board.Stone{ownField: mine, opponentField: theirs, wallField: board.Wall}[row[2]]
		switch {
		case !g.board.Contains(at):
			return nil, fmt.Errorf("%v is off the board", at)
		case g.board.At(at) != board.Empty:
			return nil, fmt.Errorf("%v comes twice", at)
		case side == board.Empty:
			return nil, fmt.Errorf("want field 1, 2 or 3 on %v, got %d", at, row[2])
		case side != board.Wall:
			g.stones = append(g.stones, stone{at: at, side: side})
		}
		g.board.Set(at, side)
	}
	return g, nil
}

// sides returns the brain's own side and the opponent's. If x began and the sides took turns, the counts of stones give
// them. Otherwise the sides matter only in renju, and its managers send the stones in the order of play: the first one
// is x's. In a continuous game stones may have become walls, but the number of rows is still the number of turns.
func sides(rows [][]int, rule board.Rule) (mine, theirs board.Stone) {
	var count [wallField + 1]int
	first := 0
	for _, row := range rows {
		if f := row[2]; f == ownField || f == opponentField {
			count[f]++
			if first == 0 {
				first = f
			}
		}
	}
	lead := count[ownField] - count[opponentField]
	isX := lead >= 0
	switch {
	case !rule.Forbids(board.X):
	case rule&board.Continuous != 0:
		isX = len(rows)%2 == 0
	case lead != 0 && lead != -1:
		isX = first == ownField
	}
	if isX {
		return board.X, board.O
	}
	return board.O, board.X
}
