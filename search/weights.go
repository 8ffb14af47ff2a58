package search

import (
	"unsafe"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// Weights are the numbers of judgement, by combination of the four shapes of an empty square. On the
// scale of Worth and Threats an even game is 0 and 200 stands for odds of e : 1, 73 of 100.
type Weights struct {
	Worth   [pattern.Combinations]int16   // what the square is worth to the side whose shapes they are
	Attack  [pattern.Combinations]int16   // rank of the square as a move of that side: 0 to 8191
	Defence [pattern.Combinations]int16   // rank as a move of its opponent, 0 to 8191
	Both    [Touches][pattern.Pairs]int16 // rank that it gains by the two classes together and the last stones, 0 to 8191
	Chances [Chances][pattern.Pairs]int16 // what it gains by its classes with what the side to move has, 0 to 8191
	Dangers [Dangers][pattern.Pairs]int16 // and with what the opponent has, 0 to 8191
	Threats [Threats]int16                // what a set of threats is worth to the side to move
	PairNet nnue.PairNet                  // adds to the evaluation for the side to move
	LineNet nnue.LineNet                  // adds to it too, if it is not blind
}

// memory returns the numbers as they lie in memory: what only the same build will ever compare.
func (w *Weights) memory() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(w)), unsafe.Sizeof(*w))
}

// Touches is the number of ways in which the last two stones may touch a square, that is lie on a line with it and
// within the reach of a row: bit 0 for the last one, of the opponent, bit 1 for the one before.
const Touches = 4

// Chances and Dangers are the numbers of situations in which squares are ranked differently: by what the side to move
// has, and by what its opponent has.
//
//	chances: bits 0-3 FourThree, FourPlus | SingleFour | DoubleThree, ThreePlus | Three; above them whether the last
//	         stone answered nothing, a threatened row, or a threatened open four
//	dangers: bits 0-4 WinningFour | then the same four
const (
	Chances = 3 << 4
	Dangers = 1 << 5
)

// fitted holds the sets that scripts/tune has fitted to games, by name: each of their files enters its
// own.
var fitted = map[string]*Weights{}

// WeightsOf returns the numbers in force for side under rule, and the name of their set: one for both
// sides, but for renju, where only x has forbidden moves. A set that has not been fitted plays with the
// numbers for five or more, and a fit of it begins there: shapes are worth much the same everywhere.
func WeightsOf(rule board.Rule, side board.Stone) (set string, w *Weights) {
	set = setOf(rule, side)
	if w = fitted[set]; w == nil {
		w = fitted["freestyle"]
	}
	return set, w
}

func setOf(rule board.Rule, side board.Stone) string {
	switch {
	case rule.Forbids(side):
		return "renju_x"
	case rule&board.Renju != 0:
		return "renju_o"
	case rule&board.Caro != 0:
		return "caro"
	case rule&board.ExactFive != 0:
		return "exact"
	}
	return "freestyle"
}
