package board_test

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestForbiddenShapes(t *testing.T) {
	for _, tt := range renjuShapes {
		t.Run(tt.name, func(t *testing.T) {
			b, p := boardtest.ParseMarked(tt.picture)
			require.Equal(t, tt.want, sheetOf(b).verdict(p))
			for turn := range 8 {
				turned, at := turnedBoard(b, turn), turnedPoint(b, p, turn)
				assert.Equal(t, foulOf(tt.want), turned.Foul(at, board.Renju), "%v on\n%s", at, boardtest.Text(turned))
			}
		})
	}
}

// foulOf returns the foul that a verdict of sheet is.
func foulOf(verdict string) board.Foul {
	for _, f := range []board.Foul{board.Overline, board.DoubleFour, board.DoubleThree} {
		if f.String() == verdict {
			return f
		}
	}
	return board.NoFoul
}

func TestForbiddenElsewhere(t *testing.T) {
	overline, p := boardtest.ParseMarked("xxx*xx#o")
	for _, r := range sensibleRules {
		assert.Equal(t, r&board.Renju != 0, overline.Forbidden(p, r), "rule %d", r)
		assert.Equal(t, r&board.Renju != 0, overline.Foul(p, r) == board.Overline, "rule %d", r)
	}
	for x := -1; x <= overline.Width(); x++ {
		q := board.Point{X: x}
		assert.Equal(t, q == p, overline.Forbidden(q, board.Renju), "%v: only an empty square can be forbidden", q)
	}
	for o := range overline.Points {
		if overline.At(o) == board.X {
			overline.Set(o, board.O)
		}
	}
	assert.False(t, overline.Forbidden(p, board.Renju), "o's stones forbid x nothing")
}

// TestForbiddenEqualsTwin asks for every empty square of many positions.
func TestForbiddenEqualsTwin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	seen := map[string]int{}
	for range 1000 {
		b := crowd(rng, 9+rng.IntN(7), 9+rng.IntN(7), 15+rng.IntN(31))
		requireTwin(t, b, seen)
	}
	for _, verdict := range []string{"five", "overline", "double four", "double three"} {
		assert.Greater(t, seen[verdict], 20, "squares with a %s", verdict)
	}
}

// requireTwin holds Foul and Forbidden on b against sheet, counts sheet's verdicts in seen, and demands that b is
// as it was.
func requireTwin(t *testing.T, b *board.Board, seen map[string]int) {
	t.Helper()
	before, s := b.Clone(), sheetOf(b)
	for p, stone := range before.Points {
		want := "nothing"
		if stone == board.Empty {
			want = s.verdict(p)
			seen[want]++
		}
		got := b.Foul(p, board.Renju)
		if got != foulOf(want) || b.Forbidden(p, board.Renju) != (got != board.NoFoul) {
			t.Fatalf("Foul(%v): got %v, but x makes %s on\n%s", p, got, want, boardtest.Text(before))
		}
	}
	require.Equal(t, before, b, "the board is only read")
}

// TestForbiddenOnlyReads is for the race detector: many may ask about one board at once.
func TestForbiddenOnlyReads(t *testing.T) {
	b, p := boardtest.ParseMarked(renjuShapes[len(renjuShapes)-1].picture)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { b.Forbidden(p, board.Renju) })
	}
	all.Wait()
}

func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 40 {
		b := crowd(rng, 7+rng.IntN(7), 7+rng.IntN(7), 30+rng.IntN(31))
		for turn := range 8 {
			turned := turnedBoard(b, turn)
			for p := range b.Points {
				q := turnedPoint(b, p, turn)
				if b.Forbidden(p, board.Renju) != turned.Forbidden(q, board.Renju) {
					t.Fatalf("Forbidden differs on %v of\n%sand on %v of\n%s", p, boardtest.Text(b), q, boardtest.Text(turned))
				}
				if b.Wins(p, board.X, board.Caro) != turned.Wins(q, board.X, board.Caro) {
					t.Fatalf("Wins differs on %v of\n%sand on %v of\n%s", p, boardtest.Text(b), q, boardtest.Text(turned))
				}
			}
		}
	}
}

// turnedBoard returns b in one of its 8 symmetries: bit 0 mirrors columns, bit 1 rows, bit 2 swaps both.
func turnedBoard(b *board.Board, turn int) *board.Board {
	turned := board.New(b.Width(), b.Height())
	if turn&4 != 0 {
		turned = board.New(b.Height(), b.Width())
	}
	for p, s := range b.Points {
		turned.Set(turnedPoint(b, p, turn), s)
	}
	return turned
}

// turnedPoint returns where p of b lies on turnedBoard(b, turn).
func turnedPoint(b *board.Board, p board.Point, turn int) board.Point {
	if turn&1 != 0 {
		p.X = b.Width() - 1 - p.X
	}
	if turn&2 != 0 {
		p.Y = b.Height() - 1 - p.Y
	}
	if turn&4 != 0 {
		p.X, p.Y = p.Y, p.X
	}
	return p
}

// FuzzForbidden reads any bytes as a small board: width, height, then two bits for each square.
func FuzzForbidden(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{8, 8, 0b01010101, 0b01010001, 0b01010101})
	for _, tt := range renjuShapes {
		f.Add(packed(f, tt.picture))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		requireTwin(t, unpacked(data), map[string]int{})
	})
}

const fuzzSide = 12

// unpacked returns the board that data stands for; squares that it lacks are empty.
func unpacked(data []byte) *board.Board {
	data = append(slices.Clone(data), make([]byte, 2+fuzzSide*fuzzSide)...)
	b := board.New(1+int(data[0])%fuzzSide, 1+int(data[1])%fuzzSide)
	for p := range b.Points {
		i := p.Y*b.Width() + p.X
		b.Set(p, board.Stone(data[2+i/4]>>(2*(i%4))&3))
	}
	return b
}

// packed is the opposite of unpacked, for a drawing.
func packed(t testing.TB, drawing string) []byte {
	b := boardtest.Parse(drawing)
	data := make([]byte, 2+(b.Width()*b.Height()+3)/4)
	data[0], data[1] = byte(b.Width()-1), byte(b.Height()-1)
	for p, s := range b.Points {
		i := p.Y*b.Width() + p.X
		data[2+i/4] |= byte(s) << (2 * (i % 4))
	}
	require.Equal(t, b, unpacked(data))
	return data
}

// BenchmarkForbidden asks for every square of a crowded board.
func BenchmarkForbidden(bench *testing.B) {
	b := crowd(rand.New(rand.NewPCG(3, 3)), 15, 15, 60)
	for bench.Loop() {
		for p := range b.Points {
			b.Forbidden(p, board.Renju)
		}
	}
}

// Where each verdict depends on others without end, there is one all the same.
func TestForbiddenOnALattice(t *testing.T) {
	b := board.New(40, 40)
	for p := range b.Points {
		if (p.X+p.Y)%6 >= 4 {
			b.Set(p, board.X)
		}
	}
	for p := range b.Points {
		b.Forbidden(p, board.Renju)
	}
	assert.Equal(t, board.Empty, b.At(board.Point{}), "it leaves the board as it was")
}

func TestFoulRowsOfShapes(t *testing.T) {
	for _, tt := range []struct {
		name, picture string
		lengths       []int
	}{
		{"an overline", "xxx*xx---", []int{6}},
		{"two fours on one line", "x-x*x-x--", []int{4, 4}},
		{"two fours of four stones apart", "xx-x*-xx-", []int{4, 4}},
		{"allowed", "---x*x---", nil},
	} {
		b, p := boardtest.ParseMarked(tt.picture)
		var lengths []int
		for _, row := range b.FoulRows(p, board.Renju) {
			lengths = append(lengths, len(row))
		}
		assert.Equal(t, tt.lengths, lengths, tt.name)
		assert.Nil(t, b.FoulRows(p, board.Freestyle), tt.name)
	}
}

// The rows of a foul are as many and as long as its name says, and each has the move in it, beside stones of x on one
// line.
func TestFoulRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		b := crowd(rng, 9+rng.IntN(7), 9+rng.IntN(7), 15+rng.IntN(31))
		for p := range b.Points {
			foul, rows := b.Foul(p, board.Renju), b.FoulRows(p, board.Renju)
			least := map[board.Foul]int{board.Overline: 1, board.DoubleFour: 2, board.DoubleThree: 2}[foul]
			if len(rows) < least || least == 0 && rows != nil {
				t.Fatalf("%v on %v has the rows %v on\n%s", foul, p, rows, boardtest.Text(b))
			}
			for _, row := range rows {
				requireFoulRow(t, b, p, foul, row)
			}
		}
	}
}

func requireFoulRow(t *testing.T, b *board.Board, p board.Point, foul board.Foul, row []board.Point) {
	t.Helper()
	want := map[board.Foul]int{board.Overline: len(row), board.DoubleFour: 4, board.DoubleThree: 3}[foul]
	on, first, last := slices.Contains(row, p), row[0], row[len(row)-1]
	for _, at := range row {
		on = on && (at == p || b.At(at) == board.X)
		on = on && (at.X-first.X)*(last.Y-first.Y) == (at.Y-first.Y)*(last.X-first.X)
	}
	if !on || len(row) != want || foul == board.Overline && len(row) < 6 {
		t.Fatalf("%v is no row of the %v on %v of\n%s", row, foul, p, boardtest.Text(b))
	}
}
