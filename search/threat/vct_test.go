package threat

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
	"tahoun/search/position"
)

// winsByVCT is the slow twin of the solver: every four and open three, every answer, in order.
func winsByVCT(p *position.Position, known map[uint64]bool) bool {
	if p.Now().Counts[p.Side].Rows() > 0 {
		return true
	}
	won, ok := known[p.Now().Key]
	if !ok {
		won = slices.ContainsFunc(p.AllEmpty(), func(c position.Cell) bool { return winsWith(p, c, known) })
		known[p.Now().Key] = won
	}
	return won
}

func winsWith(p *position.Position, c position.Cell, known map[uint64]bool) bool {
	stopsFive := p.Now().Counts[p.Side^1].Rows() > 0
	if !p.MayPlay(c) || p.Class(c) < pattern.Three && !stopsFive {
		return false
	}
	p.Make(c)
	defer p.Unmake()
	own, other := p.Now().Counts[p.Side^1], p.Now().Counts[p.Side]
	if other.Rows() > 0 || own.Rows() == 0 && own.Wins() == 0 {
		return false // the opponent finishes a row, or need not answer
	}
	return afterEveryMove(p, func() bool { return winsByVCT(p, known) })
}

// The solver is complete for fours and open threes, and sound, under every rule.
func TestVCTAgreeWithTryingEveryThreat(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			won, lost := 0, 0
			for seed := range boardtest.Sweep(320) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+800))
				b := boardtest.Clash(rng, 7+rng.IntN(2), 7, 20+rng.IntN(8))
				p := position.New(b, board.X+board.Stone(rng.IntN(2)), testRules(rule))
				if !slices.ContainsFunc(p.AllEmpty(), func(c position.Cell) bool { return p.Class(c) >= pattern.Three }) || winsByVCF(p, 1<<10) {
					continue // there are no threes, or no need of them
				}
				solver := new(VCT)
				got := solver.Solve(p, 1<<14)
				require.False(t, solver.Exhausted())
				require.Equal(t, winsByVCT(p, map[uint64]bool{}), got, "%v to move:\n%v", position.StoneOf(p.Side), boardtest.Text(b))
				require.Zero(t, p.Depth)
				if got {
					won++
				} else {
					lost++
				}
			}
			assert.Greater(t, won, 0)
			assert.Greater(t, lost, 20)
		})
	}
}

// A win by threats is one against every answer, on boards where it takes long.
func TestWinsByVCTAreWins(t *testing.T) {
	const nodes = 20_000
	look := func(b *board.Board, side board.Stone, rule board.Rule) boardtest.Claim {
		p := position.New(b, side, testRules(rule))
		solver := new(VCT)
		if !solver.Solve(p, nodes) {
			return boardtest.Claim{}
		}
		line, _ := solver.Win()
		return boardtest.Claim{Move: p.Point(line[0]), Wins: true}
	}
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			announced, positions := 0, 0
			for seed := range boardtest.Sweep(20) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+60))
				b := boardtest.Sprinkle(rng, 12, 12, 10, 2)
				side := board.X + board.Stone(rng.IntN(2))
				p := position.New(b, side, testRules(rule))
				if p.WinIn() > 0 || new(VCF).Solve(p, nodes) {
					continue
				}
				if c := look(b, side, rule); c.Wins {
					announced++
					positions += boardtest.RequireWin(t, rng, look, c.Move, b, side, rule, 0)
				}
			}
			assert.NotZero(t, announced)
			assert.Greater(t, positions, 100*announced)
		})
	}
}

// A search that is cut short claims nothing.
func TestVCTEnd(t *testing.T) {
	w := boardtest.WonPositions(t, "../../testdata/positions/won-freestyle-20.jsonl")[18]
	p := position.New(w.Board(), w.ToMove(), testRules(w.Rule))
	solver := new(VCT)
	assert.False(t, solver.Solve(p, 10))
	assert.True(t, solver.Exhausted())
	assert.Equal(t, 10, solver.Visited())
}

// A search asks at its first node and every stopEvery nodes whether to end. Told to, it has found nothing, and the next
// search finds as much as ever.
func TestStop(t *testing.T) {
	type solver interface {
		Solve(p *position.Position, limit int) bool
		Exhausted() bool
		Visited() int
	}
	const limit = 2000
	asked, last := 0, 0
	stop := func() bool {
		asked++
		return asked == last
	}
	ended := 0
	for _, w := range boardtest.WonPositions(t, "../../testdata/positions/won-freestyle-20.jsonl")[10:20] {
		p := position.New(w.Board(), w.ToMove(), testRules(w.Rule))
		for _, s := range []solver{&VCF{Stop: stop}, &VCT{Stop: stop}} {
			asked, last = 0, 3
			if s.Solve(p, limit); asked < last {
				continue
			}
			ended++
			assert.Less(t, s.Visited(), 5*stopEvery) // a VCF visits the other moves of its line in passing
			assert.True(t, s.Exhausted())
			asked, last = 0, 0
			again := s.Solve(p, limit)
			assert.Equal(t, (s.Visited()+stopEvery-1)/stopEvery, asked)
			_, fours := s.(*VCF)
			assert.Equal(t, fours && new(VCF).Solve(p, limit) || !fours && new(VCT).Solve(p, limit), again)
		}
	}
	assert.Greater(t, ended, 5)
}

// The search for wins by threats allocates nothing but its table and lists.
func TestVCTDoNotAllocate(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(8, 8)), 20, 20, 8, 0)
	p := position.New(b, board.X, testRules(board.Freestyle))
	solver := new(VCT)
	solver.Solve(p, 5000)
	assert.Zero(t, testing.AllocsPerRun(1, func() {
		clear(solver.table)
		solver.Solve(p, 5000)
	}))
}

// Wins by threats among the same positions: how many are proven with few nodes.
func TestVCTOnWonPositions(t *testing.T) {
	files, err := filepath.Glob("../../testdata/positions/*.jsonl")
	require.NoError(t, err)
	var positions []boardtest.WonPosition
	for _, file := range files {
		positions = append(positions, boardtest.WonPositions(t, file)...)
	}
	for _, floor := range []struct{ nodes, proven int }{{1000, 14}, {10_000, 26}} {
		proven, exhausted, nodes := 0, 0, 0
		for _, w := range positions {
			solver := new(VCT)
			p := position.New(w.Board(), w.ToMove(), testRules(w.Rule))
			if solver.Solve(p, floor.nodes) {
				proven++
			}
			if solver.Exhausted() {
				exhausted++
			}
			nodes += solver.Visited()
		}
		t.Logf("%d nodes: proven %d of %d, broken off %d, visited %d", floor.nodes, proven, len(positions), exhausted, nodes)
		assert.GreaterOrEqual(t, proven, floor.proven)
	}
}
