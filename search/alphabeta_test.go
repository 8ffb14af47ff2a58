package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
	"tahoun/search/table"
)

// The search proper allocates nothing but the text of its answers.
func TestSearchDoesNotAllocate(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(8, 8)), 20, 20, 8, 0)
	e := testJob(b, board.X, board.Freestyle, 0)
	e.StaticMove()
	e.worker.table = table.New(1 << 20)
	assert.Zero(t, testing.AllocsPerRun(1, func() {
		e.worker.nodes, e.worker.limit, e.worker.ended = 0, 20000, false
		e.worker.alphaBeta(-position.Infinite, position.Infinite, 6, 1, false)
		e.worker.moves = e.worker.moves[:0]
	}))
}

// BenchmarkSearch searches balanced openings: in a won position most of the time would go to the proof tree, whose
// positions are not counted.
func BenchmarkSearch(b *testing.B) {
	for rule, file := range map[board.Rule]string{board.Freestyle: "freestyle-20", board.ExactFive: "exact-five-20"} {
		b.Run(fmt.Sprint("rule", rule), func(b *testing.B) {
			text, err := os.ReadFile("../testdata/openings/" + file + ".txt")
			require.NoError(b, err)
			lines := strings.Split(string(text), "\n")[1:9] // behind the head
			nodes := uint64(0)
			for b.Loop() {
				for _, line := range lines {
					opening, side := opened(b, line)
					e := testJob(opening, side, rule, 1<<18)
					run(e)
					nodes += e.worker.nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// opened returns the 20x20 board of an opening, whose stones are told as distances from the middle, and the side to
// move.
func opened(t testing.TB, line string) (b *board.Board, side board.Stone) {
	b, side = board.New(20, 20), board.X
	for stone := range strings.SplitSeq(line, ", ") {
		at := board.Point{}
		_, err := fmt.Sscanf(stone, "%d,%d", &at.X, &at.Y)
		require.NoError(t, err)
		b.Set(at.Add(board.Point{X: 1, Y: 1}, 10), side)
		side = side.Other()
	}
	return b, side
}
