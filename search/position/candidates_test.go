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

// Candidates agree with a loop over all stones.
func TestCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {4, 9}, {20, 20}, {63, 8}, {66, 70}, {120, 120}} {
		for _, stones := range []int{0, 1, 10, 95} {
			b := boardtest.Sprinkle(rng, size[0], size[1], stones, 3)
			var near, all []Cell
			for at, s := range b.Points {
				if s == board.Empty {
					all = append(all, Cell(at.Y*size[0]+at.X))
					if nearStone(b, at) {
						near = append(near, all[len(all)-1])
					}
				}
			}
			if near == nil {
				near = all
			}
			assert.Equal(t, near, New(b, board.O, testRules(board.Freestyle)).Candidates(nil))
		}
	}
}

// nearStone reports whether a stone lies in the square of seven by seven around at, or four away on one of its lines.
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

// The filter agrees with the classes: more than none of them, more than an open two.
func TestFilterAgreesWithClasses(t *testing.T) {
	better := map[CandidateFilter]pattern.Class{OpenTwoFilter: pattern.None, StrongFilter: pattern.Two}
	for least, than := range better {
		kept := 0
		for _, x := range pattern.Each {
			for _, o := range [...]pattern.Code{0, 0x3210, 0x5111, 0x1515, 0x4444, 0x0008, 0xc000} {
				classX, _ := x.Class(false)
				classO, _ := o.Class(false)
				if max(classX, classO) == pattern.WinningRow {
					continue
				}
				want := max(classX, classO) > than
				require.EqualValues(t, bit(want), least.passes(uint32(x)|uint32(o)<<16), "%x %x", x, o)
				require.EqualValues(t, bit(want), least.passes(uint32(o)|uint32(x)<<16), "%x %x", o, x)
				kept += bit(want)
			}
		}
		assert.NotZero(t, kept)
	}
}

// Every machine finds the same squares that pass the filter, or where a side makes a four or a five.
func TestSquaresByCodeAgreeWithTheirTwins(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var each []uint32
	for _, c := range pattern.Each {
		each = append(each, uint32(c))
	}
	var codes [64]uint32
	for range 200 {
		for i := range codes {
			x, o := each[rng.IntN(len(each))], each[rng.IntN(len(each))]
			codes[i] = []uint32{0, x, o << 16, x | o<<16}[rng.IntN(4)]
		}
		squares := rng.Uint64() >> rng.IntN(64)
		for _, least := range []CandidateFilter{OpenTwoFilter, StrongFilter} {
			require.Equal(t, least.passingGeneric(&codes, squares), least.passing(&codes, squares)&squares)
		}
		for side := range 2 {
			fours := foursOfGeneric(side, &codes, squares)
			require.Equal(t, fours, foursOf(side, &codes, squares)&squares)
			for i, code := range codes {
				class, _ := pattern.Code(code >> (16 * side)).Class(false)
				require.Equal(t, squares>>i&1 == 1 && class >= pattern.SingleFour, fours>>i&1 == 1)
			}
		}
	}
}

// Passing and failing candidates together are all candidates, each once.
func TestPassingAndFailingAreTheCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	rules := testRules(board.Freestyle)
	for range 20 {
		p := New(boardtest.Sprinkle(rng, 1+rng.IntN(70), 1+rng.IntN(20), rng.IntN(40), rng.IntN(5)), board.X, rules)
		all := p.Candidates(nil)
		room := make([]Cell, 0, p.Cells)
		for _, least := range []CandidateFilter{OpenTwoFilter, StrongFilter} {
			var want [2][]Cell
			for _, c := range all {
				kept := least.passes(p.code[c])
				want[kept] = append(want[kept], c)
			}
			require.ElementsMatch(t, want[1], p.PassingCandidates(least, room[:0]))
			require.ElementsMatch(t, want[0], p.FailingCandidates(least, room[:0]))
		}
	}
}

// An idle four makes a four and nothing besides, and no line joins it to the opponent's last stone within reach.
func TestIdleFour(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	rules := testRules(board.Freestyle)
	idle, busy := 0, 0
	for range 120 {
		b := boardtest.Clash(rng, 7+rng.IntN(4), 6+rng.IntN(5), 30)
		p := New(b, board.X, rules)
		require.False(t, slices.ContainsFunc(p.AllEmpty(), p.IdleFour), "there is no last stone")
		empty := p.AllEmpty()
		last := empty[rng.IntN(len(empty))]
		p.Make(last)
		for _, c := range p.AllEmpty() {
			if p.Class(c) != pattern.SingleFour {
				require.False(t, p.IdleFour(c))
				continue
			}
			from, to := p.Point(last), p.Point(c)
			joined := boardtest.OnLine(from, to, rules.lines.Reach)
			require.Equal(t, !joined, p.IdleFour(c), "%v after %v:\n%v", to, from, boardtest.Text(b))
			idle, busy = idle+bit(!joined), busy+bit(joined)
		}
	}
	assert.Greater(t, min(idle, busy), 40)
}
