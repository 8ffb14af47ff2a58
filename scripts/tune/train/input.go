package train

import (
	"slices"

	"tahoun/board"
	"tahoun/search"
	"tahoun/search/nnue"
)

// A packedBoard is a board as the side to move sees it, two bits a square, row by row: empty, its own stone, its
// opponent's, a wall.
type packedBoard struct {
	width, height uint8
	squares       []byte
}

const (
	empty = iota
	own
	others
	wall
)

func packBoard(view *search.Probe) packedBoard {
	b, side := view.Board(), view.Side()
	s := packedBoard{uint8(b.Width()), uint8(b.Height()), make([]byte, (b.Width()*b.Height()+3)/4)}
	i := 0
	for _, stone := range b.Points {
		is := byte(empty)
		switch stone {
		case board.Empty:
		case board.Wall:
			is = wall
		case side:
			is = own
		default:
			is = others
		}
		s.squares[i/4] |= is << (i % 4 * 2)
		i++
	}
	return s
}

// A convInput is the input of the convolutional net: the squares of a board, with a border of walls.
type convInput struct {
	stride    int
	squares   []byte
	low, high []byte                // half windows before and behind each square, on one of its lines
	patterns  [][4]nnue.LinePattern // of empty squares
	at        []int                 // empty squares with a stone in their windows, and empty squares beside these
	near      []bool                // whether a square is in at
}

// index returns the index of a square of the board, which is given row by row.
func (l *convInput) index(s *packedBoard, square uint16) int {
	x, y := int(square)%int(s.width), int(square)/int(s.width)
	return (y+border)*l.stride + x + border
}

// border is how far windows reach beyond the board.
const border = nnue.Reach

// unpack reads a packed board.
func (l *convInput) unpack(s *packedBoard, tables *patternTables) {
	width, height := int(s.width), int(s.height)
	l.stride = width + 2*border
	n := l.stride * (height + 2*border)
	l.squares, l.patterns, l.at, l.near = resized(l.squares, n), resized(l.patterns, n), l.at[:0], resized(l.near, n)
	clear(l.near)
	for i := range l.squares {
		l.squares[i] = wall
		l.patterns[i] = tables.emptySquare
	}
	each := func(do func(at, i int)) {
		for y := range height {
			for x := range width {
				do((y+border)*l.stride+x+border, y*width+x)
			}
		}
	}
	each(func(at, i int) { l.squares[at] = s.squares[i/4] >> (i % 4 * 2) & 3 })
	l.readPatterns(tables)
	each(func(at, _ int) {
		if l.squares[at] != empty {
			return
		}
		near := l.patterns[at] != tables.emptySquare
		for _, step := range l.around() {
			near = near || l.patterns[at+step] != tables.emptySquare
		}
		if near {
			l.at = append(l.at, at)
			l.near[at] = true
		}
	})
}

// readPatterns sets the patterns of the four lines through each empty square. All windows without a stone have the same
// pattern. Half windows slide along the lines, from one square to the next.
func (l *convInput) readPatterns(tables *patternTables) {
	l.low, l.high = resized(l.low, len(l.squares)), resized(l.high, len(l.squares))
	first, last := border*l.stride+border, len(l.squares)-1-border*l.stride-border
	around := l.around()
	for d, step := range around[:4] {
		for i := range first {
			l.low[i], l.high[len(l.high)-1-i] = walls, walls
		}
		for at := first; at <= last; at++ {
			l.low[at] = l.low[at-step]>>2 | l.squares[at-step]<<(2*nnue.Reach-2)
		}
		for at := last; at >= first; at-- {
			l.high[at] = l.high[at+step]<<2 | l.squares[at+step]
			if l.squares[at] != empty {
				continue
			}
			if w := tables.numbering.Pattern(l.low[at], l.high[at]); !tables.blank[w] {
				l.patterns[at][d] = w
			}
		}
	}
}

// walls is a half window beyond the edge.
const walls = 1<<(2*nnue.Reach) - 1

// around returns the steps to the eight squares around: those of the four lines, and back.
func (l *convInput) around() [8]int {
	s := l.stride
	return [8]int{1, s + 1, s, s - 1, -1, -s - 1, -s, 1 - s}
}

// resized returns a slice of n elements, in the memory of s if it is large enough.
func resized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
