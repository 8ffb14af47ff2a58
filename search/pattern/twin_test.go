package pattern_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/pattern"
)

// A plain line, a square per letter: "-", own "x", opponent's "o", wall "#". The centre is in the middle.
type line []byte

// row returns the first and the last square of the row through i.
func (l line) row(i int) (from, to int) {
	for from = i; from > 0 && l[from-1] == 'x'; from-- {
	}
	for to = i; to+1 < len(l) && l[to+1] == 'x'; to++ {
	}
	return from, to
}

func (l line) at(i int) byte {
	if i < 0 || i >= len(l) {
		return '#'
	}
	return l[i]
}

// five reports whether the row through i wins.
func (l line) five(i int, rows board.Rows) bool {
	from, to := l.row(i)
	switch n := to - from + 1; {
	case n < 5:
		return false
	case n > 5:
		return !rows.Exact
	}
	return !rows.Caro || l.at(from-1) != 'o' || l.at(to+1) != 'o'
}

// fives returns the squares that would finish a row.
func (l line) fives(rows board.Rows) []int {
	var all []int
	for i, s := range l {
		if s == '-' {
			m := slices.Clone(l)
			if m[i] = 'x'; m.five(i, rows) {
				all = append(all, i)
			}
		}
	}
	return all
}

// shape names the shape of an own stone on the centre, if it is a five or a four; Dead stands for all lesser ones.
func (l line) shape(rows board.Rows, forbids bool) pattern.Shape {
	centre := len(l) / 2
	l[centre] = 'x'
	from, to := l.row(centre)
	fives := l.fives(rows)
	switch {
	case l.five(centre, rows):
		return pattern.Five
	case rows.Exact && to-from+1 > 5:
		return pattern.Overline
	case len(fives) == 0:
		return pattern.Dead
	case forbids && len(fives) > 1 && fives[len(fives)-1]-fives[0] < 5:
		return pattern.Overline
	}
	for i, s := range l {
		if s == '-' {
			m := slices.Clone(l)
			if m[i] = 'o'; len(m.fives(rows)) == 0 {
				return pattern.Four
			}
		}
	}
	return pattern.OpenFour
}

// The tables name fives and fours as a plain loop over the line does, for both sides, under every rule.
func TestFoursAgreeWithPlainLoops(t *testing.T) {
	for _, rule := range boardtest.EveryRule {
		t.Run(fmt.Sprint(rule), func(t *testing.T) {
			s := pattern.NewTable(rule)
			half := uint32(1) << (2 * s.Reach)
			step := uint32(1)
			if s.Reach == 5 {
				step = 41/uint32(boardtest.Sweep(1)) | 1 // every forty-first of a million keys
			}
			for key := uint32(0); key < half*half; key += step {
				low, high := key%half, key/half
				both := s.Lookup(low, high)
				for side, letters := range []string{"-xo#", "-ox#"} {
					stone := board.X + board.Stone(side)
					l := make(line, 0, 11)
					for i := range s.Reach {
						l = append(l, letters[low>>(2*i)&3])
					}
					l = append(l, '-')
					for i := range s.Reach {
						l = append(l, letters[high>>(2*i)&3])
					}
					if hasFive(l, rule.Rows(stone)) {
						continue // the game is over, and the shape does not matter
					}
					text := string(l)
					want := l.shape(rule.Rows(stone), rule.Forbids(stone))
					got := pattern.Shape(both >> (4 * side) & 15)
					if want == pattern.Dead {
						require.Less(t, got, pattern.Four, "%v on %s", stone, text)
						continue
					}
					require.Equal(t, want, got, "%v on %s", stone, text)
				}
			}
		})
	}
}

// hasFive reports whether a row is there, or one square other than the centre short of it.
func hasFive(l line, rows board.Rows) bool {
	for i, s := range l {
		if s == 'x' && l.five(i, rows) {
			return true
		}
	}
	return slices.ContainsFunc(l.fives(rows), func(i int) bool { return i != len(l)/2 })
}
