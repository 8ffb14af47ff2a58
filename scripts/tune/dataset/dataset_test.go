package dataset_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
)

// drawn returns a game of random squares, scores, marks and leaves.
func drawn(rng *rand.Rand, width, height int) dataset.Game {
	g := dataset.Game{
		Rule: board.Rule(rng.IntN(8)), Width: width, Height: height, Result: dataset.Result(rng.IntN(3)),
	}
	squares := rng.Perm(width * height)
	walls := rng.IntN(len(squares))
	for i, n := range squares[:walls+rng.IntN(len(squares)-walls+1)] {
		p := board.Point{X: n % width, Y: n / width}
		if i < walls {
			g.Walls = append(g.Walls, p)
		} else {
			g.Moves = append(g.Moves, p)
		}
	}
	g.Opening = rng.IntN(len(g.Moves) + 1)
	for i := g.Opening; i < len(g.Moves); i++ {
		g.Scores = append(g.Scores, int16(rng.IntN(1<<16)))
		if rng.IntN(3) == 0 {
			g.Random = append(g.Random, i)
		}
		if more := g.Moves[i:]; rng.IntN(3) == 0 && len(more) > 1 { // squares that are free here
			n := 1 + rng.IntN(min(len(more)-1, 5))
			g.Leaves = append(g.Leaves, dataset.Leaf{
				Ply: i, Line: slices.Clone(more[:n:n]), Move: more[n], Score: int16(rng.IntN(1 << 16)),
			})
		}
	}
	return g
}

// someGames returns games on boards of every kind, the largest among them.
func someGames() []dataset.Game {
	rng := rand.New(rand.NewPCG(1, 2))
	all := []dataset.Game{drawn(rng, board.MaxSide, board.MaxSide), {Width: 1, Height: 1}}
	for range 20 {
		all = append(all, drawn(rng, 1+rng.IntN(12), 1+rng.IntN(12)))
	}
	return all
}

// file returns the bytes of a file, and where its games end.
func file(t testing.TB, all []dataset.Game) (data []byte, ends []int) {
	t.Helper()
	var b bytes.Buffer
	w := dataset.NewWriter(&b)
	for _, g := range all {
		require.NoError(t, w.Write(g))
		ends = append(ends, b.Len())
	}
	return b.Bytes(), ends
}

// read returns the games of a file and the error behind them.
func read(data []byte) ([]dataset.Game, error) {
	r := dataset.NewReader(bytes.NewReader(data))
	var all []dataset.Game
	for {
		g, err := r.Read()
		if err != nil {
			return all, err
		}
		all = append(all, g)
	}
}

func TestRoundTrip(t *testing.T) {
	want := someGames()
	data, _ := file(t, want)
	got, err := read(data)
	assert.Equal(t, io.EOF, err)
	assert.Equal(t, want, got)
}

// The format is as the package's comment describes it.
func TestFormat(t *testing.T) {
	data, _ := file(t, []dataset.Game{{
		Rule: board.Renju, Width: 15, Height: 20, Walls: []board.Point{{X: 2, Y: 1}},
		Opening: 1, Moves: []board.Point{{X: 14, Y: 19}, {X: 0, Y: 0}, {X: 1, Y: 0}}, Scores: []int16{-2, dataset.NoScore},
		Random: []int{2}, Result: dataset.OWins,
		Leaves: []dataset.Leaf{{Ply: 1, Line: []board.Point{{X: 3, Y: 0}}, Move: board.Point{X: 0, Y: 2}, Score: -1}},
	}})
	body := "\x04\x0f\x14\x02" + "\x01\x00\x01\x00\x03\x00\x01\x00" +
		"\x11\x00" + "\x2b\x01\x00\x00\x01\x00" + "\xfe\xff\x00\x80" + "\x02\x00" +
		"\x01\x00\x01\x00" + "\x03\x00" + "\x1e\x00" + "\xff\xff"
	want := binary.LittleEndian.AppendUint32([]byte("tahoung\x01"+"\x24\x00\x00\x00"), crc32.ChecksumIEEE([]byte(body)))
	assert.Equal(t, append(want, body...), data)
}

// Wherever a file is cut off, the games before the cut are read, and a writer goes on behind them.
func TestTorn(t *testing.T) {
	all := someGames()[1:5]
	data, ends := file(t, all)
	for cut := range data {
		whole := 0
		for whole < len(ends) && ends[whole] <= cut {
			whole++
		}
		got, err := read(data[:cut])
		require.Len(t, got, whole)
		if whole > 0 && ends[whole-1] == cut || cut == len("tahoung\x01") {
			require.Equal(t, io.EOF, err, "cut at %d", cut)
		} else {
			require.ErrorIs(t, err, dataset.ErrTorn, "cut at %d", cut)
		}

		disk := afero.NewMemMapFs()
		require.NoError(t, afero.WriteFile(disk, "f", data[:cut], 0o644))
		require.Equal(t, all[:whole], goOn(t, disk, all[whole:]), "cut at %d", cut)
		again, err := afero.ReadFile(disk, "f")
		require.NoError(t, err)
		require.Equal(t, data, again, "cut at %d", cut)
	}
}

// goOn appends games to a file and returns those that it held.
func goOn(t *testing.T, disk afero.Fs, more []dataset.Game) []dataset.Game {
	t.Helper()
	f, err := disk.OpenFile("f", os.O_RDWR, 0o644)
	require.NoError(t, err)
	defer f.Close()
	there := []dataset.Game{}
	w, err := dataset.Continue(f, func(g dataset.Game) error {
		there = append(there, g)
		return nil
	})
	require.NoError(t, err)
	for _, g := range more {
		require.NoError(t, w.Write(g))
	}
	return there
}

// No byte can change unnoticed, and a file with a changed one is never written to.
func TestDamage(t *testing.T) {
	data, ends := file(t, someGames()[1:5])
	for i := range data[:ends[2]] {
		damaged := bytes.Clone(data)
		damaged[i] ^= 1 << (i % 8)
		got, err := read(damaged)
		require.NotEqual(t, io.EOF, err, "byte %d", i)
		for n := range got {
			require.Less(t, ends[n], i+1, "byte %d", i)
		}
	}
	data[ends[0]+8] ^= 1
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "f", data, 0o644))
	f, err := disk.OpenFile("f", os.O_RDWR, 0o644)
	require.NoError(t, err)
	_, err = dataset.Continue(f, func(dataset.Game) error { return nil })
	assert.ErrorContains(t, err, "dataset: game 1: want the checksum ")
	after, err := afero.ReadFile(disk, "f")
	require.NoError(t, err)
	assert.Equal(t, data, after)
}

// A checksum that is right makes no game of bytes that are none.
func TestBodies(t *testing.T) {
	const head, none = "\x00\x0f\x0f\x00", "\x00\x00"
	const one, two, three, five = "\x01\x00", "\x02\x00", "\x03\x00", "\x05\x00"
	const off = "\xe1\x00"                                     // the first square below a board of 15 rows and columns
	const game = head + none + none + one + none + none + none // a move and its score
	tests := []struct{ name, body, want string }{
		{"short", head + none, "6 bytes are no game"},
		{"odd", head + none + none + none + none + "\x00", "13 bytes are no game"},
		{"no columns", "\x00\x00\x0f\x00" + none + none + none + none, "a board without columns"},
		{"opening", head + one + none + none + none, "12 bytes do not hold 0 walls, 0 moves (1 of an opening) and 0 random ones"},
		{"walls", head + none + one + none + none, "12 bytes do not hold 1 walls, 0 moves (0 of an opening) and 0 random ones"},
		{"moves", head + one + none + one + none, "12 bytes do not hold 0 walls, 1 moves (1 of an opening) and 0 random ones"},
		{"scores", head + none + none + one + none + none, "14 bytes do not hold 0 walls, 1 moves (0 of an opening) and 0 random ones"},
		{"random moves", head + none + none + none + one, "12 bytes do not hold 0 walls, 0 moves (0 of an opening) and 1 random ones"},
		{"half a leaf", game + none, "2 bytes are no leaf"},
		{"a leaf without a line", game + none + none + one + none, "a leaf behind 0 moves without a line"},
		{"a wall off the board beside a leaf", head + none + one + one + none + off + none + none + none + one + two + three + none,
			"0,15 is off the board or used twice"},
		{"a move off the board before a leaf", head + none + none + "\x02\x00" + none + off + one + none + none + one + one + two + three + none,
			"0,15 is off the board or used twice"},
		{"a leaf's line off the board", game + none + one + off + one + none, "a leaf behind 0 moves: 0,15 is off the board or used twice"},
		{"a leaf's move off the board", game + none + one + one + off + none, "a leaf behind 0 moves: 0,15 is off the board or used twice"},
		{"a leaf's line", game + none + five + one + one, "4 bytes do not hold a leaf's line of 5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := read(summed([]byte(tt.body)))
			assert.EqualError(t, err, "dataset: game 0: "+tt.want)
		})
	}
	got, err := read(summed([]byte(game)))
	assert.Equal(t, io.EOF, err)
	assert.Len(t, got, 1)
}

// summed returns a file of one game with that body.
func summed(body []byte) []byte {
	data := binary.LittleEndian.AppendUint32([]byte("tahoung\x01"), uint32(len(body)))
	return append(binary.LittleEndian.AppendUint32(data, crc32.ChecksumIEEE(body)), body...)
}

func TestContinueStops(t *testing.T) {
	data, _ := file(t, someGames()[1:5])
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "f", data, 0o644))
	f, err := disk.Open("f")
	require.NoError(t, err)
	enough := errors.New("enough")
	_, err = dataset.Continue(f, func(dataset.Game) error { return enough })
	assert.Equal(t, enough, err)
}

// Where the writer cannot get behind the last whole game there is none.
func TestContinueFails(t *testing.T) {
	broken := errors.New("broken")
	for _, f := range []stuck{{cut: broken}, {seek: broken}} {
		data, ends := file(t, someGames()[1:3])
		f.Reader = bytes.NewReader(data[:ends[0]+3])
		w, err := dataset.Continue(f, func(dataset.Game) error { return nil })
		assert.Equal(t, broken, err)
		assert.Nil(t, w)
	}
}

// A stuck file cannot be cut or gone back in.
type stuck struct {
	io.Reader
	io.Writer
	cut, seek error
}

func (s stuck) Truncate(int64) error           { return s.cut }
func (s stuck) Seek(int64, int) (int64, error) { return 0, s.seek }

func TestNoHeader(t *testing.T) {
	_, err := read([]byte("[Event]"))
	assert.EqualError(t, err, `dataset: header: want "tahoung\x01", got "[Event]"`)
	_, err = read([]byte("tahoung\x02 and more"))
	assert.EqualError(t, err, `dataset: header: want "tahoung\x01", got "tahoung\x02"`)
}

func TestWriteRefuses(t *testing.T) {
	p := func(x, y int) board.Point { return board.Point{X: x, Y: y} }
	two := []board.Point{p(1, 1), p(2, 1)}
	tests := []struct {
		name, want string
		game       dataset.Game
	}{
		{"rule", "rule 12 makes no sense", dataset.Game{Rule: 12, Width: 9, Height: 9}},
		{"no board", "want sides from 1 to 120, got 9x0", dataset.Game{Width: 9}},
		{"large", "want sides from 1 to 120, got 121x9", dataset.Game{Width: 121, Height: 9}},
		{"result", "result 3 makes no sense", dataset.Game{Width: 9, Height: 9, Result: 3}},
		{"scores", "2 moves, but 1 of an opening and 0 scores", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two}},
		{"opening", "2 moves, but -1 of an opening and 3 scores", dataset.Game{Width: 9, Height: 9, Opening: -1, Moves: two, Scores: make([]int16, 3)}},
		{"off", "2,1 is off the board or used twice", dataset.Game{Width: 2, Height: 9, Opening: 2, Moves: two}},
		{"wall", "2,1 is off the board or used twice", dataset.Game{Width: 9, Height: 9, Opening: 2, Walls: two[1:], Moves: two}},
		{"wall off the board beside a leaf", "-1,1 is off the board or used twice", dataset.Game{Width: 9, Height: 9, Walls: []board.Point{p(-1, 1)}, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: []dataset.Leaf{{Ply: 1, Line: []board.Point{p(4, 4)}, Move: p(3, 3)}}}},
		{"wall below the board beside a leaf", "1,9 is off the board or used twice", dataset.Game{Width: 9, Height: 9, Walls: []board.Point{p(1, 9)}, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: []dataset.Leaf{{Ply: 1, Line: []board.Point{p(4, 4)}, Move: p(3, 3)}}}},
		{"opening by chance", "random move 0: want one from 1 to 1", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Random: []int{0}}},
		{"chance behind the end", "random move 2: want one from 1 to 1", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Random: []int{2}}},
		{"leaf behind the end", "a leaf behind 2 moves: want from 1 to 1", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: []dataset.Leaf{{Ply: 2, Line: []board.Point{p(4, 4)}, Move: p(3, 3)}}}},
		{"leaf of the opening", "a leaf behind 0 moves: want from 1 to 1", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: []dataset.Leaf{{Ply: 0, Move: p(3, 3)}}}},
		{"leaf in the game", "a leaf behind 1 moves without a line", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: []dataset.Leaf{{Ply: 1, Move: p(3, 3)}}}},
		{"leaf on a stone", "a leaf behind 1 moves: 1,1 is off the board or used twice", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: []dataset.Leaf{{Ply: 1, Line: two[1:], Move: p(1, 1)}}}},
		{"leaves out of order", "a leaf behind 1 moves: want from 2 to 2", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: append(two[:2:2], p(3, 1)), Scores: make([]int16, 2), Leaves: []dataset.Leaf{{Ply: 2, Line: []board.Point{p(4, 4)}, Move: p(3, 3)}, {Ply: 1, Line: []board.Point{p(4, 4)}, Move: p(3, 3)}}}},
		{"many leaves", "a game of 1200018 bytes: want 1048576 at most", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Leaves: slices.Repeat([]dataset.Leaf{{Ply: 1, Line: two[1:], Move: p(3, 3)}}, 120_000)}},
		{"twice by chance", "random move 1: want one from 2 to 1", dataset.Game{Width: 9, Height: 9, Opening: 1, Moves: two, Scores: make([]int16, 1), Random: []int{1, 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			assert.EqualError(t, dataset.NewWriter(&b).Write(tt.game), "dataset: "+tt.want)
			assert.Empty(t, b.Bytes())
		})
	}
}

func TestBoard(t *testing.T) {
	g := dataset.Game{Width: 4, Height: 3, Walls: []board.Point{{X: 3, Y: 2}}, Opening: 1, Moves: []board.Point{{X: 0, Y: 0}}}
	b := g.Board()
	assert.Equal(t, board.Wall, b.At(g.Walls[0]))
	assert.Equal(t, 11, b.Count(board.Empty))
}

// FuzzReader: no bytes make a reader panic or take much memory.
func FuzzReader(f *testing.F) {
	data, ends := file(f, someGames()[1:6])
	f.Add(data)
	f.Add(data[:ends[1]+9])
	f.Add([]byte("tahoung\x01\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) { hold(t, data) })
}

// FuzzBody does the same to data with a right checksum.
func FuzzBody(f *testing.F) {
	data, ends := file(f, someGames()[1:6])
	start := len("tahoung\x01")
	for _, end := range ends {
		f.Add(data[start+8 : end])
		start = end
	}
	f.Add([]byte("\x00\x0f\x0f\x00" + "\x00\x00\x01\x00\x01\x00\x00\x00" + // a wall below the board,
		"\xe1\x00" + "\x00\x00" + "\x00\x00" + "\x00\x00\x01\x00\x02\x00\x03\x00\x00\x00")) // and a leaf
	f.Fuzz(func(t *testing.T, body []byte) { hold(t, summed(body)) })
}

// hold checks that a game that the reader accepts has no other encoding.
func hold(t *testing.T, data []byte) {
	all, err := read(data)
	if err != io.EOF || len(all) == 0 {
		return
	}
	again, _ := file(t, all)
	require.Equal(t, data, again)
}
