// Package proof holds whole proofs that a side wins, and checks them slowly and plainly: it knows the rules alone, and
// nothing of the searches that find proofs.
package proof

import (
	"fmt"
	"strings"

	"tahoun/board"
)

// A Tree is a proof that the side to move wins: its move, and an answer to every reply. Trees may share parts.
type Tree struct {
	Move    board.Point
	Replies []Reply // that have answers of their own; those that a line has no room for are not looked at there
	Others  *Tree   // the answer to every other legal reply; nil: there is none
}

// A Reply is a move of the side that loses, and the proof that it does.
type Reply struct {
	Move   board.Point
	Answer *Tree
}

// An Error is the first line of a proof that fails.
type Error struct {
	Line   []board.Point // moves of both sides, the winner's first
	Reason string
}

func (e *Error) Error() string {
	words := make([]string, len(e.Line))
	for i, at := range e.Line {
		words[i] = at.String()
	}
	return fmt.Sprintf("%s after %s", e.Reason, strings.Join(words, " "))
}

// Check plays t out on b, which it leaves as it is: each move of the winner, who is side and has the move, and against
// it every move that the rules allow the loser. Each line must end with a finished row of the winner's, or with a foul
// of the loser's. It returns an *Error if one does not.
func Check(b *board.Board, side board.Stone, rule board.Rule, t *Tree) error {
	c := checker{b: b.Clone(), winner: side, rule: rule}
	if reason := c.wins(t); reason != "" {
		return &Error{c.line, reason}
	}
	return nil
}

// Refutes reports whether t proves that the winner, who is side, wins after the reply at. The loser has the move on b,
// which is changed meanwhile.
func Refutes(b *board.Board, at board.Point, side board.Stone, rule board.Rule, t *Tree) bool {
	c := checker{b: b, winner: side, rule: rule}
	return c.refutes(at, t) == ""
}

type checker struct {
	b      *board.Board
	winner board.Stone
	rule   board.Rule
	line   []board.Point // from the start; after a failure, up to it
}

// wins returns why t does not prove that the winner, who has the move, wins, and "" if it does.
func (c *checker) wins(t *Tree) string {
	if t == nil {
		return "no answer"
	}
	depth := len(c.line)
	c.line = append(c.line, t.Move)
	switch {
	case c.b.At(t.Move) != board.Empty:
		return "no empty square"
	case c.b.Wins(t.Move, c.winner, c.rule):
		if t.Others != nil || len(t.Replies) > 0 {
			return "moves behind the end"
		}
	case c.winner == board.X && c.b.Forbidden(t.Move, c.rule):
		return c.b.Foul(t.Move, c.rule).String()
	default:
		c.b.Set(t.Move, c.winner)
		reason := c.losesAll(t)
		c.b.Set(t.Move, board.Empty)
		if reason != "" {
			return reason
		}
	}
	c.line = c.line[:depth]
	return ""
}

// losesAll returns why a reply to the winner's move may not lose, and "" if each of them does.
func (c *checker) losesAll(t *Tree) string {
	full := true
	for at, s := range c.b.Points {
		if s != board.Empty {
			continue
		}
		full = false
		answer := t.Others
		for _, r := range t.Replies {
			if r.Move == at {
				answer = r.Answer
			}
		}
		if reason := c.refutes(at, answer); reason != "" {
			return reason
		}
	}
	if full {
		return "a draw on a full board"
	}
	return ""
}

// refutes returns why the answer does not refute the loser's reply, and "" if it does, or if the reply is a foul.
func (c *checker) refutes(at board.Point, answer *Tree) string {
	loser, depth := c.winner.Other(), len(c.line)
	c.line = append(c.line, at)
	if c.b.Wins(at, loser, c.rule) {
		return "the other side wins"
	}
	c.b.Set(at, loser)
	reason := c.wins(answer)
	c.b.Set(at, board.Empty)
	if reason != "" && !(loser == board.X && c.b.Forbidden(at, c.rule)) { // asked last: it takes time
		return reason
	}
	c.line = c.line[:depth]
	return ""
}

// Sizes remembers the sizes of trees, since trees may share parts.
type Sizes map[*Tree][2]int

// Of returns how many moves t has, written out without shared parts, up to a thousand million, and how many moves of
// both sides its longest line has.
func (s Sizes) Of(t *Tree) (moves, plies int) {
	if n, known := s[t]; known {
		return n[0], n[1]
	}
	moves, plies = 1, 1
	below := func(answer *Tree) {
		n, longest := s.Of(answer)
		moves, plies = min(moves+1+n, 1e9), max(plies, 2+longest)
	}
	for _, r := range t.Replies {
		below(r.Answer)
	}
	if t.Others != nil {
		below(t.Others)
	}
	s[t] = [2]int{moves, plies}
	return moves, plies
}
