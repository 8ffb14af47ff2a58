package match_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/match"
)

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

func terms(width, height int, rule board.Rule) match.Terms {
	return match.Terms{Width: width, Height: height, Rule: rule, Spare: min(25, width*height/9)}
}

func openings(t *testing.T, text string) []match.Opening {
	t.Helper()
	all, err := match.ReadOpenings(strings.NewReader(text), "o.txt")
	require.NoError(t, err)
	return all
}

func TestReadOpenings(t *testing.T) {
	all := openings(t, "\uFEFF# a comment\n\n0,0, 1,-1 , -2,+3\r\n  -7,7 # behind it\n")
	require.Len(t, all, 2)
	assert.Equal(t, []board.Point{at(0, 0), at(1, -1), at(-2, 3)}, all[0].Stones)
	assert.Equal(t, "o.txt:3", all[0].From)
	assert.Equal(t, []board.Point{at(-7, 7)}, all[1].Stones)
}

func TestReadOpeningsRefuses(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"letters", "0,0, a,1", `o.txt:1: want numbers with commas between them, got "a"`},
		{"half a stone", "0,0\n0,0, 1", "o.txt:2: want pairs of numbers, got 3 numbers"},
		{"a comma too many", "0,0,", `o.txt:1: want numbers with commas between them, got ""`},
		{"twice the same", "0,0, 1,1, 0,0", "o.txt:1: two stones on 0,0"},
		{"far away", "0,999", "o.txt:1: want offsets from -120 to 120, got 999"},
		{"nothing", "# only words\n", "o.txt: no openings"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := match.ReadOpenings(strings.NewReader(tt.text), "o.txt")
			assert.EqualError(t, err, "match: "+tt.want)
		})
	}
}

func TestFit(t *testing.T) {
	five := "0,0, 0,1, 1,0, 1,1, 2,0, 2,1, 3,0, 3,1, 4,0\n"
	foul := "0,0, 5,5, 1,0, 5,6, 2,1, 6,1, 2,2, 6,3, 2,0\n"
	all := openings(t, "7,7\n8,0\n"+five+foul+"-3,-7\n")
	walled := terms(15, 15, board.Renju)
	walled.Walls = []board.Point{at(4, 0)}
	fitting, refused := match.Fit(all, walled)
	require.Len(t, fitting, 1)
	assert.Equal(t, "o.txt:1", fitting[0].From)
	var said []string
	for _, err := range refused {
		said = append(said, err.Error())
	}
	assert.Equal(t, []string{
		"match: opening o.txt:2: 15,7 is off the board of 15 columns and 15 rows",
		"match: opening o.txt:3: 11,7 finishes a row",
		"match: opening o.txt:4: 9,7 is forbidden to x",
		"match: opening o.txt:5: 4,0 is a wall",
	}, said)
}

// TestShippedOpenings: all of them fit the board and the rule that their file names.
func TestShippedOpenings(t *testing.T) {
	const dir = "../../../testdata/openings"
	for name, terms := range map[string]match.Terms{
		"exact-five-15.txt":      terms(15, 15, board.ExactFive),
		"exact-five-20-even.txt": terms(20, 20, board.ExactFive),
		"exact-five-20.txt":      terms(20, 20, board.ExactFive),
		"freestyle-15.txt":       terms(15, 15, board.Freestyle),
		"freestyle-20-even.txt":  terms(20, 20, board.Freestyle),
		"freestyle-20.txt":       terms(20, 20, board.Freestyle),
		"renju-15-even.txt":      terms(15, 15, board.Renju),
		"renju-15.txt":           terms(15, 15, board.Renju),
	} {
		fitting, refused, err := match.LoadOpenings(afero.NewOsFs(), filepath.Join(dir, name), terms)
		require.NoError(t, err)
		assert.Empty(t, refused, name)
		assert.GreaterOrEqual(t, len(fitting), 50, name)
	}
	files, err := filepath.Glob(dir + "/*.txt")
	require.NoError(t, err)
	assert.Len(t, files, 8, "a file that is not tested")
}

func TestHash(t *testing.T) {
	a := match.Hash(openings(t, "0,0, 1,1\n2,2\n"))
	assert.Equal(t, a, match.Hash(openings(t, "# moved\n0,0,1,1\n\n2,2\n")))
	assert.NotEqual(t, a, match.Hash(openings(t, "0,0, 1,1\n2,3\n")))
	assert.NotEqual(t, a, match.Hash(openings(t, "0,0\n1,1, 2,2\n")))
}
