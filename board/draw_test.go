package board_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

func TestDraw(t *testing.T) {
	tests := []struct {
		name, picture string
		mark          board.Point
		want          string
	}{
		{"one square", "-", board.Point{}, `
  0
0[-]
`},
		{"mark in the middle", "x-- -xo --#", board.Point{X: 1, Y: 1}, `
  0 1 2
0 x - -
1 -[x]o
2 - - #
`},
		{"mark at the left edge", "x-- -xo --#", board.Point{X: 0, Y: 0}, `
  0 1 2
0[x]- -
1 - x o
2 - - #
`},
		{"mark at the right edge", "x-- -xo --#", board.Point{X: 2, Y: 2}, `
  0 1 2
0 x - -
1 - x o
2 - -[#]
`},
		{"mark just off the right edge", "x-- -xo --#", board.Point{X: 3, Y: 1}, `
  0 1 2
0 x - -
1 - x o
2 - - #
`},
		{"mark just off the left edge", "x-- -xo --#", board.Point{X: -1, Y: 1}, `
  0 1 2
0 x - -
1 - x o
2 - - #
`},
		{
			"twelve columns, seven rows",
			"------------ ------------ ---x-------- ----ox------ ----xo------ ------#----- -----------o",
			board.Point{X: 4, Y: 3}, `
                      1 1
  0 1 2 3 4 5 6 7 8 9 0 1
0 - - - - - - - - - - - -
1 - - - - - - - - - - - -
2 - - - x - - - - - - - -
3 - - - -[o]x - - - - - -
4 - - - - x o - - - - - -
5 - - - - - - # - - - - -
6 - - - - - - - - - - - o
`,
		},
		{"eleven rows", "- - - - - - - - - - x", boardtest.Nowhere, `
   0
 0 -
 1 -
 2 -
 3 -
 4 -
 5 -
 6 -
 7 -
 8 -
 9 -
10 x
`},
		{
			"a hundred and twenty columns", strings.Repeat("-", 119) + "x", board.Point{X: 118},
			"\n" +
				" " + strings.Repeat("  ", 100) + strings.Repeat(" 1", 20) + "\n" +
				" " + strings.Repeat("  ", 10) + tens(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1) + "\n" +
				" " + strings.Repeat(" 0 1 2 3 4 5 6 7 8 9", 12) + "\n" +
				"0" + strings.Repeat(" -", 118) + "[-]x\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := boardtest.Parse(tt.picture)
			var got bytes.Buffer
			require.NoError(t, b.Draw(&got, tt.mark))
			assert.Equal(t, strings.TrimPrefix(tt.want, "\n"), got.String())
			assert.NotContains(t, got.String(), " \n", "spaces at the end of a line")
		})
	}
}

// tens returns the line of tens above ten columns for each digit.
func tens(digits ...byte) string {
	var line strings.Builder
	for _, digit := range digits {
		line.WriteString(strings.Repeat(" "+string('0'+digit), 10))
	}
	return line.String()
}

// A shutPipe refuses everything written to it.
type shutPipe struct{}

var errShut = errors.New("shut")

func (shutPipe) Write([]byte) (int, error) { return 0, errShut }

func TestDrawReportsWriteErrors(t *testing.T) {
	assert.ErrorIs(t, board.New(3, 3).Draw(shutPipe{}, boardtest.Nowhere), errShut)
}
