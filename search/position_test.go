package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// sprinkle returns a board with the given shares of stones and walls, in percent.
func sprinkle(rng *rand.Rand, width, height, stones, walls int) *board.Board {
	b := board.New(width, height)
	for at := range b.Points {
		switch n := rng.IntN(100); {
		case n < walls:
			b.Set(at, board.Wall)
		case n < walls+stones:
			b.Set(at, board.X+board.Stone(rng.IntN(2)))
		}
	}
	return b
}

// A turn needs some megabytes and there is little else: by the default nearly every turn of a test would begin with
// a collection, which took half the time of all.
func TestMain(m *testing.M) {
	debug.SetGCPercent(1000)
	os.Exit(m.Run())
}

// known returns what there is to know of a rule, built once for all tests.
func known(rule board.Rule) *knowledge {
	knownLock.Lock()
	defer knownLock.Unlock()
	if knownRules[rule] == nil {
		knownRules[rule] = newKnowledge(rule)
	}
	return knownRules[rule]
}

var (
	knownLock  sync.Mutex
	knownRules = map[board.Rule]*knowledge{}
)

var everyRule = []board.Rule{
	board.Freestyle, board.ExactFive, board.Renju, board.Renju | board.ExactFive, board.Caro, board.Caro | board.ExactFive,
}

// What stones leave behind as they come and go is what the same board gives from nothing.
func TestPutAndTakeAgreeWithRefresh(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 7}, {5, 5}, {9, 4}, {15, 15}, {20, 20}, {3, 120}, {120, 2}, {64, 65}}
	for _, rule := range everyRule {
		for i, size := range sizes {
			rng := rand.New(rand.NewPCG(uint64(rule), uint64(i)))
			b := sprinkle(rng, size[0], size[1], 25, 5)
			p := newPosition(b, board.X, known(rule))
			for range 60 {
				if p.depth > 0 && rng.IntN(5) < 2 || p.now().empty == 0 || p.depth == maxPlies {
					if p.depth == 0 {
						break
					}
					p.unplay()
				} else {
					moves := p.candidates(nil)
					p.play(moves[rng.IntN(len(moves))])
					p.updateViews()
				}
				requireFresh(t, p)
			}
			for p.depth > 0 {
				p.unplay()
			}
			requireFresh(t, p)
		}
	}
}

func requireFresh(t *testing.T, p *position) {
	t.Helper()
	fresh := newPosition(p.board(), stoneOf(p.side), p.know)
	for c := range cell(p.cells) {
		if p.square[c] == uint8(board.Empty) {
			require.Equal(t, fresh.code[c], p.code[c], "code of %v", p.point(c))
		}
	}
	require.Equal(t, fresh.now().sums, p.now().sums)
	require.Equal(t, fresh.now().views, p.now().views)
	require.Equal(t, fresh.now().key, p.now().key)
	require.Equal(t, fresh.now().empty, p.now().empty)
	require.Equal(t, fresh.line, p.line)
	require.Equal(t, fresh.candidates(nil), p.candidates(nil))
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
			key := newPosition(b, board.X, known(0)).now().key
			assert.Empty(t, keys[key], name)
			keys[key] = name
		}
	}
}

// Candidates are what a loop over all stones finds.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {4, 9}, {20, 20}, {63, 8}, {66, 70}, {120, 120}} {
		for _, stones := range []int{0, 1, 10, 95} {
			b := sprinkle(rng, size[0], size[1], stones, 3)
			var near, all []cell
			for at, s := range b.Points {
				if s == board.Empty {
					all = append(all, cell(at.Y*size[0]+at.X))
					if nearStone(b, at) {
						near = append(near, all[len(all)-1])
					}
				}
			}
			if near == nil {
				near = all
			}
			assert.Equal(t, near, newPosition(b, board.O, known(board.Freestyle)).candidates(nil))
		}
	}
}

func nearStone(b *board.Board, at board.Point) bool {
	for dy := -4; dy <= 4; dy++ {
		for dx := -4; dx <= 4; dx++ {
			s := b.At(at.Add(board.Point{X: dx, Y: dy}, 1))
			short := max(dx, -dx, dy, -dy) <= 3
			if (s == board.X || s == board.O) && (short || dx == 0 || dy == 0 || dx == dy || dx == -dy) {
				return true
			}
		}
	}
	return false
}

// A board so full of threats that the counters could run over is noticed.
func TestCrowded(t *testing.T) {
	b := board.New(120, 120)
	for at := range b.Points {
		if (at.X+at.Y)%5 != 0 {
			b.Set(at, board.X)
		}
	}
	assert.True(t, newPosition(b, board.X, known(board.Freestyle)).crowded)
	assert.False(t, newPosition(board.New(120, 120), board.X, known(board.Freestyle)).crowded)
}

func BenchmarkPutAndTake(b *testing.B) {
	for name, rule := range map[string]board.Rule{"freestyle": board.Freestyle, "exact": board.ExactFive} {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(3, 4))
			p := newPosition(board.New(20, 20), board.X, known(rule))
			var script []cell
			for range 40 {
				moves := p.candidates(nil)
				p.play(moves[rng.IntN(len(moves))])
			}
			script = p.candidates(nil)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p.play(script[i%len(script)])
				p.unplay()
			}
		})
	}
}

func BenchmarkNewPosition(b *testing.B) {
	for name, rule := range map[string]board.Rule{"freestyle": board.Freestyle, "exact": board.ExactFive} {
		b.Run(name, func(b *testing.B) {
			empty := board.New(20, 20)
			for b.Loop() {
				newPosition(empty, board.X, newKnowledge(rule))
			}
		})
	}
}
