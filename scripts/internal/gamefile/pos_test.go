package gamefile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/scripts/internal/gamefile"
)

// TestPos: the moves are those that RenLib reads, row by row from the top left.
func TestPos(t *testing.T) {
	tests := []reading{
		{"three moves", "\x03\x70\x7f\x00", "x7,7 o7,8 x0,0", ""},
		{"no move", "\x00", "", ""},
		{"fewer moves than announced", "\x05\x70\x7f", "x7,7 o7,8", "g.pos: it announces 5 moves and holds 2"},
		{"more bytes", "\x02\x70\x7f\x00\x00", "x7,7 o7,8", "g.pos: 2 bytes after the last move are ignored"},
		{"a stone on a stone", "\x03\x70\x70\xe0", "x7,7 x14,14",
			"g.pos: 1 moves left out, the first: move 2: the square of byte 70 already holds x"},
		{"a pass", "\x03\x70\xf0\x7f", "x7,7 x7,8", "g.pos: 1 moves left out, the first: move 2: a pass"},
		{"off the board", "\x02\x70\xe1", "x7,7",
			"g.pos: 1 moves left out, the first: move 2: the square of byte e1 is off the board of 15 columns and 15 rows"},
	}
	checkReadings(t, gamefile.Pos, "g.pos", tests)
	assert.Equal(t, gamefile.Pos, read(t, "clipboard", "\x04\x70\x7f\x00\x01").Format, "the form is enough")
	assert.Equal(t, gamefile.Text, read(t, "g.pos", "h8i9").Format, "a text is one whatever its name is")
}
