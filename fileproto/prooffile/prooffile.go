// Package prooffile writes whole proofs of a win to files, as SGF.
package prooffile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/board/proof"
	"tahoun/fileproto/file"
	"tahoun/fileproto/sgf"
)

// MaxMoves is how many moves of a proof are written: other programs read games as large as that.
const MaxMoves = 1 << 20

// Limit is how long it may take to make a proof and to check it. Proofs with several quiet moves of the winner's, which
// leave all replies open, can take longer.
const Limit = time.Minute

// A Win says that Side, which has the move, wins on Board. Find finds the proof. Yield is called now and then meanwhile;
// it may be nil.
type Win struct {
	Board *board.Board
	Side  board.Stone
	Rule  board.Rule
	Find  func(context.Context) (*proof.Tree, error)
	Yield func()
}

// ErrLate says that Limit is over.
var ErrLate = fmt.Errorf("the win is proven, but to answer and check every reply takes longer than %v", Limit)

// A yielding context calls yield whenever it is asked.
type yielding struct {
	context.Context
	yield func()
}

func (y yielding) Err() error {
	if y.yield != nil {
		y.yield()
	}
	return y.Context.Err()
}

// A Proof is the proof of a win that the rules alone have checked.
type Proof struct {
	Win
	Tree *proof.Tree
}

// Prove makes the proof. It ends soon after ctx does, and within Limit.
func (w Win) Prove(ctx context.Context) (Proof, error) {
	timed, end := context.WithTimeout(ctx, Limit)
	defer end()
	limited := yielding{timed, w.Yield}
	tree, err := w.Find(limited)
	if err == nil {
		err = proof.Check(limited, w.Board, w.Side, w.Rule, tree)
	}
	var wrong *proof.Error
	switch {
	case ctx.Err() != nil:
		err = errors.New("the proof was stopped")
	case timed.Err() != nil:
		err = ErrLate
	case errors.As(err, &wrong):
		err = fmt.Errorf("the proof is wrong, which is a fault of the program: %w", err)
	}
	return Proof{w, tree}, err
}

// Write writes the proof to path. It returns a line about its size.
func (w Win) Write(ctx context.Context, disk afero.Fs, path, program string) (said string, err error) {
	p, err := w.Prove(ctx)
	var text string
	if err == nil {
		text, err = p.SGF(program)
	}
	if err == nil {
		err = file.ReplaceByRename(disk, path, file.Content([]byte(text)))
	}
	if err != nil {
		return "", fmt.Errorf("%s: not written: %s", path, file.Reason(err))
	}
	moves, plies := proof.Sizes{}.Of(p.Tree)
	return fmt.Sprintf("%s: moves in the proof: %d, in its longest line: %d\n", path, moves, plies), nil
}

// SGF returns the proof as a game with variations, the longest first. Marks on its root are walls. A pass stands for
// every reply without a variation.
func (p Proof) SGF(program string) (string, error) {
	w := writer{sizes: proof.Sizes{}}
	moves, _ := w.sizes.Of(p.Tree)
	switch b := p.Board; {
	case max(b.Width(), b.Height()) > sgf.MaxSide:
		return "", fmt.Errorf("SGF has letters for %d columns and rows", sgf.MaxSide)
	case moves > MaxMoves:
		return "", fmt.Errorf("the proof has more than %d moves", MaxMoves)
	}
	var squares [4][]board.Point
	for at, s := range p.Board.Points {
		squares[s] = append(squares[s], at)
	}
	w.Open(program, p.Board.Width(), p.Board.Height())
	w.Text("RU", p.Rule.String())
	w.Text("C", p.Comment())
	w.WriteByte('\n')
	w.Points("MA", squares[board.Wall]...)
	w.Points("AB", squares[board.X]...)
	w.Points("AW", squares[board.O]...)
	w.Text("PL", sgf.Colour(p.Side))
	w.WriteByte('\n')
	w.answer(p.Side, p.Tree)
	w.Close()
	return w.String(), nil
}

// Comment returns a text about the proof.
func (p Proof) Comment() string {
	moves, plies := proof.Sizes{}.Of(p.Tree)
	return fmt.Sprintf("%s wins (%v). This is the whole proof: it answers every reply. A pass stands for each reply "+
		"that has no variation. Moves: %d, in the longest line: %d.", sideName(p.Side), p.Rule, moves, plies)
}

type writer struct {
	sgf.Writer
	sizes proof.Sizes
}

func sideName(side board.Stone) string {
	return map[board.Stone]string{board.X: "Black", board.O: "White"}[side]
}

// answer writes a move of the winner, and all that follows.
func (w *writer) answer(side board.Stone, t *proof.Tree) {
	w.Move(side, t.Move)
	all := w.sizes.Variations(t)
	for _, v := range all {
		if len(all) > 1 {
			w.Branch()
		}
		if v.Others {
			w.Pass(side.Other())
			w.Text("C", "any other move")
		} else {
			w.Move(side.Other(), v.Move)
		}
		w.answer(side, v.Answer)
		if len(all) > 1 {
			w.Close()
		}
	}
}
