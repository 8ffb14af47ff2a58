package swap2

import (
	"fmt"
	"math/rand/v2"
	"time"

	"tahoun/board"
	"tahoun/search"
)

// Swap2: one player places three stones, x, o and x. The other chooses a side, o by moving and x by swapping. Or it
// places two more stones, o and x, and the first player chooses a side.

const (
	balancedMargin    = 20 // the largest absolute score of a position that counts as balanced
	openingCandidates = 4  // openings that are compared
	pairCandidates    = 6  // pairs that are compared
	sidePercent       = 40 // of the limits, for evaluating the three stones; the rest is for the pairs
)

// A Verdict is the move that a search found, its score for the side to move, and a note about it.
type Verdict struct {
	Move  board.Point
	Score int
	Note  string
}

// A Chooser takes one player's part in a Swap2 opening.
type Chooser struct {
	Rule board.Rule
	RNG  *rand.Rand

	// Search finds a move of side on b, which has an empty square, in the part of the limits between two percentages.
	// See Budget.
	Search func(b *board.Board, side board.Stone, from, to int) Verdict

	// Balance finds n moves of x, or fewer, after which neither side is ahead, the most even first. Only Swap1 needs it.
	Balance func(b *board.Board, n int) []search.Variation
}

// A Choice is one player's answer: the other side, or squares to place stones on. One square is the move of o.
type Choice struct {
	Swap    bool
	Squares []board.Point
	Verdict Verdict // of the search that decided
}

// Choose answers b, which holds so many stones of the opening: 0, 3 or 5. The sides take turns.
func (c Chooser) Choose(b *board.Board, stones int) (Choice, error) {
	switch {
	case stones != 0 && stones != 3 && stones != 5:
		return Choice{}, fmt.Errorf("want 0, 3 or 5 stones, got %d", stones)
	case b.Count(board.Empty) < 3:
		return Choice{}, fmt.Errorf("the board is too small")
	case stones == 0:
		return c.placeThree(b), nil
	case stones == 3:
		return c.chooseSideOrPlaceTwo(b), nil
	}
	return chooseSide(c.Search(b, board.O, 0, 100)), nil
}

func (c Chooser) placeThree(b *board.Board) Choice {
	var openings [][]board.Point
	for range openingCandidates {
		openings = append(openings, DrawOpening(c.RNG, b, c.Rule))
	}
	return c.mostBalanced(b, board.X, openings, 0)
}

// chooseSideOrPlaceTwo answers three stones: it chooses the better side if there is one, and otherwise places the two
// stones after which the position is most balanced.
func (c Chooser) chooseSideOrPlaceTwo(b *board.Board) Choice {
	v := c.Search(b, board.O, 0, sidePercent)
	switch {
	case abs(v.Score) <= balancedMargin:
		var pairs [][]board.Point
		for range pairCandidates {
			pairs = append(pairs, DrawPair(c.RNG, b))
		}
		if best := c.mostBalanced(b, board.O, pairs, sidePercent); abs(best.Verdict.Score) <= balancedMargin {
			return best
		}
	case v.Score > 0:
		longer := c.Search(b, board.O, sidePercent, 100)
		v.Move, v.Note = longer.Move, longer.Note
	}
	return chooseSide(v)
}

// chooseSide keeps the side to move unless its score is negative.
func chooseSide(v Verdict) Choice {
	if v.Score < 0 {
		return Choice{Swap: true, Verdict: v}
	}
	return Choice{Squares: []board.Point{v.Move}, Verdict: v}
}

// mostBalanced returns the candidate after which the absolute score is the smallest. first places the first of its
// stones, and the other side is to move after the last. The percentage spent of the limits is used up already.
func (c Chooser) mostBalanced(b *board.Board, first board.Stone, candidates [][]board.Point, spent int) (best Choice) {
	for i, squares := range candidates {
		tried, side := b.Clone(), first
		for _, at := range squares {
			_, _ = tried.Play(at, side, c.Rule) // on an empty square
			side = side.Other()
		}
		from, to := spent+(100-spent)*i/len(candidates), spent+(100-spent)*(i+1)/len(candidates)
		v := c.Search(tried, side, from, to)
		if best.Squares == nil || abs(v.Score) < abs(best.Verdict.Score) {
			best = Choice{Squares: squares, Verdict: v}
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// Budget returns limits that end at to percent of l's time and have to - from percent of its nodes.
func Budget(l search.Limits, from, to int) search.Limits {
	l.Turn = l.Turn / 100 * time.Duration(to)
	if l.Left != search.NoLimit {
		l.Left = l.Left / 100 * time.Duration(to)
	}
	for _, nodes := range []*uint64{&l.Nodes, &l.MaxNodes} {
		if *nodes > 0 {
			*nodes = max(*nodes/100*uint64(to-from)+*nodes%100*uint64(to-from)/100, 1)
		}
	}
	return l
}
