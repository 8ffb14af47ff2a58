package search

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
)

// winsByVCT is the slow twin of the solver: every four and open three, every answer, in order.
func winsByVCT(p *position, known map[uint64]bool) bool {
	if p.now().counts[p.side].rows() > 0 {
		return true
	}
	won, ok := known[p.now().key]
	if !ok {
		won = slices.ContainsFunc(p.allEmpty(), func(c cell) bool { return winsWith(p, c, known) })
		known[p.now().key] = won
	}
	return won
}

func winsWith(p *position, c cell, known map[uint64]bool) bool {
	stopsFive := p.now().counts[p.side^1].rows() > 0
	if !p.mayPlay(c) || p.class(c) < pattern.Three && !stopsFive {
		return false
	}
	p.make(c)
	defer p.unmake()
	own, other := p.now().counts[p.side^1], p.now().counts[p.side]
	if other.rows() > 0 || own.rows() == 0 && own.wins() == 0 {
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
			for seed := range 1000 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+300))
				b := boardtest.Clash(rng, 7+rng.IntN(2), 7, 20+rng.IntN(8))
				p := newPosition(b, board.X+board.Stone(rng.IntN(2)), testRules(rule))
				if !slices.ContainsFunc(p.allEmpty(), func(c cell) bool { return p.class(c) >= pattern.Three }) || winsByVCF(p) {
					continue // there are no threes, or no need of them
				}
				solver := new(vctSolver)
				got := solver.solve(p, 1<<14)
				require.False(t, solver.exhausted())
				require.Equal(t, winsByVCT(p, map[uint64]bool{}), got, "%v to move:\n%v", stoneOf(p.side), boardtest.Text(b))
				require.Zero(t, p.depth)
				if got {
					won++
				} else {
					lost++
				}
			}
			assert.Greater(t, won, 2)
			assert.Greater(t, lost, 100)
		})
	}
}

// A win by threats is one, whatever is answered, on boards where it takes long.
func TestWinsByVCTAreWins(t *testing.T) {
	const nodes = 20_000
	look := func(b *board.Board, side board.Stone, rule board.Rule) boardtest.Claim {
		p := newPosition(b, side, testRules(rule))
		solver := new(vctSolver)
		if !solver.solve(p, nodes) {
			return boardtest.Claim{}
		}
		line, _ := solver.win()
		return boardtest.Claim{Move: p.point(line[0]), Wins: true}
	}
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			t.Parallel()
			announced, positions := 0, 0
			for seed := range 40 {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)+60))
				b := boardtest.Sprinkle(rng, 12, 12, 10, 2)
				side := board.X + board.Stone(rng.IntN(2))
				p := newPosition(b, side, testRules(rule))
				if p.winIn() > 0 || new(vcfSolver).solve(p, nodes) {
					continue
				}
				if c := look(b, side, rule); c.Wins {
					announced++
					positions += boardtest.RequireWin(t, rng, look, c.Move, b, side, rule, 0)
				}
			}
			assert.Greater(t, announced, 3)
			assert.Greater(t, positions, 200*announced)
		})
	}
}

// A search that is cut short claims nothing.
func TestVCTEnd(t *testing.T) {
	w := boardtest.WonPositions(t, "../testdata/positions/won-freestyle-20.jsonl")[18]
	p := newPosition(w.Board(), w.ToMove(), testRules(w.Rule))
	solver := new(vctSolver)
	assert.False(t, solver.solve(p, 10))
	assert.True(t, solver.exhausted())
	assert.Equal(t, 10, solver.visited())
}

// The search for wins by threats allocates nothing but its table and lists.
func TestVCTDoNotAllocate(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(8, 8)), 20, 20, 8, 0)
	p := newPosition(b, board.X, testRules(board.Freestyle))
	solver := new(vctSolver)
	solver.solve(p, 5000)
	assert.Zero(t, testing.AllocsPerRun(1, func() {
		clear(solver.table)
		solver.solve(p, 5000)
	}))
}

// Wins by threats among the same positions: how many are proven with few nodes.
func TestVCTOnWonPositions(t *testing.T) {
	files, err := filepath.Glob("../testdata/positions/*.jsonl")
	require.NoError(t, err)
	var positions []boardtest.WonPosition
	for _, file := range files {
		positions = append(positions, boardtest.WonPositions(t, file)...)
	}
	for _, floor := range []struct{ nodes, proven int }{{1000, 14}, {10_000, 26}, {100_000, 31}} {
		proven, exhausted, nodes := 0, 0, 0
		for _, w := range positions {
			solver := new(vctSolver)
			p := newPosition(w.Board(), w.ToMove(), testRules(w.Rule))
			if solver.solve(p, floor.nodes) {
				proven++
			}
			if solver.exhausted() {
				exhausted++
			}
			nodes += solver.visited()
		}
		t.Logf("%d nodes: proven %d of %d, broken off %d, visited %d", floor.nodes, proven, len(positions), exhausted, nodes)
		assert.GreaterOrEqual(t, proven, floor.proven)
	}
}
