package nnue

import (
	"math/bits"

	"tahoun/search/pages"
)

// A LineNet holds the weights of the line-pattern convolutional net. Each empty square has Channels sums for each
// perspective:
//
//	sum     feature transformer: FeatureBias and the rows of the LinePatterns on its four lines
//	relu    the ReLU of sum
//	conv    3x3 convolution, then ReLU: sum, ConvBias and the relus of the eight neighbours, which the first half of
//	        the channels adds and the second half subtracts
//	pooled  global sum pooling: relu and conv, each added up over all squares
//	hidden  value head: HiddenSize ReLU units, linear in pooled, with a bias by output bucket and a weight by flag
//	output  linear in hidden, by output bucket
//
// So relu combines the lines of a square, and conv combines neighbouring squares. Rapfi's Mix networks
// are the source of the idea: lines mapped to features, a depthwise convolution, pooling. There the kernel is learned,
// the lines have 11 squares, and a policy head follows; here the kernel is 1 or -1, so that no update multiplies, and
// the lines have 9 squares.
//
// The bounds of the biases keep relu and conv at 0 where no stone is near, so that the size of the board does not
// count.
type LineNet struct {
	LineLayers
	LineHidden
	OutputWeights [OutputBuckets][HiddenSize]int16 // score for a unit of 1; in OutputScale
}

// LineLayers are the weights of the layers up to conv.
type LineLayers struct {
	FeatureWeights [LinePatterns][Channels]int16 // in LineFeatureScale, up to MaxLineFeature; 0 without a stone
	FeatureBias    [Channels]int16               // in LineFeatureScale, from -MaxLineFeature to 0
	ConvBias       [Channels]int16               // in LineFeatureScale, up to MaxLineFeature, at most -FeatureBias
}

// A LineHidden holds the weights of a hidden layer over pooled.
type LineHidden struct {
	HiddenWeights [HiddenSize][PooledSize]int16    // in LineHiddenScale, up to MaxLineHidden
	HiddenBias    [OutputBuckets][HiddenSize]int32 // in LineUnitScale, up to MaxLineBias
	FlagWeights   [Flags][HiddenSize]int32         // added to the bias if the flag is set; the same
}

const (
	Channels   = 8            // sums of a square for each perspective
	PooledSize = 4 * Channels // own relus, the opponent's, own convs, the opponent's

	// Quantisation scales: the integer that stands for 1.
	LineFeatureScale = 1 << 7                                            // of sum, relu, conv and pooled
	LineHiddenScale  = 1 << 13                                           // of HiddenWeights
	LineUnitScale    = LineFeatureScale >> pooledShift * LineHiddenScale // of hidden units
	pooledShift      = 2                                                 // a head reads quarters of pooled, as int16

	// The largest weights either way: a unit fits 32 bits.
	MaxLineFeature = 1<<8 - 1             // see BoardAccumulator
	MaxLineHidden  = 1<<15/PooledSize - 1 // PooledSize of them times inputs of 16 bits stay within 1<<30,
	MaxLineBias    = 1 << 26              // and so do twelve biases and flags
)

// IsZero reports whether the network scores every position 0, as one that has not been trained does.
func (n *LineNet) IsZero() bool { return n.OutputWeights == [OutputBuckets][HiddenSize]int16{} }

// A LineTransformer holds the LineLayers for x to move and for o to move, prepared for speed.
type LineTransformer struct {
	*LineIndex
	weights     *[LinePatterns + 1]features // by LinePattern, and occupied
	featureBias features
	convBias    features
}

// features are the numbers of all channels, first from x's perspective and then from o's.
type features [2 * Channels]int16

// newLineTransformer prepares the layers for x to move and for o to move, which may be the same.
func newLineTransformer(index *LineIndex, x, o *LineLayers) *LineTransformer {
	t := &LineTransformer{LineIndex: index, weights: pages.Filled[[LinePatterns + 1]features]()}
	swap := t.SwapColours()
	for p := range x.FeatureWeights {
		copy(t.weights[p][:Channels], x.FeatureWeights[p][:])
		copy(t.weights[p][Channels:], o.FeatureWeights[swap[p]][:])
	}
	for i := range t.weights[occupied] {
		t.weights[occupied][i] = occupiedSum
	}
	t.featureBias, t.convBias = join(&x.FeatureBias, &o.FeatureBias), join(&x.ConvBias, &o.ConvBias)
	return t
}

// A LineEvaluator holds the LineNets for x to move and for o to move, prepared for speed.
type LineEvaluator struct {
	*LineTransformer
	heads [2]valueHead // by side to move
}

// NewLineEvaluator prepares the networks for x to move and for o to move, which may be the same.
func NewLineEvaluator(index *LineIndex, x, o *LineNet) *LineEvaluator {
	e := &LineEvaluator{LineTransformer: newLineTransformer(index, &x.LineLayers, &o.LineLayers)}
	e.heads[0].load(x)
	e.heads[1].load(o)
	return e
}

// Evaluate returns the score of a position for a side to move, 0 for x and 1 for o, in the units of search's evaluation
// (200 is odds of e : 1). flags has a bit for each flag.
func (e *LineEvaluator) Evaluate(a *BoardAccumulator, side, flags, bucket int) int {
	return e.heads[side].evaluate(&a.pooled, side, flags, bucket)
}

func join(x, o *[Channels]int16) (f features) {
	copy(f[:Channels], x[:])
	copy(f[Channels:], o[:])
	return f
}

// A valueHead holds the layers behind the pooling.
type valueHead struct {
	hiddenHead
	output *[OutputBuckets][HiddenSize]int16
}

func (h *valueHead) load(n *LineNet) {
	h.hiddenHead.load(&n.LineHidden)
	h.output = &n.OutputWeights
}

// evaluateGeneric returns the score for a side.
func (h *valueHead) evaluateGeneric(pooled *pooled, side, flags, bucket int) int {
	var units hiddenUnits
	h.hidden(&units, pooled, side, flags, bucket)
	v := int64(0)
	for u, weight := range &h.output[bucket] {
		v += int64(max(units[u], 0)) * int64(weight) // ReLU
	}
	return int(v / (LineUnitScale * OutputScale))
}

// A hiddenHead holds a LineHidden, prepared for speed.
type hiddenHead struct {
	weights pairedWeights
	low     [1 << lowFlags][OutputBuckets]hiddenUnits // biases by the lower flags and the bucket
	high    [1 << highFlags]hiddenUnits               // weights of the higher flags
}

type hiddenUnits = [HiddenSize]int32

// pairedWeights are the weights of a hidden layer for PooledSize inputs, two inputs at a time.
type pairedWeights [PooledSize / 2][HiddenSize][2]int16

func (w *pairedWeights) set(input, unit int, v int16) { w[input/2][unit][input%2] = v }

func (h *hiddenHead) load(n *LineHidden) {
	for u := range n.HiddenWeights {
		for i, w := range n.HiddenWeights[u] {
			h.weights.set(i, u, w)
		}
	}
	for bucket := range n.HiddenBias {
		h.low[0][bucket] = n.HiddenBias[bucket]
		for set := 1; set < len(h.low); set++ {
			h.low[set][bucket] = plus(&h.low[set&(set-1)][bucket], &n.FlagWeights[bits.TrailingZeros(uint(set))])
		}
	}
	for set := 1; set < len(h.high); set++ {
		h.high[set] = plus(&h.high[set&(set-1)], &n.FlagWeights[lowFlags+bits.TrailingZeros(uint(set))])
	}
}

// hidden sets units to the hidden layer of a side, in LineUnitScale and before the ReLU.
func (h *hiddenHead) hidden(units *hiddenUnits, pooled *pooled, side, flags, bucket int) {
	low, high := h.biases(flags, bucket)
	hiddenLayer(units, &h.weights, pooled, low, high, side)
}

// biases returns the two parts of the starting values of the units.
func (h *hiddenHead) biases(flags, bucket int) (low, high *hiddenUnits) {
	return &h.low[flags&(1<<lowFlags-1)][bucket], &h.high[flags>>lowFlags&(1<<highFlags-1)]
}

// plus returns the sums of a and b.
func plus(a, b *hiddenUnits) (sum hiddenUnits) {
	for u := range sum {
		sum[u] = a[u] + b[u]
	}
	return sum
}
