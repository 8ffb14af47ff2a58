package sgf

import (
	"fmt"
	"slices"

	"tahoun/board"
	"tahoun/board/proof"
)

// maxMoves is how many moves of a proof are written: other programs read games as large as that.
const maxMoves = 1 << 20

// Proof writes the proof that side wins on b as a game with variations, the longest first. Marks on its root are walls.
// A pass stands for every reply without a variation.
func (w *Writer) Proof(program string, b *board.Board, side board.Stone, rule board.Rule, t *proof.Tree) error {
	sizes := proof.Sizes{}
	moves, plies := sizes.Of(t)
	switch {
	case max(b.Width(), b.Height()) > MaxSide:
		return fmt.Errorf("SGF has letters for %d columns and rows", MaxSide)
	case moves > maxMoves:
		return fmt.Errorf("the proof has more than %d moves", maxMoves)
	}
	var squares [4][]board.Point
	for at, s := range b.Points {
		squares[s] = append(squares[s], at)
	}
	w.Open(program, b.Width(), b.Height())
	w.Text("RU", rule.String())
	w.Text("C", fmt.Sprintf("%s wins. This is the whole proof: it answers every reply. A pass stands for each reply "+
		"that has no variation. Moves: %d, in the longest line: %d.", sideName(side), moves, plies))
	w.WriteByte('\n')
	w.Points("MA", squares[board.Wall]...)
	w.Points("AB", squares[board.X]...)
	w.Points("AW", squares[board.O]...)
	w.Text("PL", Colour(side))
	w.WriteByte('\n')
	w.answer(side, t, sizes)
	w.Close()
	return nil
}

func sideName(side board.Stone) string {
	return map[board.Stone]string{board.X: "Black", board.O: "White"}[side]
}

// answer writes a move of the winner, and all that follows.
func (w *Writer) answer(side board.Stone, t *proof.Tree, sizes proof.Sizes) {
	w.Move(side, t.Move)
	type variation struct {
		reply []board.Point // empty: any other
		tree  *proof.Tree
		plies int
	}
	var all []variation
	add := func(answer *proof.Tree, reply ...board.Point) {
		_, plies := sizes.Of(answer)
		all = append(all, variation{reply, answer, plies})
	}
	for _, r := range t.Replies {
		add(r.Answer, r.Move)
	}
	if t.Others != nil {
		add(t.Others)
	}
	slices.SortStableFunc(all, func(a, b variation) int { return b.plies - a.plies })
	for _, v := range all {
		if len(all) > 1 {
			w.Branch()
		}
		if len(v.reply) > 0 {
			w.Move(side.Other(), v.reply[0])
		} else {
			w.Pass(side.Other())
			w.Text("C", "any other move")
		}
		w.answer(side, v.tree, sizes)
		if len(all) > 1 {
			w.Close()
		}
	}
}
