package nnue

import "slices"

// A BoardAccumulator holds the sums of LineLayers for every square of a board, and pools them. A textbook accumulator
// is one vector for the whole position; here each square has its own, since the convolution needs its neighbours.
//
// 16 bits suffice: with weights up to MaxLineFeature (255) a relu is at most 1,020 and a conv 9,435. The sums of
// squares that are not empty, lower by 1<<14, are negative.
type BoardAccumulator struct {
	transformer *LineTransformer
	stride      int        // from a square to the one below
	sums        []features // by square, with a border around the board
	convs       []features // before the ReLU
	pooled      pooled
	saved       []pooled // before each Update that has not been undone
}

// pooled are the sums over all squares, after the ReLU: of sums, and of convs.
type pooled [2][2 * Channels]int32

// A Square is the index of a square in a BoardAccumulator.
type Square = uint16

// A Change says that a line through an empty square has another pattern.
type Change struct {
	At       Square
	From, To LinePattern
}

const (
	occupied    = LinePatterns // the line pattern of a Change that puts a stone on the square itself
	occupiedSum = -1 << 14     // its row: no ReLU lets such sums through
)

// NewAccumulator returns the accumulator of a board without an empty square.
func (t *LineTransformer) NewAccumulator(width, height int) *BoardAccumulator {
	a := &BoardAccumulator{transformer: t, stride: width + 2}
	a.sums, a.convs = make([]features, a.stride*(height+2)), make([]features, a.stride*(height+2))
	for i := range a.sums {
		a.sums[i], a.convs[i] = t.weights[occupied], t.weights[occupied]
	}
	return a
}

// Clone returns a copy.
func (a *BoardAccumulator) Clone() *BoardAccumulator {
	c := *a
	c.sums, c.convs, c.saved = slices.Clone(a.sums), slices.Clone(a.convs), slices.Clone(a.saved)
	return &c
}

// At returns the square in column x and row y, both from 0.
func (a *BoardAccumulator) At(x, y int) Square { return Square(a.Step(x+1, y+1)) }

// Step returns the distance to the square dx columns and dy rows away.
func (a *BoardAccumulator) Step(dx, dy int) int { return dy*a.stride + dx }

// SetEmpty makes a square empty, with no stone near. It may only be called before the first Update.
func (a *BoardAccumulator) SetEmpty(at Square) {
	a.sums[at] = a.transformer.featureBias
	for i, v := range a.transformer.featureBias {
		a.convs[at][i] = v + a.transformer.convBias[i]
	}
}

// Blank returns the line pattern without a stone, which adds nothing.
func (l *LineIndex) Blank() LinePattern { return l.Pattern(0, 0) }

// Occupy returns the change of a square on which a stone is put.
func (l *LineIndex) Occupy(at Square) Change { return Change{at, l.Blank(), occupied} }

// Update makes changes.
func (a *BoardAccumulator) Update(changes []Change) {
	a.saved = append(a.saved, a.pooled)
	a.update(changes)
}

// Undo takes back the changes of the last Update. That has saved pooled, since to recompute it would take half of the
// time.
func (a *BoardAccumulator) Undo(changes []Change) {
	a.undo(changes)
	last := len(a.saved) - 1
	a.pooled, a.saved = a.saved[last], a.saved[:last]
}
