package pattern

import (
	_ "embed"
	"encoding/binary"
	"slices"

	"tahoun/board"
	"tahoun/search/pages"
)

// Squares of a line are two bits each, as board.Stone numbers them: 0 empty, 1 x, 2 o, 3 wall. A half is the squares to
// one side of a centre. The low half has the square farthest from the centre in its lowest bits, the high half the
// nearest. Both together are a key, which decides the shapes of the centre.

// A Table holds the shapes of every key under one rule.
type Table struct {
	Reach  int                           // squares in a half: 4 or 5
	Column [1 << (2 * reach)]uint32      // by high half: where its column in Shapes begins
	Shapes [columns << (2 * reach)]uint8 // by column and low half: x's shape in the low four bits, o's above
}

// columns is more than the groups of high halves under any rule: caro's 172 are the most.
const columns = 256

// Lookup returns the shapes of a stone between two halves, x's in the low four bits, o's above.
func (t *Table) Lookup(low, high uint32) uint8 {
	return t.Shapes[(t.Column[high%uint32(len(t.Column))]|low)%uint32(len(t.Shapes))]
}

// The groups of the rules that managers send most. To compute them takes several times as long as to fill a table.
var (
	//go:embed groups/freestyle.bin
	freestyle []byte
	//go:embed groups/exact.bin
	exact []byte
	//go:embed groups/renju.bin
	renju []byte
	//go:embed groups/caro.bin
	caro []byte
)

// NewTable returns the table of a rule. Each process makes it anew: see BenchmarkNewTable.
func NewTable(rule board.Rule) *Table {
	t := pages.New[Table]()
	t.Reach = max(Reach(rule.Rows(board.X)), Reach(rule.Rows(board.O)))
	switch rule &^ board.Continuous {
	case board.Freestyle:
		t.fill(freestyle)
	case board.ExactFive:
		t.fill(exact)
	case board.Renju:
		t.fill(renju)
	case board.Caro:
		t.fill(caro)
	default:
		t.fill(group(rule))
	}
	return t
}

// fill makes a column of each group of high halves. The columns of five or more in a row fit into the fastest cache.
func (t *Table) fill(g groups) {
	const ones = 0x0101_0101_0101_0101
	lows, highs, shapes := g.parts(t.Reach)
	rows := int(slices.Max(lows)) + 1
	for column := t.Shapes[:]; len(shapes) > 0; column = column[len(lows):] {
		for low := 0; low < len(lows); low += 8 {
			eight, l := lows[low:low+8], lows[low]
			if binary.NativeEndian.Uint64(eight) == ones*uint64(l) { // most are of one group
				binary.NativeEndian.PutUint64(column[low:], ones*uint64(shapes[l]))
				continue
			}
			for i, l := range eight {
				column[low+i] = shapes[l]
			}
		}
		shapes = shapes[rows:]
	}
	for high, h := range highs {
		t.Column[high] = uint32(h) << (2 * t.Reach)
	}
}
