package selfplay

import (
	"slices"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/tune/dataset"
)

// grown returns a game of n stones on a board of so many squares a side, far from any row, with a leaf behind ply
// moves.
func grown(rule board.Rule, side, n, ply int, score int16) dataset.Game {
	g := dataset.Game{Rule: rule, Width: side, Height: side}
	for i := range n {
		g.Moves = append(g.Moves, board.Point{X: i * 2 % side, Y: i * 2 / side * 2})
	}
	g.Scores = make([]int16, n)
	last := board.Point{X: side - 1, Y: side - 1}
	g.Leaves = []dataset.Leaf{{Ply: ply, Line: []board.Point{last}, Move: board.Point{X: side - 1, Y: 1}, Score: score}}
	return g
}

// fileOf writes games to a file.
func fileOf(t *testing.T, disk afero.Fs, name string, all ...dataset.Game) {
	t.Helper()
	f, err := disk.Create(name)
	require.NoError(t, err)
	w := dataset.NewWriter(f)
	for _, g := range all {
		require.NoError(t, w.Write(g))
	}
	require.NoError(t, f.Close())
}

func TestCrowded(t *testing.T) {
	tests := []struct {
		name string
		game dataset.Game
		fit  bool
	}{
		{"fit", grown(0, 20, 40, 30, -120), true},
		{"just full enough", grown(0, 20, 40, 23, 0), true},
		{"too few stones", grown(0, 20, 40, 22, 0), false},
		{"too full", grown(0, 15, 40, 37, 0), false},
		{"too small", grown(0, 14, 40, 25, 0), false},
		{"lost", grown(0, 20, 40, 30, -121), false},
		{"won", grown(0, 20, 40, 30, 121), false},
		{"not judged", grown(0, 20, 40, 30, dataset.NoScore), false},
		{"another rule", grown(board.Caro, 20, 40, 30, 0), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			fileOf(t, disk, "from", tt.game)
			openings, err := leafOpenings(disk, "from", 0)
			if !tt.fit {
				assert.EqualError(t, err, "from: no leaf to begin a game of rule 0 from")
				return
			}
			require.NoError(t, err)
			l := tt.game.Leaves[0]
			moves := slices.Concat(tt.game.Moves[:l.Ply], l.Line)
			assert.Equal(t, []dataset.Game{{Width: 20, Height: 20, Opening: len(moves), Moves: moves}}, openings)
		})
	}
}

// Games go on where the leaves of others ended, one from each before any comes again.
func TestFrom(t *testing.T) {
	disk := afero.NewMemMapFs()
	fileOf(t, disk, "from", grown(0, 20, 40, 30, 0), grown(0, 20, 50, 40, 0), grown(board.Caro, 20, 40, 26, 0))
	begun := map[int]int{}
	all := read(t, made(t, disk, "-from from -positions 60 -nodes 300 -threads 1"))
	for n, g := range all {
		begun[g.Opening]++
		require.LessOrEqual(t, begun[g.Opening], n/2+1)
		replay(t, g)
	}
	require.Greater(t, len(all), 1)
	assert.Subset(t, []int{31, 41}, []int{all[0].Opening, all[1].Opening})
	assert.NotEqual(t, all[0].Opening, all[1].Opening)
}
