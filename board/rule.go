package board

// A Rule is the bit mask that managers send: which rows win, and how a finished row counts.
// The zero value is five or more: such rows win.
type Rule uint8

// The bits of a Rule.
const (
	ExactFive  Rule = 1 << iota // longer rows than five do not win
	Continuous                  // a finished row turns into walls and play goes on
	Renju                       // x needs exactly five and has forbidden moves; o is free
	Caro                        // a five with an opponent's stone at both ends does not win

	Freestyle Rule = 0
)

// Sensible returns the rule to play for a mask as a manager sent it, and whether the mask made sense
// as it was. Unknown bits are dropped; of renju and caro together the stricter renju is kept, since a
// move that it allows breaks neither rule.
func (r Rule) Sensible() (Rule, bool) {
	s := r & (ExactFive | Continuous | Renju | Caro)
	if s&Renju != 0 {
		s &^= Caro
	}
	return s, s == r
}

// Rows tells which rows win for one side.
type Rows struct {
	Exact bool // a row of six or more does not win
	Caro  bool // a row of five with an opponent's stone at both ends does not win; six or more do not mind
}

// Rows returns which rows win for side under r.
func (r Rule) Rows(side Stone) Rows {
	return Rows{Exact: r&ExactFive != 0 || r.Forbids(side), Caro: r&Caro != 0}
}

// Forbids reports whether side has forbidden moves under r.
func (r Rule) Forbids(side Stone) bool { return r&Renju != 0 && side == X }
