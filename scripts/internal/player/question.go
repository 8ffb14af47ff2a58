package player

import (
	"fmt"

	"tahoun/board"
)

// A question is the lines to a pipe brain before it moves.
type question struct {
	restart bool     // empty its board first
	lead    []string // lines before the last one
	last    string   // after it the brain thinks
}

// question returns the shortest lines for the position: BEGIN on an empty board, TURN if the opponent has played one
// stone since the last answer, otherwise the whole BOARD.
func (p *pipePlayer) question(ask Request) question {
	told := p.told
	if told == nil {
		told = board.New(p.setting.Width, p.setting.Height)
		if ask.Board.Count(board.Empty) == p.setting.Width*p.setting.Height {
			return question{last: "BEGIN"}
		}
	}
	if at, ok := newStone(told, ask.Board, p.setting.Side.Other()); ok {
		return question{last: "TURN " + at.String()}
	}
	return question{
		restart: p.told != nil,
		lead:    append([]string{"BOARD"}, p.fields(ask)...),
		last:    "DONE",
	}
}

// newStone returns the one square in which after differs from before, if that is a new stone of side.
func newStone(before, after *board.Board, side board.Stone) (board.Point, bool) {
	at := Nowhere
	for q, s := range after.Points {
		old := before.At(q)
		if s == old {
			continue
		}
		if at != Nowhere || old != board.Empty || s != side {
			return Nowhere, false
		}
		at = q
	}
	return at, at != Nowhere
}

// fields returns the lines of a BOARD: first the squares that nobody played, then the stones in the order of play. A
// stone whose row was finished has become a wall.
func (p *pipePlayer) fields(ask Request) []string {
	played := map[board.Point]bool{}
	for _, put := range ask.Moves {
		played[put.At] = true
	}
	var lines []string
	add := func(q board.Point) {
		if s := ask.Board.At(q); s != board.Empty {
			lines = append(lines, fmt.Sprintf("%v,%d", q, p.field(s)))
		}
	}
	for q := range ask.Board.Points {
		if !played[q] {
			add(q)
		}
	}
	for _, put := range ask.Moves {
		if ask.Board.Contains(put.At) {
			add(put.At)
		}
	}
	return lines
}

// field returns the number for a stone in BOARD: 1 own, 2 opponent's, 3 of a finished row.
func (p *pipePlayer) field(s board.Stone) int {
	switch s {
	case p.setting.Side:
		return 1
	case board.Wall:
		return 3
	}
	return 2
}
