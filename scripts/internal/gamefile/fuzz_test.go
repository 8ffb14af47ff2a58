package gamefile_test

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/scripts/internal/gamefile"
)

// addSamples seeds a fuzz target with the files of testdata.
func addSamples(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	require.NoError(f, err)
	require.NotEmpty(f, names)
	for _, name := range names {
		content, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(filepath.Base(name), content)
	}
}

// fuzz reads any content. Of a game of the given format again is the same game, written and read; it may skip.
func fuzz(f *testing.F, format gamefile.Format, again func(t *testing.T, g *gamefile.Game) *gamefile.Game) {
	addSamples(f)
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		g, err := gamefile.Read(name, content, gamefile.Options{})
		if err != nil {
			require.Nil(t, g)
			require.True(t, strings.HasPrefix(err.Error(), name+":"), err)
			require.NotContains(t, strings.TrimPrefix(err.Error(), name), "\n", "one line")
			return
		}
		requireSound(t, g)
		for _, warning := range g.Warnings {
			require.True(t, strings.HasPrefix(warning, name+":"), warning)
			require.NotContains(t, strings.TrimPrefix(warning, name), "\n", "one line")
		}
		if g.Format == format {
			requireSame(t, g, again(t, g))
		}
	})
}

// FuzzSGF: a game of any record is the same after it was written.
func FuzzSGF(f *testing.F) {
	for _, text := range []string{
		"(;FF[4]GM[4]SZ[15];B[hh]C[a\\]\\\\\\\nb];W[ii](;B[aa])(;B[bb]MA[aa:cc]))", "(;SZ[30:20]AW[Dt]PL[W])", "(;B[h8];W[])",
		"(;AP[Tahoun]MA[aa]SZ[5]RU[4]RE[W+T]CA[GBK]PB[\xb1\xed])",
	} {
		f.Add("g.sgf", []byte(text))
	}
	fuzz(f, gamefile.SGF, func(t *testing.T, g *gamefile.Game) *gamefile.Game { return read(t, "again", sgf(t, g)) })
}

// FuzzPSQ: a game of any record is the same after it was written, but for the tournament with its rule and result. A game with moves
// left out may not be in turn.
func FuzzPSQ(f *testing.F) {
	for _, end := range []string{
		"", "0\n", "a\nb\n", "\"5,5\"\nhomo-1\n15\n", "?\n\"\"\"\n-2", "k\xf9\n\xff\n-1\n", "a\nb\n-1\n1,Freestyle15_1\n",
		"9;9\n1,1,1\n-1\njunk", "9,9,9\n1,1,1\n",
	} {
		f.Add("g.psq", []byte("Piskvorky 15x15, 0:4, 1\n8,8,0\n9,9,98\n"+end))
	}
	fuzz(f, gamefile.PSQ, func(t *testing.T, g *gamefile.Game) *gamefile.Game {
		if strings.Contains(strings.Join(g.Warnings, ""), "moves left out") {
			return g
		}
		again := read(t, "again", psq(t, g))
		if g.Title != "" {
			again.Title, again.Rule, again.RuleKnown, again.Result = g.Title, g.Rule, g.RuleKnown, g.Result
		}
		return again
	})
}

// FuzzText: a position is the same after it was written, rows counted from either end.
func FuzzText(f *testing.F) {
	for _, text := range []string{"h8i9j10", "1. H8, aa1 -- pass z100", "#/h8"} {
		f.Add("pos.txt", []byte(text))
	}
	fuzz(f, gamefile.Text, func(t *testing.T, g *gamefile.Game) (again *gamefile.Game) {
		for _, fromTop := range []bool{true, false} {
			var text bytes.Buffer
			require.NoError(t, gamefile.WriteText(&text, g, fromTop))
			o := gamefile.Options{Width: g.Start.Width(), Height: g.Start.Height(), FromTop: fromTop}
			var err error
			again, err = gamefile.Read("again", text.Bytes(), o)
			if len(g.Next) == 0 {
				t.Skip("an empty position has no text")
			}
			require.NoError(t, err, text.String())
		}
		again.Result = g.Result // it has no place
		return again
	})
}

// FuzzRenLib: a library's tree is the same after it was written, as SGF and as a library.
func FuzzRenLib(f *testing.F) {
	f.Add("f.lib", []byte(lib(0x78, comment|sibling, "a\bb\x00", 0x79, oldComment|leaf, "ab\xe3\x00", 0x78, 0, 0x7A, noMove|extension, 0, 1, "A\x00")))
	fuzz(f, gamefile.RenLib, func(t *testing.T, g *gamefile.Game) *gamefile.Game {
		requireSame(t, inOrder(g), inOrder(read(t, "again.lib", writeLib(t, g))))
		return sgfAgain(t, g)
	})
}

// inOrder returns a copy of a game with the marks of each position in the order of their squares.
func inOrder(g *gamefile.Game) *gamefile.Game {
	sorted := func(marks []gamefile.Mark) []gamefile.Mark {
		return slices.SortedStableFunc(slices.Values(marks), func(a, b gamefile.Mark) int {
			return cmp.Or(cmp.Compare(a.At.Y, b.At.Y), cmp.Compare(a.At.X, b.At.X))
		})
	}
	var copied func(next []*gamefile.Node) []*gamefile.Node
	copied = func(next []*gamefile.Node) (all []*gamefile.Node) {
		for _, n := range next {
			n := &gamefile.Node{Move: n.Move, Next: copied(n.Next)}
			n.Marks = sorted(n.Marks)
			all = append(all, n)
		}
		return all
	}
	c := *g
	c.Marks, c.Next = sorted(g.Marks), copied(g.Next)
	return &c
}

// FuzzWriteRenLib: the moves of any record are the same in a library, and from then on all of it is.
func FuzzWriteRenLib(f *testing.F) {
	for _, text := range []string{"(;SZ[15]AW[aa][bb]AB[cc](;W[dd]C[\xe9];W[ee])(;B[dd]MA[dd]))", "(;SZ[15]C[黑\n\n胜])"} {
		f.Add("g.sgf", []byte(text))
	}
	addSamples(f)
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		g, err := gamefile.Read(name, content, gamefile.Options{Width: 15, Height: 15})
		if err != nil {
			return
		}
		if _, err := gamefile.Lost("lib", g); err != nil {
			require.Error(t, gamefile.WriteRenLib(io.Discard, g))
			return
		}
		again := read(t, "again.lib", writeLib(t, g))
		require.Empty(t, slices.DeleteFunc(again.Warnings, func(w string) bool { return strings.Contains(w, "taken for") }))
		want, wantSide := g.Last()
		got, side := again.Last()
		require.Equal(t, boardtest.Text(want), boardtest.Text(got))
		if len(again.Next) > 0 {
			require.Equal(t, wantSide, side)
		}
		requireSame(t, again, read(t, "third.lib", writeLib(t, again)))
	})
}

// FuzzPlayOK: a record is the same after it was written as SGF.
func FuzzPlayOK(f *testing.F) {
	for _, text := range []string{
		"[Black \"a\"]\n[GameType \"61,19\"]\n1. d11 e13 2. e14 white 3. -- d10 4. e9 0-1", "1. h8 i9 2. black -- 1/2-1/2",
		"https://www.playok.com/p/?g=gm+h8i9j8#3", "https://www.playok.com/p/?g=gm.MS4gaDggaTkgMS0w",
	} {
		f.Add("g.txt", []byte(text))
	}
	fuzz(f, gamefile.PlayOK, sgfAgain)
}

// FuzzSav: a file of Yixin-Board is the same after it was written as SGF.
func FuzzSav(f *testing.F) {
	for _, text := range []string{"15\n15\n2\n7 7\n8 8\n", "20\n2\n1\n0 0\n5 5 x"} {
		f.Add("g.sav", []byte(text))
	}
	fuzz(f, gamefile.Sav, sgfAgain)
}

// FuzzPos: a .pos is the same after it was written as SGF.
func FuzzPos(f *testing.F) {
	f.Add("g.pos", []byte("\x03\x70\x7f\x00"))
	fuzz(f, gamefile.Pos, sgfAgain)
}

// FuzzRIF: a game of RenjuNet is the same after it was written as SGF.
func FuzzRIF(f *testing.F) {
	f.Add("g.rif", []byte("<database><games><game id='1' bresult='1'><move>h8 i9 i9</move><info>a &amp; b</info></game><game><move>h8"))
	fuzz(f, gamefile.RIF, sgfAgain)
}

// sgfAgain writes a game as SGF and reads it. A board too large for SGF is skipped.
func sgfAgain(t *testing.T, g *gamefile.Game) *gamefile.Game {
	if max(g.Start.Width(), g.Start.Height()) > 52 { // letters a to z and A to Z
		t.Skip("SGF has no letters for it")
	}
	return read(t, "again", sgf(t, g))
}

// FuzzOpenings: an opening's stones are the same after they were written as a record of Piskvork.
func FuzzOpenings(f *testing.F) {
	for _, text := range []string{"0,0, 1,-1", "# a\n\n7,7,-7,-7 # b\n0,0", "0,0,"} {
		f.Add("o.txt", []byte(text))
	}
	fuzz(f, gamefile.Openings, func(t *testing.T, g *gamefile.Game) *gamefile.Game { return read(t, "again", psq(t, g)) })
}

// FuzzDrawing: a board is the same after it was drawn.
func FuzzDrawing(f *testing.F) {
	for _, text := range []string{"-x-\n-o-\n--#", "  0 1\n0 -[x]\n1 o -\nx plays 1,0", "0,1,2\n0,0,0", ". B W\n. . .", "5 1\n-----"} {
		f.Add("board", []byte(text))
	}
	fuzz(f, gamefile.Drawing, func(t *testing.T, g *gamefile.Game) *gamefile.Game {
		var text bytes.Buffer
		require.NoError(t, g.Start.Draw(&text, board.Point{X: -1}))
		return read(t, "again", text.String())
	})
}
