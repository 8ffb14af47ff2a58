package search

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A wonPosition is a line of testdata/positions: README.md there explains the fields.
type wonPosition struct {
	Rule board.Rule
	Side string
	Mate int
	Wins [][2]int
	Rows []string
}

func wonPositions(t testing.TB, file string) []wonPosition {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var all []wonPosition
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p wonPosition
		require.NoError(t, json.Unmarshal(lines.Bytes(), &p))
		all = append(all, p)
	}
	return all
}

func (w wonPosition) side() board.Stone { return board.Stone(strings.Index("-xo", w.Side)) }

// Of the 25 won positions in each file nearly all are solved within 200,000 nodes: the engine plays a
// move that is listed as winning, or announces a win of its own. The floors are what the search that
// matches prefer does; they catch what is broken, while matches decide what is better.
func TestWonPositions(t *testing.T) {
	files, err := filepath.Glob("../testdata/positions/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			positions := wonPositions(t, file)
			solved, announced := 0, 0
			for _, w := range positions {
				e := testJob(drawn(strings.Join(w.Rows, "\n")), w.side(), w.Rule, 200_000)
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

// Wins by threats among the same positions: how many are proven with few nodes.
func TestVCTOnWonPositions(t *testing.T) {
	files, err := filepath.Glob("../testdata/positions/*.jsonl")
	require.NoError(t, err)
	var positions []wonPosition
	for _, file := range files {
		positions = append(positions, wonPositions(t, file)...)
	}
	for _, floor := range []struct{ nodes, proven int }{{1000, 14}, {10_000, 26}, {100_000, 31}} {
		proven, exhausted, nodes := 0, 0, 0
		for _, w := range positions {
			solver := new(vctSolver)
			p := newPosition(drawn(strings.Join(w.Rows, "\n")), w.side(), testRules(w.Rule))
			proven += b2i(solver.solve(p, floor.nodes))
			exhausted += b2i(solver.exhausted())
			nodes += solver.visited()
		}
		t.Logf("%d nodes: proven %d of %d, broken off %d, visited %d", floor.nodes, proven, len(positions), exhausted, nodes)
		assert.GreaterOrEqual(t, proven, floor.proven)
	}
}
