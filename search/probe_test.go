package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// A probe of a game longer than a search can be shows at every ply what the position before the last
// stone and that stone give.
func TestProbeOfALongGame(t *testing.T) {
	for _, rule := range []board.Rule{board.Freestyle, board.Renju} {
		rng := rand.New(rand.NewPCG(3, uint64(rule)))
		e := engine(rule)
		b := boardtest.Sprinkle(rng, 20, 20, 0, 5)
		v := e.Probe(b, board.X)
		side := board.X
		for range position.MaxPlies + 40 {
			free := boardtest.Empties(b)
			at := free[rng.IntN(len(free))]
			want := e.Probe(b, side)
			want.Play(at)
			v.Play(at)
			b.Set(at, side)
			side = side.Other()
			require.Equal(t, side, v.Side())
			require.Equal(t, want.Evaluate(), v.Evaluate())
			require.Equal(t, want.ThreatSet(), v.ThreatSet())
			require.Equal(t, want.WinIn(), v.WinIn())
			require.Equal(t, want.Quiet(), v.Quiet())
			require.ElementsMatch(t, want.p.DefencesOrCandidates(nil), v.p.DefencesOrCandidates(nil))
		}
	}
}

// Moves of WithMoves count as played, and leave nothing, also where they are longer than a search can be.
func TestWithMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	v := engine(board.Freestyle).Probe(board.New(20, 20), board.X)
	for range 140 {
		free := boardtest.Empties(v.Board())
		rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		line := free[:1+rng.IntN(12)]
		before := []any{v.Board(), v.Side(), v.Evaluate(), v.ThreatSet(), v.OwnThreats(), v.OpponentThreats(), v.WinIn()}
		v.WithMoves(line, func() {
			b, side := v.Board(), v.Side()
			want := engine(board.Freestyle).Probe(b, side)
			require.Equal(t, want.Evaluate(), v.Evaluate())
			require.Equal(t, want.ThreatSet(), v.ThreatSet())
			require.Equal(t, want.WinIn(), v.WinIn())
			require.Equal(t, len(free)-len(line), len(boardtest.Empties(b)))
		})
		require.Equal(t, before, []any{v.Board(), v.Side(), v.Evaluate(), v.ThreatSet(), v.OwnThreats(), v.OpponentThreats(), v.WinIn()})
		v.Play(free[0])
	}
}

// A probe shows all empty squares, and as candidates those of the search that are legal.
func TestProbeOfSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	legal, forbidden := 0, 0
	for range 80 {
		b := boardtest.Clash(rng, 12, 12, 60)
		v := engine(board.Renju).Probe(b, board.X)
		var all []board.Point
		for at, codes := range v.Empty {
			all = append(all, at)
			require.Equal(t, v.codes(v.p.Cell(at)), codes)
		}
		require.Equal(t, boardtest.Empties(b), all)
		var want, got []board.Point
		for _, c := range v.p.DefencesOrCandidates(nil) {
			if at := v.p.Point(c); b.Forbidden(at, board.Renju) {
				forbidden++
			} else {
				want = append(want, at)
			}
		}
		for at, codes := range v.Candidates {
			got = append(got, at)
			require.Equal(t, v.codes(v.p.Cell(at)), codes)
		}
		require.Equal(t, want, got)
		legal += len(want)
	}
	assert.NotZero(t, legal)
	assert.NotZero(t, forbidden)
}

// The last two stones touch the squares on their lines that a row through both could hold.
func TestRecency(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for rule, reach := range map[board.Rule]int{board.Freestyle: 4, board.ExactFive: 5} {
		for range 25 {
			b := boardtest.Sprinkle(rng, 7+rng.IntN(9), 7+rng.IntN(9), 20, 5)
			v := engine(rule).Probe(b, board.X)
			w := newWorker(v.p, nil, &DefaultParams)
			var last []board.Point
			for range 4 {
				free := boardtest.Empties(b)
				at := free[rng.IntN(len(free))]
				v.Play(at)
				b.Set(at, board.X)
				last = append([]board.Point{at}, last...)
				v.p.MarkRecent(&w.recent)
				for _, at := range boardtest.Empties(b) {
					want := 0
					for n := range min(2, len(last)) {
						want |= b2i(boardtest.OnLine(at, last[n], reach)) << n
					}
					require.Equal(t, want, v.Recency(at))
					require.EqualValues(t, want, w.recent[v.p.Cell(at)])
				}
				v.p.MarkRecent(&w.recent)
				require.Zero(t, w.recent)
			}
		}
	}
}

// The threats of a position agree with the classes of all squares, and with the threats before the last stone.
func TestSituations(t *testing.T) {
	own := [][]pattern.Class{
		{pattern.FourThree, pattern.FourPlus}, {pattern.SingleFour}, {pattern.DoubleThree, pattern.ThreePlus}, {pattern.Three},
	}
	opponent := append([][]pattern.Class{{pattern.WinningFour}}, own...)
	set := func(p *position.Position, side int, groups [][]pattern.Class) (bits int) {
		for _, c := range p.AllEmpty() {
			for i, classes := range groups {
				bits |= b2i(slices.Contains(classes, p.Info(c, side).Class())) << i
			}
		}
		return bits
	}
	rng := rand.New(rand.NewPCG(8, 8))
	answered := map[int]int{}
	for range boardtest.Sweep(200) {
		v := engine(board.Freestyle).Probe(boardtest.Clash(rng, 9+rng.IntN(8), 9+rng.IntN(8), 25), board.X)
		last := 0
		for range 3 {
			if v.Overflow() || v.p.Now().Empty == 0 {
				break
			}
			require.Equal(t, set(v.p, v.p.Side, own)|last<<4, v.OwnThreats())
			require.Equal(t, set(v.p, v.p.Side^1, opponent), v.OpponentThreats())
			switch other := v.p.Now().Counts[v.p.Side^1]; {
			case other.Rows() > 0:
				last = 1
			case other.Wins() > 0:
				last = 2
			default:
				last = 0
			}
			answered[last]++
			free := v.p.AllEmpty()
			v.Play(v.p.Point(free[rng.IntN(len(free))]))
		}
	}
	assert.Greater(t, min(answered[0], answered[1], answered[2]), 10)
}

// A line keeps the rules and ends where the table knows no more, or nothing is left to search. Looking for leaves
// leaves no trace.
func TestSampleLeaves(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			found, behindAnother := 0, 0
			for seed := range 3 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+70))
				b, side := boardtest.Sprinkle(rng, 15, 15, 8, 3), board.X
				e := testJob(b, side, rule, 5000)
				best, _ := run(e)
				key := e.p.Now().Key
				lines := e.SampleLeaves(8, rng.IntN)
				require.Equal(t, key, e.p.Now().Key)
				require.Equal(t, position.New(b, side, e.p.Rules).Evaluate(), e.p.Evaluate())
				require.LessOrEqual(t, len(lines), 8)
				for i, line := range lines {
					require.NotEmpty(t, line)
					require.NotContains(t, lines[:i], line)
					p := playOut(t, b, side, rule, line)
					_, known := e.worker.table.Probe(p.Now().Key)
					require.True(t, !known || p.WinIn() > 0 || p.Now().Empty == 0 || p.Now().Overflow(), "%v\n%v", line, boardtest.Text(b))
					found++
					behindAnother += b2i(line[0] != best)
				}
			}
			assert.Greater(t, found, 5)
			assert.Greater(t, behindAnother, 1)
		})
	}
}

// playOut plays a line from b, and requires that the rules allow it.
func playOut(t *testing.T, b *board.Board, side board.Stone, rule board.Rule, line []board.Point) *position.Position {
	t.Helper()
	b = b.Clone()
	for _, at := range line {
		out, err := b.Play(at, side, rule)
		require.NoError(t, err)
		require.False(t, out.Five() || out.Foul, "%v in %v", at, line)
		side = side.Other()
	}
	return position.New(b, side, testRules(rule))
}

// Without chance the only leaf is that of the best move.
func TestLeavesOfTheBestMove(t *testing.T) {
	e := testJob(boardtest.Sprinkle(rand.New(rand.NewPCG(8, 8)), 15, 15, 8, 0), board.X, board.Freestyle, 5000)
	best, _ := run(e)
	lines := e.SampleLeaves(5, func(int) int { return 0 })
	require.Len(t, lines, 1)
	assert.Equal(t, best, lines[0][0])
	assert.Greater(t, len(lines[0]), 2)
}

func TestNoLeavesWithoutSearch(t *testing.T) {
	e := testJob(boardtest.Parse("oxxxx-\n------\n------\n------\n------"), board.O, board.Freestyle, 2000)
	run(e)
	assert.Empty(t, e.SampleLeaves(5, rand.IntN))
}
