package experience

import (
	"slices"

	"tahoun/board"
	"tahoun/board/symmetry"
)

// maxStones is how many stones a position has at most that is kept. Later in a game positions seldom come back.
const maxStones = 24

// A frame is a board's size with a symmetry of package symmetry.
type frame struct {
	width, height int // of the board as it is played
	by            uint8
}

// cell returns the number of a square on the turned board, row by row.
func (f frame) cell(p board.Point) uint16 {
	p = symmetry.Apply(p, int(f.by), board.Point{X: f.width - 1, Y: f.height - 1})
	width, _ := f.turned()
	return uint16(p.Y*width + p.X)
}

// point undoes cell.
func (f frame) point(cell uint16) board.Point {
	width, height := f.turned()
	p := board.Point{X: int(cell) % width, Y: int(cell) / width}
	return symmetry.Apply(p, symmetry.Inverse(int(f.by)), board.Point{X: width - 1, Y: height - 1})
}

// turned returns the size of the turned board.
func (f frame) turned() (width, height int) {
	if symmetry.Swaps(int(f.by)) {
		return f.height, f.width
	}
	return f.width, f.height
}

// A position is a board with the side to move, equal for all that symmetry makes equal.
type position struct {
	key           uint64 // of everything that counts
	width, height uint8
	stones        []uint16 // squares: first those of the side to move, then the opponent's, each in rising order
	own           int      // how many are of the side to move

	images []uint8 // all that turn the board into it: more than one where it is symmetric
}

// frameOf returns, of the frames that turn the board into the position, the one in which the square at has the least number.
func (p position) frameOf(f frame, at board.Point) frame {
	best := f
	for _, by := range p.images {
		if other := (frame{f.width, f.height, by}); other.cell(at) < best.cell(at) {
			best = other
		}
	}
	return best
}

// pointsOf returns the squares that are the same move.
func (p position) pointsOf(f frame, cell uint16) (all []board.Point) {
	for _, by := range p.images {
		if at := (frame{f.width, f.height, by}).point(cell); !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// newPosition returns the position and the frame that turns the board into it. ok is false if there are too many stones.
func newPosition(b *board.Board, side board.Stone, rule board.Rule) (p position, f frame, ok bool) {
	var own, others, walls []board.Point
	for y := range b.Height() {
		for x := range b.Width() {
			switch at := (board.Point{X: x, Y: y}); b.At(at) {
			case side:
				own = append(own, at)
			case side.Other():
				others = append(others, at)
			case board.Wall:
				walls = append(walls, at)
			}
		}
	}
	if len(own)+len(others) > maxStones {
		return p, f, false
	}
	p, f = normalize(b.Width(), b.Height(), side, rule, [3][]board.Point{own, others, walls})
	return p, f, true
}

// normalize returns the position of squares with stones of the side to move, with the opponent's, and with walls, and the frame
// that turns them into it. Colours count only where the rule treats them differently.
func normalize(width, height int, side board.Stone, rule board.Rule, squares [3][]board.Point) (p position, f frame) {
	var colour uint64
	if rule.Forbids(board.X) {
		colour = uint64(side)
	}
	for by := range uint8(symmetry.Count) {
		turned := frame{width, height, by}
		width, height := turned.turned()
		key := mix(uint64(width)<<32 | uint64(height)<<16 | colour)
		for kind, group := range squares {
			for _, at := range group {
				key += mix(uint64(kind+1)<<32 | uint64(turned.cell(at)))
			}
		}
		if by == 0 || key < p.key {
			p.key, f, p.images = key, turned, nil
		}
		if key == p.key {
			p.images = append(p.images, by)
		}
	}
	width, height = f.turned()
	p.width, p.height, p.own = uint8(width), uint8(height), len(squares[0])
	for _, group := range squares[:2] {
		first := len(p.stones)
		for _, at := range group {
			p.stones = append(p.stones, f.cell(at))
		}
		slices.Sort(p.stones[first:])
	}
	return p, f
}

// equal compares all that a record holds. The walls are in the key alone.
func (p position) equal(q position) bool {
	return p.key == q.key && p.width == q.width && p.height == q.height && p.own == q.own && slices.Equal(p.stones, q.stones)
}

// mix spreads a number over 64 bits (the finalizer of SplitMix64).
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
