package gamefile

import (
	"cmp"
	"slices"

	"tahoun/board"
)

// A Mark is a sign on a square of a position, or a short text there.
type Mark struct {
	At   board.Point
	Kind MarkKind
	Text string // of a label
}

// A MarkKind is SGF's name of a mark.
type MarkKind string

const (
	Label    MarkKind = "LB"
	Triangle MarkKind = "TR"
	Square   MarkKind = "SQ"
	Circle   MarkKind = "CR"
	Cross    MarkKind = "MA"
)

// markKinds are all kinds. Where a file has several marks on a square, the first of them counts.
var markKinds = []MarkKind{Label, Triangle, Square, Circle, Cross}

// Crosses returns marks that point at squares.
func Crosses(squares ...board.Point) []Mark {
	var all []Mark
	for _, at := range squares {
		all = append(all, Mark{At: at, Kind: Cross})
	}
	return all
}

// squaresOf returns the squares of the marks of a kind.
func squaresOf(marks []Mark, kind MarkKind) []board.Point {
	var all []board.Point
	for _, m := range marks {
		if m.Kind == kind {
			all = append(all, m.At)
		}
	}
	return all
}

// mark puts a mark on a square of the position after a node, unless there is one already, and returns its index.
func (t *treeBuilder) mark(n *Node, m Mark) (index int, added bool) {
	if t.marked[n] == nil {
		t.marked[n] = map[board.Point]bool{}
	} else if t.marked[n][m.At] {
		return 0, false
	}
	t.marked[n][m.At] = true
	marks := t.marks(n)
	*marks = append(*marks, m)
	return len(*marks) - 1, true
}

// marks returns the marks of the position after a node; nil is the start.
func (t *treeBuilder) marks(n *Node) *[]Mark {
	if n == nil {
		return &t.game.Marks
	}
	return &n.Marks
}

// sortMarks puts the marks of all positions in the order of markKinds.
func (t *treeBuilder) sortMarks() {
	for n := range t.marked {
		slices.SortStableFunc(*t.marks(n), func(a, b Mark) int {
			return cmp.Compare(slices.Index(markKinds, a.Kind), slices.Index(markKinds, b.Kind))
		})
	}
}
