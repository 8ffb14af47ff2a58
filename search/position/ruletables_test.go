package position

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
	"tahoun/search/weights"
	"tahoun/search/weights/weightstest"
)

// Every code has the class of its shapes and the ranks of its combination.
func TestCellInfos(t *testing.T) {
	sets := weightstest.Sets(rand.New(rand.NewPCG(1, 1)))
	for _, rule := range boardtest.EveryRule {
		rules := NewRuleTables(rule, sets)
		for side := range 2 {
			_, w := sets.Of(rule, StoneOf(side))
			for _, code := range pattern.Each {
				for _, c := range code.Permutations() {
					f := rules.infos[side][c]
					class, suspect := c.Class(rule.Forbids(StoneOf(side)))
					own, opponent := w.Weights.OwnPolicy[c.Combination()], w.Weights.OpponentPolicy[c.Combination()]
					if f.Class() != class || f.suspect() != suspect || int(f.OwnPolicy()) != int(own) || int(f.OpponentPolicy()) != int(opponent) {
						require.FailNow(t, "another class, suspicion or rank", "%v of side %d: %v", c, side, f)
					}
				}
			}
		}
	}
}

// No stone lifts a count from below its guard to where the guard is clear again, on boards grown for it. Counts of 7
// bits need no look, and those of FourThree and DoubleThree have a test below.
func TestNoStoneSkipsAGuard(t *testing.T) {
	for _, count := range []struct {
		name    string
		classes []pattern.Class
		guard   int
		grown   int // less would say that the boards do not grow
	}{
		{"rows", []pattern.Class{pattern.WinningRow}, 16, 6},
		{"wins", []pattern.Class{pattern.WinningFour}, 32, 12},
		{"fours with more", []pattern.Class{pattern.FourThree, pattern.FourPlus}, 32, 10},
	} {
		t.Run(count.name, func(t *testing.T) {
			t.Parallel()
			most := 0
			for _, rule := range boardtest.EveryRule {
				for by := range 2 {
					for side := range 2 {
						rng := rand.New(rand.NewPCG(uint64(by), uint64(side)))
						most = max(most, growRise(count.classes, by, side, rule, rng))
					}
				}
			}
			t.Log(most)
			assert.GreaterOrEqual(t, most, count.grown)
			assert.LessOrEqual(t, most, count.guard)
		})
	}
}

// growRise changes squares of a board by chance, and keeps the changes with which a stone of by in the middle brings
// side more squares of some classes, or not many less (simulated annealing). It returns the most that one brought.
func growRise(classes []pattern.Class, by, side int, rule board.Rule, rng *rand.Rand) (most int) {
	const size, steps = 17, 2000
	p := New(board.New(size, size), board.X, testRules(rule))
	middle := Cell(size * size / 2)
	last := 0
	for step := range steps {
		c := Cell(rng.IntN(size * size))
		if c == middle {
			continue
		}
		was := p.square[c]
		p.square[c] = uint8(rng.IntN(3))
		p.writeToLines(c, p.square[c])
		p.refresh()
		rise := riseOf(p, middle, by, side, classes)
		heat := 0.35 * (1 - float64(step)/steps)
		if rise < last && rng.Float64() > math.Exp(float64(rise-last)/heat) {
			p.square[c] = was
			p.writeToLines(c, was)
			continue
		}
		last, most = rise, max(most, rise)
	}
	return most
}

// riseOf returns how many more squares of some classes side has after a stone of by on c.
func riseOf(p *Position, c Cell, by, side int, classes []pattern.Class) (rise int) {
	p.putStone(c, by)
	defer p.removeStone()
	was, at := p.plies[p.Depth-1].changedEnd, p.Now().changedEnd
	has := func(code uint32) int {
		return bit(slices.Contains(classes, p.Rules.classes[side][uint16(code>>(16*side))]))
	}
	for i := was; i < at; i++ {
		rise += has(p.next[i]) - has(p.previous[i])
	}
	return rise
}

// A stone may lift FourThree over its guard, but FourPlus counts the same squares.
func TestFourThreesAreGuardedTwice(t *testing.T) {
	for n := range ThreatCounts(64) {
		assert.Equal(t, n >= 16, (n * countedAs[pattern.FourThree]).overflow(), n)
	}
}

// A stone may lift DoubleThree over its guard: the count is then too low, and all other counts stay valid.
func TestDoubleThreesBeyondTheirGuard(t *testing.T) {
	for n := ThreatCounts(32); n < 48; n++ {
		s := n * countedAs[pattern.DoubleThree]
		assert.False(t, s.overflow())
		assert.EqualValues(t, n-32, s.doubleThrees())
		assert.False(t, s.AnyFour())
		assert.Equal(t, countedAs[pattern.DoubleThree].threatGroups(), s.threatGroups())
	}
}

// Two engines in one process judge by different weights, those of a file in the place of those in force.
func TestEnginesWithDifferentWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	loaded := weightstest.Random(rng)
	sets := weights.Sets{}
	require.NoError(t, sets.Load(weightstest.File("renju_o", loaded)))
	rules, usual := NewRuleTables(board.Renju, sets), NewRuleTables(board.Renju, nil)
	assert.Equal(t, loaded, rules.Weights[1])
	assert.Same(t, usual.Weights[0], rules.Weights[0])
	assert.NotEqual(t, usual.evaluators[1], rules.evaluators[1])
	assert.Same(t, usual.Weights[0], NewRuleTables(board.Renju, nil).Weights[0], "decoded once")
	assert.True(t, sets.Serve("renju_o", board.Renju))
	assert.False(t, sets.Serve("renju_o", board.Freestyle))

	sets = weights.Sets{}
	require.NoError(t, sets.Load(weightstest.File("freestyle", loaded)))
	assert.True(t, sets.Serve("freestyle", board.ExactFive), "which has none of its own")
	assert.False(t, sets.Serve("freestyle", board.Caro))
}
