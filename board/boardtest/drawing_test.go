package boardtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestParse(t *testing.T) {
	b, marked := boardtest.ParseMarked("-xo\n#*-")
	assert.Equal(t, board.Point{X: 1, Y: 1}, marked)
	want := []board.Stone{board.Empty, board.X, board.O, board.Wall, board.Empty, board.Empty}
	var got []board.Stone
	for _, s := range b.Points {
		got = append(got, s)
	}
	assert.Equal(t, want, got)
	_, marked = boardtest.ParseMarked("-x")
	assert.Equal(t, boardtest.Nowhere, marked)
}

func TestParseRefusesBadDrawings(t *testing.T) {
	for _, bad := range []string{"--- --", "-q-"} {
		assert.Panics(t, func() { boardtest.Parse(bad) }, bad)
	}
}
