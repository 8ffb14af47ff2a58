package gamefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gamefile"
)

// TestFile: each game of a file that was read is read again as if the file were read for it.
func TestFile(t *testing.T) {
	for name, text := range map[string]string{
		"c.sgf":  "(;SZ[15]CA[GBK]PB[\xb1\xed];B[hh])\n(;SZ[99])\n(;SZ[15]GN[third];B[aa];W[oo](;B[bb])(;B[cc]))",
		"g.rif":  rifHead() + rifGame("h8 i9") + rifGame("h8 h8 i9") + "<game><move>h8<",
		"g.txt":  playOKHead + "1. h8 i9 1-0\n" + playOKHead + "1. O-O\n[Black \"Eva\"]\n1. a1 b2\n",
		"o.txt":  "0,0, 1,1\n0,0, x\n2,2\n",
		"l.txt":  "h8i7\nj6k5\nj6l5\n",
		"1.sgf":  "(;SZ[15];B[hh])",
		"1.psq":  "Piskvorky 15x15, 11:11, 0\n8,8,0\n",
		"1h.lib": lib(0x78, 0, 0x01, leaf),
	} {
		f, first, err := gamefile.Open(name, []byte(text), gamefile.Options{})
		require.NoError(t, err, name)
		for n := max(1, len(first.Games)); n > 0; n-- {
			want, wantErr := gamefile.Read(name, []byte(text), gamefile.Options{Game: n})
			for range 2 {
				got, err := f.Game(n)
				require.Equal(t, fmt.Sprint(wantErr), fmt.Sprint(err), name)
				require.Equal(t, want, got, name)
			}
		}
	}
	f, _, err := gamefile.Open("c.sgf", []byte("(;SZ[15])"), gamefile.Options{})
	require.NoError(t, err)
	for _, n := range []int{0, 2} {
		_, err = f.Game(n)
		assert.EqualError(t, err, fmt.Sprintf("c.sgf: want one of the games 1 to 1, got %d", n))
	}
}

// BenchmarkCollection opens a file of 100,000 games and 13 MB, and reads another game of it.
func BenchmarkCollection(b *testing.B) {
	content := []byte(strings.Repeat("(;SZ[15]PB[Ann]PW[Eve]RE[B+];B[hh];W[ii];B[jj];W[kk];B[ll];W[mm];B[nn];W[oo];B[hi];"+
		"W[hj];B[hk];W[hl];B[hm];W[hn];B[ho];W[ih])\n", 100_000))
	f, _, err := gamefile.Open("c.sgf", content, gamefile.Options{})
	require.NoError(b, err)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			_, _, err := gamefile.Open("c.sgf", content, gamefile.Options{})
			require.NoError(b, err)
		}
	})
	b.Run("another game", func(b *testing.B) {
		for b.Loop() {
			_, err := f.Game(50_000)
			require.NoError(b, err)
		}
	})
}
