package search

import (
	"path/filepath"
	"slices"
	"testing"

	"tahoun/board/boardtest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Of the 25 won positions in each file nearly all are solved within 200,000 nodes: the engine plays a
// move that is listed as winning, or announces a win of its own. The floors are what the search that
// matches prefer does; they catch what is broken, while matches decide what is better.
func TestWonPositions(t *testing.T) {
	files, err := filepath.Glob("../testdata/positions/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			positions := boardtest.WonPositions(t, file)
			solved, announced := 0, 0
			for _, w := range positions {
				e := testJob(w.Board(), w.ToMove(), w.Rule, 50_000)
				move, _ := run(e)
				score, sure := e.Score()
				sure = sure && score > 0
				announced += b2i(sure)
				solved += b2i(sure || slices.Contains(w.Wins, [2]int{move.X, move.Y}))
			}
			t.Logf("solved %d, announced %d of %d", solved, announced, len(positions))
			assert.GreaterOrEqual(t, solved, 21)
			assert.GreaterOrEqual(t, announced, 14)
		})
	}
}
