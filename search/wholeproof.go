package search

import (
	"context"
	"errors"
	"slices"

	"tahoun/board"
	"tahoun/board/proof"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// ErrNoWin says that the last answer is no proven win.
var ErrNoWin = errors.New("no win is proven")

// Proof returns the whole proof of the last answer, which must be a proven win: every reply has an answer there, down
// to the five. It takes as long as it needs, or until ctx ends.
func (j *Job) Proof(ctx context.Context) (*proof.Tree, error) {
	if score, sure := j.Score(); !sure || score <= 0 {
		return nil, ErrNoWin
	}
	j.limits.Done = ctx.Done()
	w := proofWriter{
		prover: prover{Job: j, deep: true, stop: j.givenUp},
		ctx:    ctx,
		board:  j.p.Board(),
		known:  map[uint64]*proof.Tree{},
	}
	tree, err := w.win(plies(j.best.score))
	if ctx.Err() != nil {
		return nil, ctx.Err() // a search that was stopped found no answer
	}
	return tree, err
}

// A proofWriter turns what a prover knows into a proof with every reply. It visits all of them, and looks first whether
// the answer to another reply refutes them too, as package proof judges that.
type proofWriter struct {
	prover
	ctx   context.Context
	board *board.Board           // the prover's position
	known map[uint64]*proof.Tree // by the key of the position
}

var errUnproven = errors.New("a reply was found that the search has no answer to")

// win returns the proof that the side to move wins, within left plies if that is found at once.
func (w *proofWriter) win(left int) (*proof.Tree, error) {
	p := w.p
	if t := w.known[p.Now().Key]; t != nil {
		return t, nil
	}
	if err := w.ctx.Err(); err != nil {
		return nil, err
	}
	c, left := w.winningMove(left)
	if c == position.NoCell {
		return nil, errUnproven
	}
	t := &proof.Tree{Move: p.Point(c)}
	key, side, five := p.Now().Key, position.StoneOf(p.Side), p.Class(c) == pattern.WinningRow
	if !five {
		p.Make(c)
		w.board.Set(t.Move, side)
		err := w.answerAll(t, left-1)
		w.board.Set(t.Move, board.Empty)
		p.Unmake()
		if err != nil {
			return nil, err
		}
	}
	w.known[key] = t
	return t, nil
}

// winningMove returns a proven winning move and the plies to the five at most. It returns NoCell if none is found. A win
// by fours comes first, even if it is longer: a four leaves one reply to answer, while after a quiet move each of
// hundreds is played out to the end.
func (w *proofWriter) winningMove(left int) (c position.Cell, plies int) {
	if n := w.p.WinIn(); n != 1 && n != 3 {
		if line := w.shortVCF(position.MaxPlies, 4*shortVCFNodes); line != nil {
			return line[0], len(line)
		}
	}
	for _, within := range []int{left, position.Deepest - w.p.Depth} {
		w.budget = replyNodes
		if n, ok := w.wins(within); ok {
			if moves := w.next(true); len(moves) > 0 {
				return moves[0], n
			}
		}
	}
	return position.NoCell, 0
}

// replyNodes is how many positions the prover may visit for one move of the winner.
const replyNodes = 200_000

// answerAll adds the answers to every reply of the side to move, which loses within left plies. The first reply is one
// that does least, and its answer is the one to all others that it refutes.
func (w *proofWriter) answerAll(t *proof.Tree, left int) error {
	p, loser, replies := w.p, position.StoneOf(w.p.Side), w.idleFirst()
	if len(replies) == 0 {
		return errUnproven
	}
	for _, c := range replies {
		at := p.Point(c)
		if w.covered(t, at, loser.Other()) || !p.MayPlay(c) {
			continue
		}
		if p.Class(c) == pattern.WinningRow {
			return errUnproven
		}
		p.Make(c)
		w.board.Set(at, loser)
		answer, err := w.win(left - 1)
		w.board.Set(at, board.Empty)
		p.Unmake()
		if err != nil {
			return err
		}
		if t.Others == nil {
			t.Others = answer
		} else {
			t.Replies = append(t.Replies, proof.Reply{Move: at, Answer: answer})
		}
	}
	return nil
}

// covered reports whether an answer that t has already refutes the reply at too. It adds it unless it is the answer to
// all others.
func (w *proofWriter) covered(t *proof.Tree, at board.Point, winner board.Stone) bool {
	if t.Others == nil {
		return false
	}
	rule := w.p.Rules.Rule
	if proof.Refutes(w.ctx, w.board, at, winner, rule, t.Others) {
		return true
	}
	for _, r := range t.Replies {
		if proof.Refutes(w.ctx, w.board, at, winner, rule, r.Answer) {
			t.Replies = append(t.Replies, proof.Reply{Move: at, Answer: r.Answer})
			return true
		}
	}
	return false
}

// idleFirst returns the empty squares, those first where neither side makes much.
func (w *proofWriter) idleFirst() []position.Cell {
	p := w.p
	cells := p.AllEmpty()
	does := func(c position.Cell) int { return int(max(p.ClassFor(c, 0), p.ClassFor(c, 1))) }
	slices.SortStableFunc(cells, func(a, b position.Cell) int { return does(a) - does(b) })
	return cells
}
