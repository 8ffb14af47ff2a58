package nnue

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomLineNet returns a network with weights up to the largest allowed, sometimes only with the largest.
func randomLineNet(rng *rand.Rand) *LineNet {
	n := new(LineNet)
	extreme := rng.IntN(4) == 0
	number := func(most int32) int32 {
		if extreme {
			return most * int32(2*rng.IntN(2)-1)
		}
		return upTo(rng, most)
	}
	for i := range n.FeatureWeights {
		for k := range n.FeatureWeights[i] {
			n.FeatureWeights[i][k] = int16(number(MaxLineFeature))
		}
	}
	for k := range n.FeatureBias {
		n.FeatureBias[k] = int16(min(number(MaxLineFeature), 0))
		n.ConvBias[k] = int16(min(number(MaxLineFeature), -int32(n.FeatureBias[k])))
	}
	for u := range n.HiddenWeights {
		for k := range n.HiddenWeights[u] {
			n.HiddenWeights[u][k] = int16(number(MaxLineHidden))
		}
		for bucket := range n.HiddenBias {
			n.HiddenBias[bucket][u], n.OutputWeights[bucket][u] = number(MaxLineBias), int16(number(1<<15-1))
		}
		for f := range n.FlagWeights {
			n.FlagWeights[f][u] = number(MaxLineBias)
		}
	}
	blank := NewLineIndex().Pattern(0, 0)
	clear(n.FeatureWeights[blank][:])
	return n
}

// A scene holds the line patterns of the empty squares of a board; those of other squares are nil.
type scene map[Square]*[4]LinePattern

func (s scene) clone() scene {
	c := scene{}
	for at, lines := range s {
		if lines != nil {
			copied := *lines
			lines = &copied
		}
		c[at] = lines
	}
	return c
}

// After random changes, some of them undone, an accumulator equals that of plain loops, and pooled equals its recount.
func TestBoardAccumulatorAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		transformer := NewLineEvaluator(NewLineIndex(), randomLineNet(rng), randomLineNet(rng))
		width, height := 1+rng.IntN(9), 1+rng.IntN(9)
		a, now := transformer.NewAccumulator(width, height), scene{}
		for y := range height {
			for x := range width {
				if rng.IntN(8) > 0 {
					a.SetEmpty(a.At(x, y))
					b := transformer.Blank()
					now[a.At(x, y)] = &[4]LinePattern{b, b, b, b}
				}
			}
		}
		plain := a.Clone()
		var done [][]Change
		before := []scene{now.clone()}
		for range 40 {
			if last := len(done) - 1; last >= 0 && rng.IntN(3) == 0 {
				a.Undo(done[last])
				plain.updateGeneric(done[last], true)
				now, done, before = before[last].clone(), done[:last], before[:last+1]
			} else {
				done = append(done, now.draw(rng, transformer.LineTransformer))
				a.Update(done[last+1])
				plain.updateGeneric(done[last+1], false)
				before = append(before, now.clone())
			}
			require.Len(t, a.saved, len(done))
			plain.saved = a.saved // plain loops recompute pooled instead
			require.Equal(t, plain, a)
			require.Equal(t, now.pooled(a), a.pooled)
			side, flags, bucket := rng.IntN(2), rng.IntN(1<<Flags), rng.IntN(OutputBuckets)
			head := &transformer.heads[side]
			var fast, slow [HiddenSize]int32
			low, high := &head.low[flags&(1<<lowFlags-1)][bucket], &head.high[flags>>lowFlags]
			hiddenLayer(&fast, &head.weights, &a.pooled, low, high, side)
			hiddenLayerGeneric(&slow, &head.weights, &a.pooled, low, high, side)
			require.Equal(t, slow, fast)
		}
	}
}

// draw changes some line patterns, and perhaps occupies a square, and returns the changes.
func (s scene) draw(rng *rand.Rand, transformer *LineTransformer) (changes []Change) {
	takes := rng.IntN(3) > 0
	for _, at := range slices.Sorted(maps.Keys(s)) {
		lines := s[at]
		switch {
		case lines == nil:
		case takes && rng.IntN(9) == 0:
			changes = append(changes, transformer.Occupy(at))
			s[at], takes = nil, false
		case rng.IntN(3) == 0:
			d, to := rng.IntN(4), LinePattern(rng.IntN(LinePatterns))
			changes = append(changes, Change{at, lines[d], to})
			lines[d] = to
		}
	}
	return changes
}

// pooled counts the pooled sums of a anew.
func (s scene) pooled(a *BoardAccumulator) (all pooled) {
	sum := func(at Square) (sum, relu features) {
		lines := s[at]
		if lines == nil {
			return sum, relu
		}
		sum = a.transformer.featureBias
		for i := range sum {
			for _, p := range lines {
				sum[i] += a.transformer.weights[p][i]
			}
			relu[i] = max(sum[i], 0)
		}
		return sum, relu
	}
	for at, lines := range s {
		if lines == nil {
			continue
		}
		conv, relu := sum(at)
		for i := range conv {
			all[0][i] += int32(relu[i])
			conv[i] += a.transformer.convBias[i]
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if dx == 0 && dy == 0 {
					continue
				}
				_, neighbour := sum(at + Square(a.Step(dx, dy)))
				for i := range conv {
					if i%Channels < Channels/2 {
						conv[i] += neighbour[i]
					} else {
						conv[i] -= neighbour[i]
					}
				}
			}
		}
		for i := range conv {
			all[1][i] += int32(max(conv[i], 0))
		}
	}
	return all
}

// The value head computes the same score as plain loops over its weights.
func TestValueHeadAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	signs := map[bool]int{}
	for range 20 {
		nets := [2]*LineNet{randomLineNet(rng), randomLineNet(rng)}
		e := NewLineEvaluator(NewLineIndex(), nets[0], nets[1])
		a := e.NewAccumulator(3, 3)
		for range 50 {
			for i := range a.pooled {
				for k := range a.pooled[i] {
					a.pooled[i][k] = rng.Int32N(150_000)
				}
			}
			side, flags, bucket := rng.IntN(2), rng.IntN(1<<Flags), rng.IntN(OutputBuckets)
			n, v := nets[side], int64(0)
			for u := range HiddenSize {
				h := int64(n.HiddenBias[bucket][u])
				for flag := range Flags {
					h += int64(flags >> flag & 1 * int(n.FlagWeights[flag][u]))
				}
				for i := range 2 {
					for k := range Channels {
						h += int64(n.HiddenWeights[u][2*i*Channels+k]) * quarter(a.pooled[i][side*Channels+k])
						h += int64(n.HiddenWeights[u][(2*i+1)*Channels+k]) * quarter(a.pooled[i][(1-side)*Channels+k])
					}
				}
				v += max(h, 0) * int64(n.OutputWeights[bucket][u])
			}
			require.EqualValues(t, v/(LineUnitScale*OutputScale), e.Evaluate(a, side, flags, bucket))
			signs[v > 0]++
		}
	}
	assert.Greater(t, min(signs[true], signs[false]), 100)
}

func quarter(pooled int32) int64 { return int64(min(pooled/4, 1<<15-1)) }

func TestLinePatterns(t *testing.T) {
	index := NewLineIndex()
	met := map[LinePattern]bool{}
	swap := index.SwapColours()
	for low := range 1 << (2 * Reach) {
		for high := range 1 << (2 * Reach) {
			n := index.Pattern(uint8(low), uint8(high))
			met[n] = true
			require.Equal(t, n, index.Pattern(uint8(mirror(high)), uint8(mirror(low))))
			require.Equal(t, n, swap[swap[n]])
		}
	}
	assert.Len(t, met, LinePatterns)
	const x, o, edge = 1, 2, 3
	assert.Equal(t, index.Pattern(0, x|edge<<2), index.Pattern(0, x|edge<<2|o<<4), "behind a wall")
	assert.NotEqual(t, index.Pattern(0, x|edge<<2), index.Pattern(0, x))
	assert.NotEqual(t, index.Pattern(0, x<<2), index.Pattern(0, x))
	assert.Equal(t, index.Pattern(x<<6, x<<2), swap[index.Pattern(o<<6, o<<2)])
	assert.NotEqual(t, index.Pattern(x<<6, x<<2), index.Pattern(o<<6, o<<2))
}

// mirror returns a half as seen from the other end.
func mirror(half int) (to int) {
	for i := range Reach {
		to |= half >> (2 * i) & 3 << (2 * (Reach - 1 - i))
	}
	return to
}

func BenchmarkBoardAccumulator(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 6))
	transformer := NewLineEvaluator(NewLineIndex(), randomLineNet(rng), randomLineNet(rng))
	a := transformer.NewAccumulator(20, 20)
	for y := range 20 {
		for x := range 20 {
			a.SetEmpty(a.At(x, y))
		}
	}
	changes := []Change{transformer.Occupy(a.At(10, 10))}
	for i := range 20 {
		dx, dy := [...]int{1, 1, 0, -1}[i%4], [...]int{0, 1, 1, 1}[i%4]
		changes = append(changes, Change{a.At(10+(i/4-2)*dx, 10+(i/4-2)*dy), transformer.Blank(), LinePattern(rng.IntN(LinePatterns))})
	}
	b.Run("update and undo", func(b *testing.B) {
		for b.Loop() {
			a.Update(changes)
			a.Undo(changes)
		}
	})
	b.Run("generic", func(b *testing.B) {
		for b.Loop() {
			a.updateGeneric(changes, false)
			a.updateGeneric(changes, true)
		}
	})
	b.Run("evaluate", func(b *testing.B) {
		for b.Loop() {
			transformer.Evaluate(a, 0, 1033, 2)
		}
	})
}
