package search

import "tahoun/board"

// FallbackMove returns a legal move for side on b by the cheapest static look: it wins, stops a five, or takes the square
// where the most is at stake on the rows of five through it. Without stones near it takes the middle. It needs none of
// the tables of an engine, takes about a millisecond on 20x20, and is for when a search has had no processor time to
// answer. b needs an empty square; where every one is forbidden it takes the first.
func FallbackMove(b *board.Board, side board.Stone, rule board.Rule) board.Point {
	best, bestStake, bestFar := b.FirstLegal(side, rule), -1, 0
	for p, s := range b.Points {
		if s != board.Empty {
			continue
		}
		dx, dy := 2*p.X-b.Width()+1, 2*p.Y-b.Height()+1
		stake, far := stakeAt(b, p, side, rule), dx*dx+dy*dy
		if stake < bestStake || stake == bestStake && far >= bestFar {
			continue
		}
		if !rule.Forbids(side) || !b.Forbidden(p, rule) {
			best, bestStake, bestFar = p, stake, far
		}
	}
	return best
}

// stakeAt returns what is at stake for side on the empty square p.
func stakeAt(b *board.Board, p board.Point, side board.Stone, rule board.Rule) int {
	const five, otherFive = 1 << 20, 1 << 19
	other := side.Other()
	switch {
	case !b.Beside(p, 2):
		return 0
	case b.Wins(p, side, rule):
		return five
	case b.Wins(p, other, rule):
		return otherFive
	}
	stake := 1 // near stones
	for _, d := range board.Directions {
		for from := -4; from <= 0; from++ {
			own, theirs, free := stonesFrom(b, p.Add(d, from), d, side)
			switch {
			case !free || own > 0 && theirs > 0:
			case theirs == 0:
				stake += ownStake[own]
			default:
				stake += theirStake[theirs]
			}
		}
	}
	return stake
}

// ownStake and theirStake say what a row of five squares is worth that holds so many stones of one side and none of the
// other. Four of them make a five, unless another rule than five or more says otherwise.
var (
	ownStake   = [5]int{0, 2, 12, 80, 80}
	theirStake = [5]int{0, 2, 10, 60, 60}
)

// stonesFrom counts the stones on the five squares that begin at from and go along d, and tells whether none is a wall.
func stonesFrom(b *board.Board, from, d board.Point, side board.Stone) (own, theirs int, free bool) {
	for k := range 5 {
		switch b.At(from.Add(d, k)) {
		case board.Wall:
			return 0, 0, false
		case side:
			own++
		case side.Other():
			theirs++
		}
	}
	return own, theirs, true
}
