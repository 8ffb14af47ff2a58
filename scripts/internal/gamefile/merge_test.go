package gamefile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// TestFileTree: the games of a file become one tree, but for those of another size, rule or start.
func TestFileTree(t *testing.T) {
	f, _, err := gamefile.Open("c.sgf", []byte("(;SZ[99])(;SZ[15]RU[Renju]PB[Ann];B[hh]C[one];W[ii]TR[aa];B[jj])"+
		"(;SZ[15];B[hh]C[two];W[ii]SQ[aa]CR[bb](;B[kk])(;B[jj];W[ll]C[end]))(;SZ[9];B[aa])(;SZ[15]RU[Gomoku];B[aa])"+
		"(;SZ[15]AB[aa];W[bb])(;SZ[15];B[hh]C[on];W[gg])(;SZ[15]C[the start]CR[cc];B[gg])"), gamefile.Options{})
	require.NoError(t, err)
	for range 2 {
		g, err := f.Tree()
		require.NoError(t, err)
		assert.Equal(t, `(x7,7"one\ntwo\non"(o8,8{TR0,0}{CR1,1}(x9,9 o11,11"end")(x10,10))(o6,6))(x6,6)`, tree(g.Next))
		assert.Equal(t, "Ann", g.X.Name)
		assert.Equal(t, "the start", g.Comment)
		assert.Equal(t, []gamefile.Mark{{At: board.Point{X: 2, Y: 2}, Kind: gamefile.Circle}}, g.Marks)
		assert.Contains(t, g.Warnings, "c.sgf: 3 games left out: another size, rule or start, or too many moves")
	}
	for text, want := range map[string]string{"(;SZ[15];B[hh])": "x7,7", "Piskvorky 15x15, 11:11, 0\n8,8,0\n": "x7,7"} {
		f, _, err := gamefile.Open("f", []byte(text), gamefile.Options{})
		require.NoError(t, err)
		g, err := f.Tree()
		require.NoError(t, err)
		assert.Equal(t, want, tree(g.Next))
	}
}
