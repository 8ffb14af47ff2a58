// Package proof holds whole proofs that a side wins, and checks them slowly and plainly: it knows the rules alone, and
// nothing of the searches that find proofs.
package proof

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
// of the loser's. It returns an *Error if one does not, and the error of ctx if that ends before.
func Check(ctx context.Context, b *board.Board, side board.Stone, rule board.Rule, t *Tree) error {
	c := checker{ctx: ctx, b: b.Clone(), winner: side, rule: rule}
	if reason := c.wins(t); reason != "" && c.ended == nil {
		return &Error{c.line, reason}
	}
	return c.ended
}

// Refutes reports whether t proves that the winner, who is side, wins after the reply at. The loser has the move on b,
// which is changed meanwhile. It reports that t does not if ctx ends before.
func Refutes(ctx context.Context, b *board.Board, at board.Point, side board.Stone, rule board.Rule, t *Tree) bool {
	c := checker{ctx: ctx, b: b, winner: side, rule: rule}
	return !b.Wins(at, side.Other(), rule) && c.refutes(at, t) == ""
}

type checker struct {
	ctx    context.Context
	b      *board.Board
	winner board.Stone
	rule   board.Rule
	line   []board.Point // from the start; after a failure, up to it
	looked int           // moves of the winner, to look after ctx now and then
	ended  error         // of ctx
}

// wins returns why t does not prove that the winner, who has the move, wins, and "" if it does.
func (c *checker) wins(t *Tree) string {
	if c.looked++; c.looked%256 == 0 {
		c.ended = c.ctx.Err()
	}
	if c.ended != nil {
		return "out of time"
	}
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

// losesAll returns why a reply to the winner's move may not lose, and "" if each of them does. Two things save time. A
// row that the loser could not finish a move before goes through the loser's stone since then. And a five that answers
// one reply answers all that are not in line with it: they neither take its square nor block its row.
func (c *checker) losesAll(t *Tree) string {
	full, loser, last := true, c.winner.Other(), len(c.line)-2
	for at, s := range c.b.Points {
		if s != board.Empty {
			continue
		}
		full = false
		if (last < 1 || inLine(at, c.line[last])) && c.b.Wins(at, loser, c.rule) {
			c.line = append(c.line, at)
			return "the other side wins"
		}
	}
	if full {
		return "a draw on a full board"
	}
	five := t.Others != nil && t.Others.Others == nil && len(t.Others.Replies) == 0
	answered := false // by the five
	for at, s := range c.b.Points {
		if s != board.Empty {
			continue
		}
		answer := t.answer(at)
		if five && answer == t.Others && !inLine(at, answer.Move) {
			if answered {
				continue
			}
			answered = true
		}
		if reason := c.refutes(at, answer); reason != "" {
			return reason
		}
	}
	return ""
}

// answer returns the answer to a reply.
func (t *Tree) answer(at board.Point) *Tree {
	for _, r := range t.Replies {
		if r.Move == at {
			return r.Answer
		}
	}
	return t.Others
}

// inLine reports whether a row of five may hold both squares, or end before one of them.
func inLine(a, b board.Point) bool {
	dx, dy := a.X-b.X, a.Y-b.Y
	return (dx == 0 || dy == 0 || dx == dy || dx == -dy) && max(dx, -dx) <= 5 && max(dy, -dy) <= 5
}

// refutes returns why the answer does not refute the loser's reply, which finishes no row, and "" if it does, or if the
// reply is a foul.
func (c *checker) refutes(at board.Point, answer *Tree) string {
	loser, depth := c.winner.Other(), len(c.line)
	c.line = append(c.line, at)
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

// A Variation is an answer of the winner's to Reply, or to every reply that has no other variation where Others is true.
type Variation struct {
	Reply
	Others bool
}

// Variations returns the variations of t, those with the longest lines first.
func (s Sizes) Variations(t *Tree) []Variation {
	var all []Variation
	for _, r := range t.Replies {
		all = append(all, Variation{Reply: r})
	}
	if t.Others != nil {
		all = append(all, Variation{Reply{Answer: t.Others}, true})
	}
	plies := func(v Variation) int { _, plies := s.Of(v.Answer); return plies }
	slices.SortStableFunc(all, func(a, b Variation) int { return cmp.Compare(plies(b), plies(a)) })
	return all
}

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
