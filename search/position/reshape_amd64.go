package position

import (
	"unsafe"

	"tahoun/search/pattern"
)

// Where the parts of a pattern.Table lie, for the assembler.
const (
	tableColumn = unsafe.Offsetof(pattern.Table{}.Column)
	tableShapes = unsafe.Offsetof(pattern.Table{}.Shapes)
)

var _ = [...]uintptr{tableColumn, tableShapes} // staticcheck does not read assembly

// reshape is reshapeGeneric.
func (p *Position) reshape(c Cell, windows *[4]uint64, end int) int {
	if p.Rules.lines.Reach == 4 {
		return reshape4(p, p.Rules.lines, windows, int(c), end)
	}
	return reshape5(p, p.Rules.lines, windows, int(c), end)
}

// reshape4 and reshape5 are reshapeGeneric for tables of that reach.
//
//go:noescape
func reshape4(p *Position, table *pattern.Table, windows *[4]uint64, c, end int) int

//go:noescape
func reshape5(p *Position, table *pattern.Table, windows *[4]uint64, c, end int) int
