package main

import (
	"fmt"
	"slices"
	"strings"

	"tahoun/board"
	"tahoun/fileproto"
)

// far is the least distance from all stones, in columns or rows, at which a move makes no sense.
const far = 5

func (p position) board() (*board.Board, error) {
	b, _, err := fileproto.ParseBoard("the board", []byte(strings.Join(p.rows, "\n")))
	return b, err
}

// checkMove returns the fault of a move of side on b under rule, "" if it has none. If the rule may not have reached
// the brain, told is false and only faults under every rule count.
func checkMove(b *board.Board, side board.Stone, rule board.Rule, told bool, move board.Point) string {
	options := allowed(b, side, rule)
	switch {
	case b.At(move) != board.Empty:
		return fmt.Sprintf("%v is no empty square", move)
	case told && len(options) > 0 && !slices.Contains(options, move):
		return fmt.Sprintf("%v is forbidden", move)
	case farFromStones(b, options, move):
		return fmt.Sprintf("%v is far from all stones", move)
	case told && rule&board.Continuous == 0:
		return checkFives(b, side, rule, options, move)
	}
	return ""
}

// allowed returns the empty squares that side may play on.
func allowed(b *board.Board, side board.Stone, rule board.Rule) (squares []board.Point) {
	for p, s := range b.Points {
		if s == board.Empty && !(rule.Forbids(side) && b.Forbidden(p, rule)) {
			squares = append(squares, p)
		}
	}
	return squares
}

// farFromStones reports whether the move is far from all stones, where one of the options is not.
func farFromStones(b *board.Board, options []board.Point, move board.Point) bool {
	near := func(p board.Point) bool { return b.Beside(p, far-1) }
	return !near(move) && slices.ContainsFunc(options, near)
}

// checkFives returns the fault of a move that misses a win, or does not stop the only five that the
// opponent could make next, where that can be done.
func checkFives(b *board.Board, side board.Stone, rule board.Rule, options []board.Point, move board.Point) string {
	if own := fives(b, side, rule); len(own) > 0 {
		if !slices.Contains(own, move) {
			return fmt.Sprintf("%v does not win, %v does", move, own[0])
		}
		return ""
	}
	threats := fives(b, side.Other(), rule)
	if len(threats) != 1 || !slices.Contains(options, threats[0]) {
		return ""
	}
	after := b.Clone()
	after.Set(move, side)
	if len(fives(after, side.Other(), rule)) > 0 {
		return fmt.Sprintf("%v does not stop the five on %v", move, threats[0])
	}
	return ""
}

// fives returns the squares on which side wins at once.
func fives(b *board.Board, side board.Stone, rule board.Rule) (squares []board.Point) {
	for p, s := range b.Points {
		if s != board.Empty || !b.Beside(p, 1) {
			continue
		}
		if o, err := b.Clone().Play(p, side, rule); err == nil && o.Five() && !o.Foul {
			squares = append(squares, p)
		}
	}
	return squares
}
