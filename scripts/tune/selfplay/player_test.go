package selfplay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/scripts/tune/dataset"
)

// A move without a search has no score, unless it is a proof; a searched one has.
func TestThink(t *testing.T) {
	const empty = "---------- ---------- ----------"
	tests := []struct {
		name, row  string
		move       []board.Point // any of them
		none, sure bool
	}{
		{"forced", "-xoooo----", []board.Point{{X: 6, Y: 3}}, true, false},
		{"five", "oxxxx-oo--", []board.Point{{X: 5, Y: 3}}, false, true},
		{"won by a four", "---xxx-o--", []board.Point{{X: 2, Y: 3}, {X: 6, Y: 3}}, false, true},
		{"open", "----xo----", nil, false, false},
	}
	p := newPlayer(options{})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := boardtest.Parse(empty + " " + tt.row + " " + empty)
			for _, nodes := range []uint64{1000, 2000, 3000, 4000} {
				at, score := p.think(t.Context(), b, board.X, nodes)
				if tt.move != nil {
					assert.Contains(t, tt.move, at)
				}
				assert.Equal(t, tt.none, score == dataset.NoScore, "score %d", score)
				assert.Equal(t, tt.sure, score > dataset.Proven, "score %d", score)
				assert.True(t, tt.none || score > -dataset.Proven, "score %d", score)
			}
		})
	}
}

func TestQuietMovesAreCountedInARow(t *testing.T) {
	still := 0
	for _, tt := range []struct {
		score int16
		want  int
	}{{10, 1}, {-10, 2}, {dataset.NoScore, 2}, {0, 3}, {11, 0}, {3, 1}, {-11, 0}, {-29990, 0}} {
		still = countQuiet(still, tt.score)
		assert.Equal(t, tt.want, still, "after %d", tt.score)
	}
}

func TestDrawn(t *testing.T) {
	b := board.New(20, 20)
	assert.False(t, drawn(b, 48, usualMost, 50), "too early")
	assert.False(t, drawn(b, 139, usualMost, 7), "an advantage lately")
	assert.True(t, drawn(b, 49, usualMost, 8))
	assert.True(t, drawn(b, 140, usualMost, 0))
	full := boardtest.Parse("xo xo")
	assert.True(t, drawn(full, 4, usualMost, 0))
}

// Boards have the sizes and walls that are wanted, and about as often as is wanted.
func TestDrawBoard(t *testing.T) {
	const n = 2000
	rng := rand.New(rand.NewPCG(3, 4))
	for _, tt := range []struct {
		rule   board.Rule
		walled float64
		length int
	}{{board.Renju, 0.1, 1}, {board.Continuous, 0.8, 5}} {
		walled, sizes := 0, map[board.Point]int{}
		for range n {
			g := drawBoard(rng, tt.rule)
			require.Equal(t, tt.rule, g.Rule)
			require.GreaterOrEqual(t, min(g.Width, g.Height), 10)
			require.LessOrEqual(t, max(g.Width, g.Height), 20)
			sizes[board.Point{X: g.Width, Y: g.Height}]++
			require.Zero(t, len(g.Walls)%tt.length)
			require.Equal(t, len(g.Walls), g.Board().Count(board.Wall), "a wall twice")
			if len(g.Walls) > 0 {
				walled++
			}
			for row := range slices.Chunk(g.Walls, tt.length) {
				require.True(t, straight(row), "%v", row)
			}
		}
		assert.InDelta(t, tt.walled, float64(walled)/n, 0.05)
		assert.InDelta(t, 0.3, float64(sizes[board.Point{X: 15, Y: 15}])/n, 0.05)
		assert.InDelta(t, 0.3, float64(sizes[board.Point{X: 20, Y: 20}])/n, 0.05)
		assert.Greater(t, len(sizes), 100, "sizes")
	}
}

// straight reports whether points lie side by side on a line.
func straight(points []board.Point) bool {
	for _, d := range board.Directions {
		if !slices.ContainsFunc(points[1:], func(p board.Point) bool {
			return p != points[0].Add(d, slices.Index(points, p))
		}) {
			return true
		}
	}
	return false
}

// Stones stand near each other, anywhere on the board, and neither finish a row nor foul.
func TestDrawStones(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	counts, edges := map[int]int{}, 0
	for range 2000 {
		b := board.New(between(rng, 10, 20), between(rng, 10, 20))
		b.Set(board.Point{X: rng.IntN(10), Y: rng.IntN(10)}, board.Wall)
		before := b.Clone()
		stones := drawStones(rng, b, board.Renju)
		if stones == nil {
			continue
		}
		counts[len(stones)]++
		low, high := stones[0], stones[0]
		for i, at := range stones {
			out, err := before.Play(at, sideAfter(i), board.Renju)
			require.NoError(t, err)
			require.False(t, out.Five() || out.Foul)
			low = board.Point{X: min(low.X, at.X), Y: min(low.Y, at.Y)}
			high = board.Point{X: max(high.X, at.X), Y: max(high.Y, at.Y)}
		}
		require.Equal(t, before, b)
		require.Less(t, max(high.X-low.X, high.Y-low.Y), 9)
		if min(low.X, low.Y) == 0 || high.X == b.Width()-1 || high.Y == b.Height()-1 {
			edges++
		}
	}
	assert.Len(t, counts, 7, "two to eight stones")
	assert.Greater(t, edges, 100)
}

// Random moves are marked; there are few, and only among the first.
func TestRandomMoves(t *testing.T) {
	p, marked := newPlayer(options{nodes: 300, check: usualCheck, most: usualMost, seed: 3}), 0
	for n := range 10 {
		g, err := p.play(t.Context(), n)
		require.NoError(t, err)
		for _, i := range g.Random {
			require.Less(t, i, g.Opening+12)
			require.NotEqual(t, int16(dataset.NoScore), g.Scores[i-g.Opening])
			marked++
		}
	}
	assert.Greater(t, marked, 0)
	assert.Less(t, marked, 7, "one in 20 of 12 moves in 5 games, less those that lose")
}
