package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

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

func BenchmarkSearch(b *testing.B) {
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive} {
		b.Run(fmt.Sprint("rule", rule), func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				for seed := range uint64(8) {
					e := testJob(boardtest.Middle(rand.New(rand.NewPCG(5, seed)), 20, 20), board.X, rule, 1<<18)
					run(e)
					nodes += e.worker.nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
