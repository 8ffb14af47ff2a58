package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// A position after stones were put and removed equals the setup of the same board.
func TestPutAndTakeAgreeWithRefresh(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 7}, {5, 5}, {9, 4}, {15, 15}, {20, 20}, {3, 120}, {120, 2}, {64, 65}}
	for _, rule := range boardtest.EveryRule {
		for i, size := range sizes {
			rng := rand.New(rand.NewPCG(uint64(rule), uint64(i)))
			b := boardtest.Sprinkle(rng, size[0], size[1], 25, 5)
			p := newPosition(b, board.X, testRules(rule))
			for range 60 {
				if p.depth > 0 && rng.IntN(5) < 2 || p.now().empty == 0 || p.depth == maxPlies {
					if p.depth == 0 {
						break
					}
					p.unmake()
				} else {
					moves := p.candidates(nil)
					p.make(moves[rng.IntN(len(moves))])
					p.updateAcc()
				}
				requireFresh(t, p)
			}
			for p.depth > 0 {
				p.unmake()
			}
			requireFresh(t, p)
		}
	}
}

// TestKeysTellBoardsApart: an engine that lives on must not take one board for another with the same stones.
func TestKeysTellBoardsApart(t *testing.T) {
	keys := map[uint64]string{}
	for _, size := range [][2]int{{20, 20}, {20, 11}, {11, 20}, {21, 20}} {
		for _, wall := range []board.Point{{X: 2, Y: 2}, {X: 3, Y: 8}, {X: 8, Y: 3}} { // the first is under a stone
			b := board.New(size[0], size[1])
			b.Set(wall, board.Wall)
			b.Set(board.Point{X: 2, Y: 2}, board.X)
			b.Set(board.Point{X: 4, Y: 0}, board.O)
			name := fmt.Sprint(size, wall)
			key := newPosition(b, board.X, testRules(0)).now().key
			assert.Empty(t, keys[key], name)
			keys[key] = name
		}
	}
}

// A board so full of threats that the counters could run over is noticed.
func TestOverflow(t *testing.T) {
	b := board.New(120, 120)
	for at := range b.Points {
		if (at.X+at.Y)%5 != 0 {
			b.Set(at, board.X)
		}
	}
	assert.True(t, newPosition(b, board.X, testRules(board.Freestyle)).overflow)
	assert.False(t, newPosition(board.New(120, 120), board.X, testRules(board.Freestyle)).overflow)
}

func BenchmarkPutAndTake(b *testing.B) {
	for name, rule := range map[string]board.Rule{"freestyle": board.Freestyle, "exact": board.ExactFive} {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 4))
			p := newPosition(board.New(20, 20), board.X, testRules(rule))
			var script []cell
			for range 40 {
				moves := p.candidates(nil)
				p.make(moves[rng.IntN(len(moves))])
			}
			script = p.candidates(nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p.make(script[i%len(script)])
				p.unmake()
			}
		})
	}
}

func BenchmarkNewPosition(b *testing.B) {
	for name, rule := range map[string]board.Rule{"freestyle": board.Freestyle, "exact": board.ExactFive} {
		b.Run(name, func(b *testing.B) {
			empty := board.New(20, 20)
			for b.Loop() {
				newPosition(empty, board.X, newRuleTables(rule, nil))
			}
		})
	}
}

// requireFresh requires that p equals the setup of its board.
func requireFresh(t *testing.T, p *position) {
	t.Helper()
	fresh := newPosition(p.board(), stoneOf(p.side), p.rules)
	for c := range cell(p.cells) {
		if p.isEmpty(c) {
			require.Equal(t, fresh.code[c], p.code[c], "code of %v", p.point(c))
		}
	}
	require.Equal(t, fresh.now().counts, p.now().counts)
	require.Equal(t, fresh.now().acc, p.now().acc)
	require.Equal(t, fresh.now().key, p.now().key)
	require.Equal(t, fresh.now().empty, p.now().empty)
	require.Equal(t, fresh.line, p.line)
	require.Equal(t, fresh.candidates(nil), p.candidates(nil))
}
