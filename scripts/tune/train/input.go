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
	seen := [...]byte{board.Empty: empty, board.Wall: wall}
	seen[side], seen[side.Other()] = own, others
	i := 0
	for _, stone := range b.Points {
		s.squares[i/4] |= seen[stone] << (i % 4 * 2)
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
func (c *convInput) index(s *packedBoard, square uint16) int {
	x, y := int(square)%int(s.width), int(square)/int(s.width)
	return (y+border)*c.stride + x + border
}

// border is how far windows reach beyond the board.
const border = nnue.Reach

func (c *convInput) unpack(s *packedBoard, tables *patternTables) {
	width, height := int(s.width), int(s.height)
	c.stride = width + 2*border
	n := c.stride * (height + 2*border)
	c.squares, c.patterns, c.at, c.near = resized(c.squares, n), resized(c.patterns, n), c.at[:0], resized(c.near, n)
	clear(c.near)
	for i := range c.squares {
		c.squares[i] = wall
		c.patterns[i] = tables.emptySquare
	}
	each := func(do func(at, i int)) {
		for y := range height {
			for x := range width {
				do((y+border)*c.stride+x+border, y*width+x)
			}
		}
	}
	each(func(at, i int) { c.squares[at] = s.squares[i/4] >> (i % 4 * 2) & 3 })
	c.readPatterns(tables)
	each(func(at, _ int) {
		if c.squares[at] != empty {
			return
		}
		near := c.patterns[at] != tables.emptySquare
		for _, step := range c.around() {
			near = near || c.patterns[at+step] != tables.emptySquare
		}
		if near {
			c.at = append(c.at, at)
			c.near[at] = true
		}
	})
}

// readPatterns sets the patterns of the four lines through each empty square. All windows without a stone have the same
// pattern. Half windows slide along the lines, from one square to the next.
func (c *convInput) readPatterns(tables *patternTables) {
	c.low, c.high = resized(c.low, len(c.squares)), resized(c.high, len(c.squares))
	first, last := border*c.stride+border, len(c.squares)-1-border*c.stride-border
	around := c.around()
	for d, step := range around[:4] {
		for i := range first {
			c.low[i], c.high[len(c.high)-1-i] = walls, walls
		}
		for at := first; at <= last; at++ {
			c.low[at] = c.low[at-step]>>2 | c.squares[at-step]<<(2*nnue.Reach-2)
		}
		for at := last; at >= first; at-- {
			c.high[at] = c.high[at+step]<<2 | c.squares[at+step]
			if c.squares[at] != empty {
				continue
			}
			if w := tables.numbering.Pattern(c.low[at], c.high[at]); !tables.blank[w] {
				c.patterns[at][d] = w
			}
		}
	}
}

// walls is a half window beyond the edge.
const walls = 1<<(2*nnue.Reach) - 1

// around returns the steps to the eight squares around: those of the four lines, and back.
func (c *convInput) around() [8]int {
	s := c.stride
	return [8]int{1, s + 1, s, s - 1, -1, -s - 1, -s, 1 - s}
}

// resized returns a slice of n elements, in the memory of s if it is large enough.
func resized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
