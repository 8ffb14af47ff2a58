package sgf_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/fileproto/sgf"
)

// A game is a root with its properties, and moves in nodes; variations stand in brackets. Texts are escaped, and properties
// without a value are left out.
func TestWriter(t *testing.T) {
	var w sgf.Writer
	w.Open("Program:1", 15, 12)
	w.Text("C", `a [text] with \`)
	w.Text("GN", "")
	w.Points("AB", board.Point{X: 0, Y: 0}, board.Point{X: 27, Y: 51})
	w.Points("AW")
	w.Line(w.Len())
	w.Line(0)
	for _, side := range []board.Stone{board.X, board.O} {
		w.Branch()
		w.Move(side, board.Point{X: 25, Y: 26})
		w.Close()
	}
	w.Close()
	assert.Equal(t, `(;FF[4]GM[4]CA[UTF-8]AP[Program:1]SZ[15:12]C[a [text\] with \\]AB[aa][BZ]
(;B[zA])
(;W[zA])
)
`, w.String())
	w.Reset()
	w.Open("p", 19, 19)
	assert.Equal(t, "(;FF[4]GM[4]CA[UTF-8]AP[p]SZ[19]", w.String())
	assert.Empty(t, sgf.Colour(board.Empty))
}
