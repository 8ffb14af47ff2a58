package search

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/search/pattern"
)

// randomWeights returns numbers of the size of fitted ones.
func randomWeights(rng *rand.Rand) *Weights {
	w := new(Weights)
	for i := range w.Worth {
		w.Worth[i] = int16(rng.IntN(401) - 200)
		w.Attack[i], w.Defence[i] = int16(rng.IntN(8192)), int16(rng.IntN(8192))
	}
	for i := range w.Threats {
		w.Threats[i] = int16(rng.IntN(401) - 200)
	}
	return w
}

// withFitted enters random weights for every set while the test runs.
func withFitted(t *testing.T, rng *rand.Rand) {
	before := fitted
	t.Cleanup(func() { fitted = before })
	fitted = map[string]*Weights{}
	for _, rule := range everyRule {
		fitted[setOf(rule, board.X)], fitted[setOf(rule, board.O)] = randomWeights(rng), randomWeights(rng)
	}
}

func TestSets(t *testing.T) {
	for rule, want := range map[board.Rule][2]string{
		board.Freestyle:                    {"freestyle", "freestyle"},
		board.Continuous:                   {"freestyle", "freestyle"},
		board.ExactFive:                    {"exact", "exact"},
		board.Renju:                        {"renju_x", "renju_o"},
		board.Renju | board.ExactFive:      {"renju_x", "renju_o"},
		board.Caro:                         {"caro", "caro"},
		board.Caro | board.ExactFive:       {"caro", "caro"},
		board.ExactFive | board.Continuous: {"exact", "exact"},
	} {
		assert.Equal(t, want, [2]string{setOf(rule, board.X), setOf(rule, board.O)}, "rule %d", rule)
	}
}

// Every code has the class of its shapes and the ranks of its combination.
func TestFacts(t *testing.T) {
	withFitted(t, rand.New(rand.NewPCG(1, 1)))
	for _, rule := range everyRule {
		know := newKnowledge(rule)
		for side := range 2 {
			_, w := WeightsOf(rule, stoneOf(side))
			for _, code := range pattern.Each {
				for _, c := range code.Orders() {
					f := know.facts[side][c]
					class, suspect := c.Class(rule.Forbids(stoneOf(side)))
					require.Equal(t, class, f.class())
					require.Equal(t, suspect, f.suspect())
					require.EqualValues(t, w.Attack[c.Combination()], f.attack())
					require.EqualValues(t, w.Defence[c.Combination()], f.defence())
				}
			}
		}
	}
}

// The evaluation is what plain loops over all squares, before and after the last stone, add up.
func TestEvaluateAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	withFitted(t, rng)
	for _, rule := range everyRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			know := newKnowledge(rule)
			seen, alone := map[int]bool{}, 0
			for range 400 {
				b := sprinkle(rng, 5+rng.IntN(16), 5+rng.IntN(16), rng.IntN(30), rng.IntN(10))
				p := newPosition(b, board.X+board.Stone(rng.IntN(2)), know)
				if p.now().empty == 0 {
					continue
				}
				before, quiet := plainWorth(p), p.now().quiet()
				require.Equal(t, before+plainThreat(p), p.evaluate())
				free := p.allEmpty()
				p.play(free[rng.IntN(len(free))])
				if p.now().crowded() {
					continue
				}
				want := plainWorth(p)
				if quiet {
					want = (want - before) / 2
				}
				alone += b2i(!quiet)
				require.Equal(t, want+plainThreat(p), p.evaluate())
				seen[p.threats()] = true
			}
			assert.NotZero(t, alone)
			assert.Greater(t, len(seen), 50)
		})
	}
}

// plainWorth adds up the worth of all squares for the side to move.
func plainWorth(p *position) int {
	v := 0
	for _, c := range p.allEmpty() {
		for side, sign := range map[int]int{p.side: 1, p.side ^ 1: -1} {
			_, w := WeightsOf(p.know.rule, stoneOf(side))
			v += sign * int(w.Worth[p.codeOf(c, side).Combination()])
		}
	}
	return v
}

// plainThreat returns the worth of the threats that the classes of all squares make.
func plainThreat(p *position) int {
	groups := [][]pattern.Class{
		{pattern.WinningFour}, {pattern.FourThree, pattern.FourPlus}, {pattern.SingleFour},
		{pattern.DoubleThree, pattern.ThreePlus}, {pattern.Three},
	}
	mask := 0
	for i, group := range append(groups, append([][]pattern.Class{{pattern.WinningRow}}, groups...)...) {
		side := p.side
		if i >= len(groups) {
			side ^= 1
		}
		for _, c := range p.allEmpty() {
			for _, class := range group {
				mask |= b2i(p.fact(c, side).class() == class) << i
			}
		}
	}
	_, w := WeightsOf(p.know.rule, stoneOf(p.side))
	return int(w.Threats[mask])
}
