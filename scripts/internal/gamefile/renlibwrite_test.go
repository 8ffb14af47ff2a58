package gamefile_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// oldLibHeader is that of a library that begins with h8 alone.
var oldLibHeader = strings.Replace(libHeader, "\x03\x04", "\x03\x00", 1)

// The bytes are those that RenLib writes for a tree.
func TestWriteRenLib(t *testing.T) {
	for _, tt := range []struct{ name, sgf, want string }{
		{"a line from h8", "(;SZ[15];B[hh];W[ih])", lib(oldLibHeader, 0x78, 0, 0x79, leaf)},
		{"another first move", "(;SZ[15];B[aa];W[oo])", lib(libHeader, 0, 0, 0x01, 0, 0xEF, leaf)},
		{"variations", "(;SZ[15];B[hh](;W[ih](;B[ig];W[if])(;B[hg]))(;W[hi]))",
			lib(oldLibHeader, 0x78, 0, 0x79, sibling, 0x69, sibling, 0x59, leaf, 0x68, leaf, 0x88, leaf)},
		{"two first moves", "(;SZ[15](;B[hh])(;B[gh]))", lib(libHeader, 0, 0, 0x78, sibling|leaf, 0x77, leaf)},
		{"comments of odd and even length", "(;SZ[15];B[hh]C[abc];W[ih]C[abcd])",
			lib(oldLibHeader, 0x78, comment, "abc\x00", 0x79, comment|leaf, "abcd\x00\x00")},
		{"more lines", "(;SZ[15];B[hh]C[one\ntwo\n\nfour])", lib(oldLibHeader, 0x78, comment|leaf, "one\btwo\r\n\r\nfour\x00")},
		{"a comment on the empty board", "(;SZ[15]C[hi];B[hh])", lib(libHeader, 0, comment, "hi\x00\x00", 0x78, leaf)},
		{"a mark", "(;SZ[15];B[hh]MA[hh];W[ih])", lib(oldLibHeader, 0x78, mark, 0x79, leaf)},
		{"a label", "(;SZ[15];B[hh]LB[ih:A][jh:bc](;W[ih])(;W[gh]))", lib(oldLibHeader, 0x78, 0,
			0x79, sibling|leaf|extension, 0, 1, "A\x00", 0x77, sibling|leaf, 0x7A, leaf|noMove|extension, 0, 1, "bc\x00\x00")},
		{"a label and a comment", "(;SZ[15];B[hh]LB[ih:A];W[ih]C[abc])",
			lib(oldLibHeader, 0x78, 0, 0x79, leaf|comment|extension, 0, 1, "abc\x00", "A\x00")},
		{"a label alone", "(;SZ[15]LB[ih:A])", lib(libHeader, 0, 0, 0x79, leaf|noMove|extension, 0, 1, "A\x00")},
		{"o first", "(;SZ[15];W[hh])", lib(libHeader, 0, 0, 0, 0, 0x78, leaf)},
		{"twice the same side", "(;SZ[15];B[hh](;B[ih])(;W[gh]))", lib(libHeader, 0, 0, 0x78, 0, 0, sibling, 0x79, leaf, 0x77, leaf)},
		{"stones of the start", "(;SZ[15]AB[hh][ih]AW[gh];W[aa])", lib(oldLibHeader, 0x78, 0, 0x77, 0, 0x79, 0, 0x01, leaf)},
		{"more stones of one side", "(;SZ[15]AW[hh][ih];B[aa])",
			lib(libHeader, 0, 0, 0, 0, 0x78, 0, 0, 0, 0x79, 0, 0x01, leaf)},
		{"an empty board", "(;SZ[15])", lib(libHeader, 0, 0)},
		{"Czech", "(;SZ[15];B[hh]C[Jiří Černý];W[ih])", lib(oldLibHeader, 0x78, comment, "Ji\xf8\xed \xc8ern\xfd\x00\x00", 0x79, leaf)},
		{"Chinese", "(;SZ[15];B[hh]C[黑必胜])", lib(oldLibHeader, 0x78, comment|leaf, "\xba\xda\xb1\xd8\xca\xa4\x00\x00")},
		{"like UTF-16", "(;SZ[15];B[hh]C[ÿþ])", lib(oldLibHeader, 0x78, comment|leaf, "ÿþ\x00\x00")},
		{"one of another language", "(;SZ[15];B[hh]C[黑必胜，黑必胜];W[ih]C[ö Ö])",
			lib(oldLibHeader, 0x78, comment, "\xba\xda\xb1\xd8\xca\xa4\xa3\xac\xba\xda\xb1\xd8\xca\xa4\x00\x00",
				0x79, comment|leaf, "\xf6 \xd6\x00")},
		{"no code page", "(;SZ[15];B[hh]C[♥ 黑Ř])", lib(oldLibHeader, 0x78, comment|leaf, "♥ 黑Ř\x00")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := read(t, "g.sgf", tt.sgf)
			assert.Equal(t, tt.want, writeLib(t, g))
			again := read(t, "again.lib", tt.want)
			if g.Start.Count(board.Empty) == 15*15 {
				assert.Equal(t, tree(g.Next), tree(again.Next))
			}
			want, wantSide := g.Last()
			got, side := again.Last()
			assert.Equal(t, want, got)
			if len(again.Next) > 0 {
				assert.Equal(t, wantSide, side)
			}
		})
	}
}

func writeLib(t testing.TB, g *gamefile.Game) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, gamefile.WriteRenLib(&out, g))
	return out.String()
}

// Things that a library lacks are named; boards that it has no place for are refused.
func TestLostInALibrary(t *testing.T) {
	for sgf, want := range map[string][]gamefile.Loss{
		"(;SZ[15]RU[renju];B[hh]MA[hh]C[abc])":   nil,
		"(;SZ[15]PB[A];B[hh])":                   {gamefile.LostFacts},
		"(;SZ[15]RU[freestyle];B[hh]MA[aa])":     {gamefile.LostFacts, gamefile.LostMarks},
		"(;SZ[15]RU[renju];B[hh]LB[hh:A]TR[aa])": {gamefile.LostMarks},
		"(;SZ[15]CR[hh])":                        {gamefile.LostMarks},
		"(;SZ[15]AB[hh];W[ih]C[黑必胜])":            {gamefile.LostStart},
		"(;SZ[15]AB[hh]C[♥ 黑Ř])":                 {gamefile.LostStart, gamefile.LostCodePage},
	} {
		lost, err := gamefile.Lost("lib", read(t, "g.sgf", sgf))
		assert.NoError(t, err)
		assert.Equal(t, want, lost, sgf)
	}
	timed := read(t, "g.sgf", "(;SZ[15];B[hh])")
	timed.Next[0].Time = time.Second
	lost, err := gamefile.Lost("lib", timed)
	assert.NoError(t, err)
	assert.Equal(t, []gamefile.Loss{gamefile.LostTimes}, lost)
	for sgf, want := range map[string]string{
		"(;SZ[20];B[hh])":           "a RenLib .lib holds boards of 15x15 alone, this one has 20x20",
		"(;SZ[15:14];B[hh])":        "a RenLib .lib holds boards of 15x15 alone, this one has 15x14",
		"(;AP[Tahoun]SZ[15]MA[aa])": "a RenLib .lib holds no walls",
	} {
		g := read(t, "g.sgf", sgf)
		assert.EqualError(t, gamefile.WriteRenLib(&bytes.Buffer{}, g), want)
		_, err := gamefile.Lost("lib", g)
		assert.EqualError(t, err, want)
	}
}

// A writer that fails is an error.
func TestRenLibIsNotWritten(t *testing.T) {
	g := read(t, "g.sgf", "(;SZ[15];B[hh])")
	assert.EqualError(t, gamefile.WriteRenLib(fullDisk{}, g), "the disk is full")
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
