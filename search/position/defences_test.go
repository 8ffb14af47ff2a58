package position

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
)

// Answers to a five are exactly the legal moves that leave the opponent without one.
func TestFiveDefences(t *testing.T) {
	checked := 0
	for _, rule := range boardtest.EveryRule {
		for seed := range boardtest.Sweep(120) {
			rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
			b := boardtest.Clash(rng, 6+rng.IntN(4), 5+rng.IntN(5), 15)
			side := board.X + board.Stone(rng.IntN(2))
			p := New(b, side, testRules(rule))
			n := p.Now().Counts[p.Side^1].Rows()
			if n == 0 || p.Now().Counts[p.Side].Rows() > 0 {
				continue
			}
			checked++
			var want []Cell
			for _, at := range boardtest.Empties(b) {
				if side == board.X && b.Forbidden(at, rule) {
					continue
				}
				b.Set(at, side)
				if !slices.ContainsFunc(boardtest.Empties(b), func(q board.Point) bool { return b.Wins(q, side.Other(), rule) }) {
					want = append(want, p.Cell(at))
				}
				b.Set(at, board.Empty)
			}
			got := p.FiveDefences(n, nil)
			slices.Sort(got)
			require.ElementsMatch(t, want, slices.Compact(got), "rule %d, %v to move:\n%v", rule, side, boardtest.Text(b))
		}
	}
	assert.Greater(t, checked, 55)
}

// Answers to a double threat of five are exactly the own fours and the moves that take it away.
func TestFourDefences(t *testing.T) {
	checked := 0
	for _, rule := range boardtest.EveryRule {
		for seed := range boardtest.Sweep(150) {
			rng := rand.New(rand.NewPCG(uint64(seed), uint64(rule)))
			b := boardtest.Clash(rng, 7+rng.IntN(4), 6+rng.IntN(5), 30)
			p := New(b, board.X+board.Stone(rng.IntN(2)), testRules(rule))
			own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
			if own.Rows() > 0 || other.Rows() > 0 || other.Wins() == 0 {
				continue
			}
			checked++
			var want []Cell
			for _, c := range p.AllEmpty() {
				if !p.MayPlay(c) {
					continue
				}
				four := p.Class(c) >= pattern.SingleFour
				p.Make(c)
				if four || p.Now().Counts[p.Side].Wins() == 0 {
					want = append(want, c)
				}
				p.Unmake()
			}
			got := p.FourDefences(other.Wins(), nil)
			for _, c := range want {
				require.Contains(t, got, c, "rule %d, %v to move:\n%v", rule, StoneOf(p.Side), boardtest.Text(b))
			}
			if !rule.Forbids(board.X) { // a stone of o may make a forbidden square legal that wins as well
				require.Len(t, got, len(want), "rule %d, %v to move:\n%v", rule, StoneOf(p.Side), boardtest.Text(b))
			}
		}
	}
	assert.Greater(t, checked, 45)
}

// Every move outside the list loses to a four and open three: the opponent makes it, the one answer is no four,
// and an open four follows. The list has every quiet move that helps.
func TestFourThreeDefences(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	checked := 0
	for _, rule := range []board.Rule{board.Freestyle, board.ExactFive} {
		for range boardtest.Sweep(400) {
			b := boardtest.Clash(rng, 9, 8, 42+rng.IntN(12))
			side := board.X + board.Stone(rng.IntN(2))
			p := New(b, side, testRules(rule))
			own, other := p.Now().Counts[p.Side], p.Now().Counts[p.Side^1]
			n := other.fourThrees()
			if n == 0 || other.Rows()+other.Wins()+own.Rows()+own.Wins() > 0 {
				continue
			}
			got, needed := p.fourThreeDefences(n, nil)
			loses := func() bool { // the opponent is to move
				for _, c := range p.Find(p.Side, pattern.FourThree, p.Now().Counts[p.Side].fourThrees(), nil) {
					if p.losesTo(c) {
						return true
					}
				}
				return false
			}
			p.NullMove()
			real := loses()
			p.NullMove()
			require.Equal(t, real, needed, "rule %d, %v to move:\n%v", rule, side, boardtest.Text(b))
			if !needed {
				continue
			}
			checked++
			want := []Cell{}
			for _, c := range p.AllEmpty() {
				four := p.Class(c) >= pattern.SingleFour
				p.Make(c)
				if four || !loses() {
					want = append(want, c)
				}
				p.Unmake()
			}
			slices.Sort(got)
			require.Equal(t, want, got, "rule %d, %v to move:\n%v", rule, side, boardtest.Text(b))
		}
	}
	assert.Greater(t, checked, 15)
}

// losesTo reports whether the opponent of the side to move loses when that plays c: all it can do then is to stop a
// five without making a four, and an open four or five follows.
func (p *Position) losesTo(c Cell) bool {
	p.Make(c)
	defer p.Unmake()
	answers := p.FiveDefences(p.Now().Counts[p.Side^1].Rows(), nil)
	for _, a := range answers {
		if p.Class(a) >= pattern.SingleFour {
			return false
		}
		p.Make(a)
		won := p.Now().Counts[p.Side].Wins() > 0 && p.Now().Counts[p.Side^1].Rows() == 0
		p.Unmake()
		if !won {
			return false
		}
	}
	return len(answers) > 0
}
