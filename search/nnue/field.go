package nnue

import "slices"

// A Field keeps what a Seer sees on a board, as stones come and go. All of it is exact: with numbers up to MostWindow
// (255) what a sum spreads is 1,020 at most and a mixed one 9,435; those of squares that are not empty, lower by 1<<14,
// are negative.
type Field struct {
	seer   *Seer
	stride int   // from a square to the one below
	sums   []row // by square, with a border around the board
	mixed  []row // before what is negative counts as 0
	pools  pools
	past   []pools // before each Shift that has not been taken back
}

// pools are the sums over all squares of what is not negative: of sums, and of mixed ones.
type pools [2][2 * Eyes]int32

// A Place is a square of a Field.
type Place = uint16

// A Change says that a line through an empty square has another window.
type Change struct {
	At       Place
	From, To Window
}

const (
	taken = Windows  // the window, so to speak, that a stone on the square itself makes
	gone  = -1 << 14 // so much lower are the sums of a square that is not empty
)

// Field returns the field of a board without an empty square.
func (s *Seer) Field(width, height int) *Field {
	f := &Field{seer: s, stride: width + 2}
	f.sums, f.mixed = make([]row, f.stride*(height+2)), make([]row, f.stride*(height+2))
	for i := range f.sums {
		f.sums[i], f.mixed[i] = s.rows[taken], s.rows[taken]
	}
	return f
}

// Clone returns a copy.
func (f *Field) Clone() *Field {
	c := *f
	c.sums, c.mixed, c.past = slices.Clone(f.sums), slices.Clone(f.mixed), slices.Clone(f.past)
	return &c
}

// At returns the place of a square, Step the distance to another.
func (f *Field) At(x, y int) Place   { return Place(f.Step(x+1, y+1)) }
func (f *Field) Step(dx, dy int) int { return dy*f.stride + dx }

// Empty makes a square empty that nothing is near. It is for a field in which nothing has changed yet.
func (f *Field) Empty(at Place) {
	f.sums[at] = f.seer.start
	for i, v := range f.seer.start {
		f.mixed[at][i] = v + f.seer.mixed[i]
	}
}

// Blank is a change's window without a stone, which counts nothing. Take is the change that a stone on a square makes
// of the square itself.
func (s *Seer) Blank() Window        { return s.Window(0, 0) }
func (s *Seer) Take(at Place) Change { return Change{at, s.Blank(), taken} }

// Shift makes changes.
func (f *Field) Shift(changes []Change) {
	f.past = append(f.past, f.pools)
	f.shift(changes)
}

// Back takes back the changes of the last Shift, which has put the pools aside: working out what leaves them would be
// half of the time.
func (f *Field) Back(changes []Change) {
	f.back(changes)
	last := len(f.past) - 1
	f.pools, f.past = f.past[last], f.past[:last]
}

// Score judges the field for a side, 0 for x and 1 for o, with flags, a bit each, and a stage.
func (f *Field) Score(side, flags, stage int) int {
	return f.seer.tops[side].score(&f.pools, side, flags, stage)
}
