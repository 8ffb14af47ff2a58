package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search/pattern"
)

// random returns a network with numbers up to the given ones.
func random(rng *rand.Rand, lane, hide int16, start int32, out int16) *Net {
	n := new(Net)
	for i := range n.Lanes {
		for k := range n.Lanes[i] {
			n.Lanes[i][k] = upTo(rng, lane)
		}
	}
	for i := range n.Heads {
		h := &n.Heads[i]
		for u := range h.Hide {
			for k := range h.Hide[u] {
				h.Hide[u][k] = upTo(rng, hide)
			}
			h.Bias[u], h.Out[u] = upTo(rng, start), upTo(rng, out)
			for f := range h.Flag {
				h.Flag[f][u] = upTo(rng, start)
			}
		}
	}
	return n
}

func upTo[N int16 | int32](rng *rand.Rand, most N) N { return N(rng.IntN(2*int(most)+1)) - most }

// The score is what plain loops over all numbers make of the sums.
func TestScoreAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	above, below := 0, 0
	for range 50 {
		n := random(rng, 1, MostHide, MostStart, 1<<15-1)
		j := NewJudge(n)
		for range 200 {
			var sums [Width]int16
			for i := range sums {
				sums[i] = upTo[int16](rng, 1<<15-1)
			}
			flags, stage := rng.IntN(1<<Flags), rng.IntN(Stages)
			head, v := &n.Heads[stage], int64(0)
			for u := range Units {
				h := int64(head.Bias[u])
				for i, a := range sums {
					h += int64(a) * int64(head.Hide[u][i])
				}
				for f := range Flags {
					if flags>>f&1 == 1 {
						h += int64(head.Flag[f][u])
					}
				}
				if h > 0 {
					v += h * int64(head.Out[u])
				}
			}
			require.EqualValues(t, v/(UnitOne*OutOne), j.Score(pack(&sums), flags, stage))
			if v > 0 {
				above++
			} else {
				below++
			}
		}
	}
	assert.Greater(t, min(above, below), 100)
}

// Lanes added and subtracted in whatever order are the sums of their rows, for both views.
func TestLanesAgreeWithPlainSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x, o := random(rng, 300, 1, 1, 1), random(rng, 300, 1, 1, 1)
	table := Tabulate(x, o)
	var views Views
	var plain [2][Width]int64
	for range 5000 {
		i := pattern.Pair(pattern.Class(rng.IntN(int(pattern.Classes))), pattern.Class(rng.IntN(int(pattern.Classes))))
		sign := int64(1 - 2*rng.IntN(2))
		if sign > 0 {
			views = views.Plus(table[i])
		} else {
			views = views.Minus(table[i])
		}
		full := false
		for k := range Width {
			plain[0][k] += sign * int64(x.Lanes[i][k])
			plain[1][k] += sign * int64(o.Lanes[i>>4|i<<4&0xff][k])
			full = full || max(plain[0][k], -plain[0][k], plain[1][k], -plain[1][k]) >= 1<<14
		}
		require.Equal(t, plain, [2][Width]int64{views.X.unpack(), views.O.unpack()})
		require.Equal(t, full, views.Full())
	}
	for sum := range 1 << 14 {
		l := pack(&[Width]int16{5: int16(-sum)})
		require.Equal(t, [Width]int64{5: int64(-sum)}, l.unpack())
	}
	assert.True(t, Views{O: pack(&[Width]int16{3: -1 << 14})}.Full())
}

func TestStage(t *testing.T) {
	last := -1
	for _, stones := range []int{0, 16, 24, 32, 44} {
		last++
		assert.Equal(t, last, Stage(stones))
		assert.Equal(t, max(last-1, 0), Stage(stones-1))
	}
	assert.Equal(t, Stages-1, Stage(1<<14))
}

// The side to move sees its own class first.
func TestPair(t *testing.T) {
	n := new(Net)
	n.Lanes[pattern.Pair(2, 9)][0], n.Lanes[pattern.Pair(9, 2)][0] = 7, -7
	table := Tabulate(n, n)
	assert.Equal(t, [2]int64{7, -7}, [2]int64{table[pattern.Pair(2, 9)].X.unpack()[0], table[pattern.Pair(2, 9)].O.unpack()[0]})
}

func BenchmarkScore(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	n := random(rng, 100, 200, 20000, 200)
	j, l := NewJudge(n), pack(&n.Lanes[5])
	for b.Loop() {
		j.Score(l, 1033, 2)
	}
}
