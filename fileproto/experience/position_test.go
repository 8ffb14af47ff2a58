package experience

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/board/symmetry"
)

const (
	freestyle = board.Freestyle
	renju     = board.Renju
)

// at is a point, short for tables.
func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

// seeded returns random numbers that are the same in each run.
func seeded() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// A picture is a board as one of its eight images, made in another way than by frame: by quarter turns after a mirror.
type picture struct {
	*board.Board
	from map[board.Point]board.Point // the square of the first board that lies here
}

// pictures returns the eight images of b, itself first.
func pictures(b *board.Board) []picture {
	turned := func(p picture) picture {
		q := picture{board.New(p.Height(), p.Width()), map[board.Point]board.Point{}}
		for x, s := range p.Points {
			to := at(p.Height()-1-x.Y, x.X)
			q.Set(to, s)
			q.from[to] = p.from[x]
		}
		return q
	}
	mirrored := func(p picture) picture {
		q := picture{board.New(p.Width(), p.Height()), map[board.Point]board.Point{}}
		for x, s := range p.Points {
			to := at(p.Width()-1-x.X, x.Y)
			q.Set(to, s)
			q.from[to] = p.from[x]
		}
		return q
	}
	first := picture{b, map[board.Point]board.Point{}}
	for p := range b.Points {
		first.from[p] = p
	}
	all := []picture{first}
	for range 3 {
		all = append(all, turned(all[len(all)-1]))
	}
	for _, p := range all[:4] {
		all = append(all, mirrored(p))
	}
	return all
}

// text returns the board as a string with its size.
func text(b *board.Board) string {
	s := []byte{byte(b.Width()), byte(b.Height())}
	for _, stone := range b.Points {
		s = append(s, byte(stone))
	}
	return string(s)
}

// twin returns a string that is equal for boards that a symmetry makes equal, and only for those.
func twin(b *board.Board) string {
	least := ""
	for i, p := range pictures(b) {
		if s := text(p.Board); i == 0 || s < least {
			least = s
		}
	}
	return least
}

var sizes = []struct{ width, height int }{{1, 1}, {1, 7}, {5, 5}, {5, 8}, {15, 15}, {20, 20}, {19, 6}, {120, 3}, {120, 120}}

// mustPosition returns the position of a board that has few enough stones.
func mustPosition(t testing.TB, b *board.Board, side board.Stone, rule board.Rule) (Position, Frame) {
	t.Helper()
	p, f, ok := newPosition(b, side, rule)
	require.True(t, ok)
	return p, f
}

// sparse returns a random board with at most 24 stones and some walls.
func sparse(rng *rand.Rand, width, height int) *board.Board {
	b := board.New(width, height)
	for range rng.IntN(MaxStones + 1) {
		b.Set(at(rng.IntN(width), rng.IntN(height)), board.X+board.Stone(rng.IntN(2)))
	}
	for range rng.IntN(4) {
		b.Set(at(rng.IntN(width), rng.IntN(height)), board.Wall)
	}
	return b
}

// cell and point undo each other, no two squares have one number, and neighbours stay neighbours.
func TestFrame(t *testing.T) {
	for _, size := range sizes {
		for by := range uint8(symmetry.Count) {
			f := Frame{size.width, size.height, by}
			width, height := f.turned()
			require.Equal(t, size.width*size.height, width*height)
			seen := make([]bool, width*height)
			for p := range board.New(size.width, size.height).Points {
				cell := f.Cell(p)
				require.False(t, seen[cell])
				seen[cell] = true
				if q := f.Point(cell); q != p {
					require.Equal(t, p, q)
				}
				x, y := int(cell)%width, int(cell)/width
				if right := p.Add(at(1, 0), 1); right.X < size.width {
					next := int(f.Cell(right))
					if steps := abs(next%width-x) + abs(next/width-y); steps != 1 {
						require.Equal(t, 1, steps, "%v %v", f, p)
					}
				}
				if below := p.Add(at(0, 1), 1); below.Y < size.height {
					next := int(f.Cell(below))
					if steps := abs(next%width-x) + abs(next/width-y); steps != 1 {
						require.Equal(t, 1, steps, "%v %v", f, p)
					}
				}
			}
		}
	}
}

// The eight images of a board are one position, and a cell is the same move on each of them.
func TestNewPositionOfImages(t *testing.T) {
	rng := seeded()
	for _, size := range sizes {
		tries := 1 + 2000/(size.width*size.height)
		for range min(tries, 4) {
			b := sparse(rng, size.width, size.height)
			side, rule := board.X+board.Stone(rng.IntN(2)), boardtest.EveryRule[rng.IntN(len(boardtest.EveryRule))]
			want, first := mustPosition(t, b, side, rule)
			assert.Equal(t, b.Count(side), want.Own)
			assert.Len(t, want.Stones, b.Count(board.X)+b.Count(board.O))
			for i, cell := range want.Stones {
				stone := side
				if i >= want.Own {
					stone = side.Other()
				}
				assert.Equal(t, stone, b.At(first.Point(cell)))
			}
			for _, p := range pictures(b) {
				got, f := mustPosition(t, p.Board, side, rule)
				require.True(t, want.Equal(got), "%v\n%v", want, got)
				require.Len(t, got.images, len(want.images))
				for range min(5, 4000/(size.width*size.height)) {
					cell := uint16(rng.IntN(size.width * size.height))
					one, other := b.Clone(), p.Clone()
					require.True(t, one.At(first.Point(cell)) == other.At(f.Point(cell)))
					if one.At(first.Point(cell)) == board.Empty {
						one.Set(first.Point(cell), side)
						other.Set(f.Point(cell), side)
						require.True(t, twin(one) == twin(other))
					}
				}
			}
		}
	}
}

// Where no symmetry maps a board to itself, a square has the same number on all images.
func TestCellsOfImages(t *testing.T) {
	rng := seeded()
	for range 50 {
		b := sparse(rng, 15, 15)
		b.Lay(board.X, at(0, 1), at(0, 2), at(1, 5)) // in no line of symmetry together
		images := map[string]bool{}
		for _, p := range pictures(b) {
			images[text(p.Board)] = true
		}
		if _, _, ok := newPosition(b, board.X, freestyle); !ok || len(images) < symmetry.Count {
			continue
		}
		_, first := mustPosition(t, b, board.X, freestyle)
		for _, p := range pictures(b) {
			_, f := mustPosition(t, p.Board, board.X, freestyle)
			for here, there := range p.from {
				require.Equal(t, first.Cell(there), f.Cell(here))
			}
		}
	}
}

// Keys are equal for the same positions and for no others: all boards of 3x3, and of 2x3 with walls.
func TestKeys(t *testing.T) {
	keys, twins := map[uint64]string{}, map[string]uint64{}
	for _, kind := range []struct{ width, height, stones int }{{3, 3, 3}, {2, 3, 4}, {3, 2, 4}, {1, 6, 4}, {2, 2, 4}} {
		n := 1
		for range kind.width * kind.height {
			n *= kind.stones
		}
		for i := range n {
			b := board.New(kind.width, kind.height)
			for p := range b.Points {
				b.Set(p, board.Stone(i%kind.stones))
				i /= kind.stones
			}
			p, _ := mustPosition(t, b, board.X, freestyle)
			name, seen := keys[p.Key]
			if !seen {
				keys[p.Key] = twin(b)
				_, twice := twins[keys[p.Key]]
				require.False(t, twice, "two keys")
				twins[keys[p.Key]] = p.Key
			} else if i := text(b); i != name {
				require.Equal(t, name, twin(b), "one key for two positions")
			}
		}
	}
}

// One square more or less, or of another kind, is another position.
func TestKeyOfChangedBoard(t *testing.T) {
	rng := seeded()
	for range 300 {
		size := sizes[2+rng.IntN(5)]
		b := sparse(rng, size.width, size.height)
		p, _ := mustPosition(t, b, board.X, freestyle)
		square := at(rng.IntN(size.width), rng.IntN(size.height))
		was := b.At(square)
		for s := board.Empty; s <= board.Wall; s++ {
			b.Set(square, s)
			if q, _, ok := newPosition(b, board.X, freestyle); ok && s != was {
				require.NotEqual(t, p.Key, q.Key)
			}
		}
	}
}

// The side to move counts, and its colour only where Black and White have different rules.
func TestSideCounts(t *testing.T) {
	rng := seeded()
	for _, rule := range boardtest.EveryRule {
		b := sparse(rng, 15, 15)
		b.Lay(board.X, at(3, 3), at(4, 4), at(3, 4))
		for b.Count(board.X)+b.Count(board.O) > MaxStones || b.Count(board.X) == b.Count(board.O) {
			b = sparse(rng, 15, 15)
		}
		x, _ := mustPosition(t, b, board.X, rule)
		o, _ := mustPosition(t, b, board.O, rule)
		assert.NotEqual(t, x.Key, o.Key)
		swapped := b.Clone()
		swapped.SwapSides()
		other, _ := mustPosition(t, swapped, board.O, rule)
		assert.Equal(t, !rule.Forbids(board.X), x.Key == other.Key, "rule %d", rule)
	}
	empty := board.New(15, 15)
	x, _ := mustPosition(t, empty, board.X, renju)
	o, _ := mustPosition(t, empty, board.O, renju)
	assert.NotEqual(t, x.Key, o.Key)
}

func TestTooManyStones(t *testing.T) {
	b := board.New(6, 6)
	for n := range 36 {
		_, _, ok := newPosition(b, board.X, freestyle)
		require.Equal(t, n <= MaxStones, ok, "%d stones", n)
		b.Set(at(n%6, n/6), board.X+board.Stone(n%2))
	}
}
