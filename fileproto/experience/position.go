package experience

import (
	"slices"

	"tahoun/board"
	"tahoun/board/symmetry"
)

// MaxStones is how many stones a position has at most that is kept. Later in a game positions seldom come back.
const MaxStones = 24

// A Frame is a board's size with a symmetry of package symmetry.
type Frame struct {
	Width, Height int // of the board as it is played
	By            uint8
}

// Cell returns the number of a square on the turned board, row by row.
func (f Frame) Cell(p board.Point) uint16 {
	p = symmetry.Apply(p, int(f.By), board.Point{X: f.Width - 1, Y: f.Height - 1})
	width, _ := f.turned()
	return uint16(p.Y*width + p.X)
}

// Point undoes cell.
func (f Frame) Point(cell uint16) board.Point {
	width, height := f.turned()
	p := board.Point{X: int(cell) % width, Y: int(cell) / width}
	return symmetry.Apply(p, symmetry.Inverse(int(f.By)), board.Point{X: width - 1, Y: height - 1})
}

func (f Frame) turned() (width, height int) {
	if symmetry.Swaps(int(f.By)) {
		return f.Height, f.Width
	}
	return f.Width, f.Height
}

// A Position is a board with the side to move, equal for all that symmetry makes equal.
type Position struct {
	Key           uint64 // of everything that counts
	Width, Height uint8
	Stones        []uint16 // squares: first those of the side to move, then the opponent's, each in rising order
	Own           int      // how many are of the side to move

	images []uint8 // all that turn the board into it: more than one where it is symmetric
}

// frameOf returns, of the frames that turn the board into the position, the one in which the square at has the least
// number.
func (p Position) frameOf(f Frame, at board.Point) Frame {
	best := f
	for _, by := range p.images {
		if other := (Frame{f.Width, f.Height, by}); other.Cell(at) < best.Cell(at) {
			best = other
		}
	}
	return best
}

// pointsOf returns the squares that are the same move.
func (p Position) pointsOf(f Frame, cell uint16) (all []board.Point) {
	for _, by := range p.images {
		if at := (Frame{f.Width, f.Height, by}).Point(cell); !slices.Contains(all, at) {
			all = append(all, at)
		}
	}
	return all
}

// newPosition returns the position and the frame that turns the board into it. ok is false if there are too many
// stones.
func newPosition(b *board.Board, side board.Stone, rule board.Rule) (p Position, f Frame, ok bool) {
	var own, others, walls []board.Point
	for at, stone := range b.Points {
		switch stone {
		case side:
			own = append(own, at)
		case side.Other():
			others = append(others, at)
		case board.Wall:
			walls = append(walls, at)
		}
	}
	if len(own)+len(others) > MaxStones {
		return p, f, false
	}
	p, f = Normalize(b.Width(), b.Height(), side, rule, [3][]board.Point{own, others, walls})
	return p, f, true
}

// Normalize returns the position of squares with stones of the side to move, with the opponent's, and with walls, and
// the frame that turns them into it. Colours count only where the rule treats them differently.
func Normalize(width, height int, side board.Stone, rule board.Rule, squares [3][]board.Point) (p Position, f Frame) {
	var colour uint64
	if rule.Forbids(board.X) {
		colour = uint64(side)
	}
	for by := range uint8(symmetry.Count) {
		turned := Frame{width, height, by}
		width, height := turned.turned()
		key := mix(uint64(width)<<32 | uint64(height)<<16 | colour)
		for kind, group := range squares {
			for _, at := range group {
				key += mix(uint64(kind+1)<<32 | uint64(turned.Cell(at)))
			}
		}
		if by == 0 || key < p.Key {
			p.Key, f, p.images = key, turned, nil
		}
		if key == p.Key {
			p.images = append(p.images, by)
		}
	}
	width, height = f.turned()
	p.Width, p.Height, p.Own = uint8(width), uint8(height), len(squares[0])
	for _, group := range squares[:2] {
		first := len(p.Stones)
		for _, at := range group {
			p.Stones = append(p.Stones, f.Cell(at))
		}
		slices.Sort(p.Stones[first:])
	}
	return p, f
}

// Equal compares all that a record holds. The walls are in the key alone.
func (p Position) Equal(q Position) bool {
	return p.Key == q.Key && p.Width == q.Width && p.Height == q.Height &&
		p.Own == q.Own && slices.Equal(p.Stones, q.Stones)
}

// mix spreads a number over 64 bits (the finalizer of SplitMix64).
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
