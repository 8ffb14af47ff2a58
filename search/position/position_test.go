package position

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
			p := New(b, board.X, testRules(rule))
			for range boardtest.Sweep(12) {
				if p.Depth > 0 && rng.IntN(5) < 2 || p.Now().Empty == 0 || p.Depth == MaxPlies {
					if p.Depth == 0 {
						break
					}
					p.Unmake()
				} else {
					moves := p.Candidates(nil)
					p.Make(moves[rng.IntN(len(moves))])
					p.updateAcc()
				}
				requireFresh(t, p)
			}
			for p.Depth > 0 {
				p.Unmake()
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
			key := New(b, board.X, testRules(0)).Now().Key
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
	assert.True(t, New(b, board.X, testRules(board.Freestyle)).RootOverflow)
	assert.False(t, New(board.New(120, 120), board.X, testRules(board.Freestyle)).RootOverflow)
}

// BenchmarkPutAndTake makes and unmakes a move, and sets the whole position up anew.
func BenchmarkPutAndTake(b *testing.B) {
	for name, rule := range map[string]board.Rule{"freestyle": board.Freestyle, "exact": board.ExactFive} {
		rng := rand.New(rand.NewPCG(3, 4))
		p := New(board.New(20, 20), board.X, testRules(rule))
		for range 40 {
			moves := p.Candidates(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
		b.Run(name+" anew", func(b *testing.B) {
			for full := p.Board(); b.Loop(); {
				New(full, StoneOf(p.Side), p.Rules)
			}
		})
		b.Run(name, func(b *testing.B) {
			script := p.Candidates(nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p.Make(script[i%len(script)])
				p.Unmake()
			}
		})
	}
}

func BenchmarkNewPosition(b *testing.B) {
	for name, rule := range map[string]board.Rule{"freestyle": board.Freestyle, "exact": board.ExactFive} {
		b.Run(name, func(b *testing.B) {
			empty := board.New(20, 20)
			for b.Loop() {
				New(empty, board.X, NewRuleTables(rule, nil))
			}
		})
	}
}

// requireFresh requires that p equals the setup of its board.
func requireFresh(t *testing.T, p *Position) {
	t.Helper()
	fresh := New(p.Board(), StoneOf(p.Side), p.Rules)
	for c := range Cell(p.Cells) {
		if p.IsEmpty(c) {
			require.Equal(t, fresh.code[c], p.code[c], "code of %v", p.Point(c))
		}
	}
	require.Equal(t, fresh.Now().Counts, p.Now().Counts)
	require.Equal(t, fresh.Now().acc, p.Now().acc)
	require.Equal(t, fresh.Now().Key, p.Now().Key)
	require.Equal(t, fresh.Now().Empty, p.Now().Empty)
	require.Equal(t, fresh.line, p.line)
	require.Equal(t, fresh.Candidates(nil), p.Candidates(nil))
}
