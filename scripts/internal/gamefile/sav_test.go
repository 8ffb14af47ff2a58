package gamefile_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/gamefile"
)

// TestSav: the files of Yixin-Board since 2015, and those before, which have the rule for the columns.
func TestSav(t *testing.T) {
	tests := []reading{
		{"three moves", "15\n15\n3\n7 7\n8 7\n6 9\n", "x7,7 o7,8 x9,6", ""},
		{"line ends of Windows", "15\r\n15\r\n2\r\n7 7\r\n8 7\r\n", "x7,7 o7,8", ""},
		{"no move", "15\n15\n0\n", "", ""},
		{"fewer moves than announced", "15\n15\n3\n7 7\n8 7\n", "x7,7 o7,8", "g: it announces 3 moves and holds 2"},
		{"cut within a move", "15\n15\n2\n7 7\n8", "x7,7", "g: it announces 2 moves and holds 1"},
		{"more numbers", "15\n15\n1\n7 7\n8 7\n", "x7,7", "g: 2 numbers after the last move are ignored"},
		{"text after it", "15\n15\n2\n7 7\n8 7\nthe end\n", "x7,7 o7,8", `g: "the" and what follows it is ignored`},
		{"text within it", "15\n15\n2\n7 7\n8 x\n", "x7,7", `g: it announces 2 moves and holds 1`},
		{"a stone on a stone", "15\n15\n3\n7 7\n7 7\n8 8\n", "x7,7 x8,8",
			"g: 1 moves left out, the first: move 2: row 7, column 7 already holds x"},
		{"off the board", "15\n15\n2\n7 7\n15 0\n", "x7,7",
			"g: 1 moves left out, the first: move 2: row 15, column 0 is off the board of 15 columns and 15 rows"},
	}
	checkReadings(t, gamefile.Sav, "g", tests)
	g := read(t, "g", "12\n20\n1\n11 19\n")
	assert.Equal(t, []int{20, 12}, []int{g.Start.Width(), g.Start.Height()})
	assert.Equal(t, "x19,11", tree(g.Next))
	assert.False(t, g.RuleKnown)
	for column, rule := range map[string]board.Rule{"0": board.Freestyle, "1": board.ExactFive, "2": board.Renju} {
		g := read(t, "g", "15\n"+column+"\n1\n14 0\n")
		assert.Equal(t, []int{15, 15}, []int{g.Start.Width(), g.Start.Height()})
		assert.True(t, g.RuleKnown)
		assert.Equal(t, rule, g.Rule)
	}
	assert.False(t, read(t, "g", "15\n3\n0\n").RuleKnown, "an opening rule")
	assert.Equal(t, "g.sav: want rows, columns and the number of stones, as Yixin-Board writes them", refusal("g.sav", "hello"))
	assert.Equal(t, "g.sav: want a board of 1 to 120 columns and rows, got 15x999", refusal("g.sav", "999\n15\n0\n"))
}
