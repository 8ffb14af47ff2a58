package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/search/pattern"
)

// randomPairNet returns a network with weights up to the given ones.
func randomPairNet(rng *rand.Rand, feature, hidden int16, bias int32, output int16) *PairNet {
	n := new(PairNet)
	for i := range n.FeatureWeights {
		for k := range n.FeatureWeights[i] {
			n.FeatureWeights[i][k] = upTo(rng, feature)
		}
	}
	for i := range n.Buckets {
		b := &n.Buckets[i]
		for u := range b.HiddenWeights {
			for k := range b.HiddenWeights[u] {
				b.HiddenWeights[u][k] = upTo(rng, hidden)
			}
			b.HiddenBias[u], b.OutputWeights[u] = upTo(rng, bias), upTo(rng, output)
			for f := range b.FlagWeights {
				b.FlagWeights[f][u] = upTo(rng, bias)
			}
		}
	}
	return n
}

// useLargest gives the hidden layers the largest weights of the same signs.
func (n *PairNet) useLargest() {
	for i := range n.Buckets {
		b := &n.Buckets[i]
		for u := range b.HiddenWeights {
			for k, w := range b.HiddenWeights[u] {
				b.HiddenWeights[u][k] = signed(w, MaxPairHidden)
			}
			b.HiddenBias[u], b.OutputWeights[u] = signed(b.HiddenBias[u], MaxPairBias), signed(b.OutputWeights[u], 1<<15-1)
			for f := range b.FlagWeights {
				b.FlagWeights[f][u] = signed(b.FlagWeights[f][u], MaxPairBias)
			}
		}
	}
}

// signed returns most with the sign of n.
func signed[N int16 | int32](n, most N) N {
	if n < 0 {
		return -most
	}
	return most
}

func upTo[N int16 | int32](rng *rand.Rand, most N) N { return N(rng.IntN(2*int(most)+1)) - most }

// The evaluator computes the same score as plain loops over the weights.
func TestPairEvaluatorAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	above, below := 0, 0
	for round := range 50 {
		n := randomPairNet(rng, 1, MaxPairHidden, MaxPairBias, 1<<15-1)
		extreme := round%4 == 0
		if extreme {
			n.useLargest()
		}
		e := NewPairEvaluator(n)
		for range 200 {
			var sums [AccumulatorSize]int16
			for i := range sums {
				if sums[i] = upTo[int16](rng, 1<<15-1); extreme {
					sums[i] = [2]int16{-1 << 15, 1<<15 - 1}[rng.IntN(2)]
				}
			}
			flags, bucket := rng.IntN(1<<Flags), rng.IntN(OutputBuckets)
			weights, v := &n.Buckets[bucket], int64(0)
			for u := range HiddenSize {
				h := int64(weights.HiddenBias[u])
				for i, a := range sums {
					h += int64(a) * int64(weights.HiddenWeights[u][i])
				}
				for f := range Flags {
					if flags>>f&1 == 1 {
						h += int64(weights.FlagWeights[f][u])
					}
				}
				if h > 0 {
					v += h * int64(weights.OutputWeights[u])
				}
			}
			require.EqualValues(t, v/(PairUnitScale*OutputScale), e.Evaluate(pack(&sums), flags, bucket))
			if v > 0 {
				above++
			} else {
				below++
			}
		}
	}
	assert.Greater(t, min(above, below), 100)
}

// Accumulators added and subtracted in any order are the sums of their rows, for both perspectives.
func TestPairAccumulatorsAgreeWithPlainSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x, o := randomPairNet(rng, 300, 1, 1, 1), randomPairNet(rng, 300, 1, 1, 1)
	table := PairTransformer(x, o)
	var acc PairAccumulators
	var plain [2][AccumulatorSize]int64
	for range 5000 {
		i := pattern.Pair(pattern.Class(rng.IntN(int(pattern.Classes))), pattern.Class(rng.IntN(int(pattern.Classes))))
		sign := int64(1 - 2*rng.IntN(2))
		if sign > 0 {
			acc = acc.Plus(table[i])
		} else {
			acc = acc.Minus(table[i])
		}
		near := false
		for k := range AccumulatorSize {
			plain[0][k] += sign * int64(x.FeatureWeights[i][k])
			plain[1][k] += sign * int64(o.FeatureWeights[i>>4|i<<4&0xff][k])
			near = near || max(plain[0][k], -plain[0][k], plain[1][k], -plain[1][k]) >= 1<<14
		}
		require.Equal(t, plain, [2][AccumulatorSize]int64{acc.X.unpack(), acc.O.unpack()})
		require.Equal(t, near, acc.NearOverflow())
	}
	for sum := range 1 << 14 {
		acc := pack(&[AccumulatorSize]int16{5: int16(-sum)})
		require.Equal(t, [AccumulatorSize]int64{5: int64(-sum)}, acc.unpack())
	}
	assert.True(t, PairAccumulators{O: pack(&[AccumulatorSize]int16{3: -1 << 14})}.NearOverflow())
}

func TestBucketOf(t *testing.T) {
	last := -1
	for _, stones := range []int{0, 16, 24, 32, 44} {
		last++
		assert.Equal(t, last, BucketOf(stones))
		assert.Equal(t, max(last-1, 0), BucketOf(stones-1))
	}
	assert.Equal(t, OutputBuckets-1, BucketOf(1<<14))
}

// The side to move sees its own class first.
func TestPairTransformer(t *testing.T) {
	n := new(PairNet)
	n.FeatureWeights[pattern.Pair(2, 9)][0], n.FeatureWeights[pattern.Pair(9, 2)][0] = 7, -7
	table := PairTransformer(n, n)
	assert.Equal(t, [2]int64{7, -7}, [2]int64{table[pattern.Pair(2, 9)].X.unpack()[0], table[pattern.Pair(2, 9)].O.unpack()[0]})
}

func BenchmarkPairEvaluator(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 3))
	n := randomPairNet(rng, 100, 200, 20000, 200)
	e, acc := NewPairEvaluator(n), pack(&n.FeatureWeights[5])
	for b.Loop() {
		e.Evaluate(acc, 1033, 2)
	}
}
