package swap2

import (
	"fmt"

	"tahoun/board"
	"tahoun/board/symmetry"
)

// Swap1: one player places a stone x. The other chooses a side, o by moving and x by swapping.

const evenStones = 4 // stones one of which is drawn

// ChooseSwap1 is Choose for Swap1: b holds no stone or one.
func (c Chooser) ChooseSwap1(b *board.Board, stones int) (Choice, error) {
	switch {
	case stones != 0 && stones != 1:
		return Choice{}, fmt.Errorf("want 0 or 1 stones, got %d", stones)
	case b.Count(board.Empty) < 2:
		return Choice{}, fmt.Errorf("the board is too small")
	case stones == 0:
		return c.placeOne(b), nil
	}
	return chooseSide(c.Search(b, board.O, 0, 100)), nil
}

// placeOne draws one of the most even stones, and a symmetry of it. Where every stone wins or loses it draws any
// square.
func (c Chooser) placeOne(b *board.Board) Choice {
	even := c.Balance(b, evenStones)
	if len(even) == 0 {
		return Choice{Squares: drawFrom(c.RNG, empties(b, b.Contains), 1)}
	}
	stone := even[c.RNG.IntN(len(even))]
	ways := symmetry.Count
	if b.Width() != b.Height() {
		ways /= 2 // those that keep columns columns
	}
	at := symmetry.Apply(stone.Move, c.RNG.IntN(ways), board.Point{X: b.Width() - 1, Y: b.Height() - 1})
	return Choice{Squares: []board.Point{at}, Verdict: Verdict{Move: at, Score: stone.Score}}
}
