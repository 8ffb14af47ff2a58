package position

import "math/bits"

// reshapeGeneric gives the empty squares near c the shapes that they have in windows: the lines through c, from twice
// the reach before it on. It lists the changes from index end on and returns the new end of the list.
func (p *Position) reshapeGeneric(c Cell, windows *[4]uint64, end int) int {
	if p.Rules.lines.Reach == 4 {
		return reshapeBy[reach4](p, c, windows, end)
	}
	return reshapeBy[reach5](p, c, windows, end)
}

// The lengths of these arrays make the window's reach a constant in each instance of reshapeBy.
type (
	reach4 [4]struct{}
	reach5 [5]struct{}
)

func reshapeBy[R reach4 | reach5](p *Position, c Cell, windows *[4]uint64, end int) int {
	var r R
	reach := len(r)
	half := uint64(1)<<(2*reach) - 1
	// The neighbours of c, at bits 2*reach to 6*reach of a window, without c itself.
	neighbours := uint64(0x5555_5555_5555_5555) & (1<<(6*reach+2) - 1) &^ (1<<(2*reach) - 1) &^ (1 << (4 * reach))
	lines := p.Rules.lines
	for d, w := range windows {
		base, step, nibble := int(c)-2*reach*p.step[d], p.step[d], 4*d&31
		for m := ^(w | w>>1) & neighbours; m != 0; m &= m - 1 {
			t := bits.TrailingZeros64(m)
			v := w >> ((t - 2*reach) & 63)
			n := (base + t/2*step) & CellMask
			shapes := spread(lines.Lookup(uint32(v&half), uint32(v>>(2*reach+2)&half)))
			before := p.code[n]
			after := before&^(0x000f000f<<nibble) | shapes<<nibble
			p.changed[end&changeMask], p.previous[end&changeMask], p.next[end&changeMask] = Cell(n), before, after
			end++
			p.code[n] = after
		}
	}
	return end
}
