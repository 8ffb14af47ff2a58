package train

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// The parameters of a convolutional net, see nnue.LineNet, in this order: a row of feature weights for each line
// pattern; a row for each pair of shapes, which all patterns of these shapes share; the two biases; the hidden and flag
// weights; the hidden biases and output weights of each bucket.
const (
	channels     = nnue.Channels
	allShapes    = 1 << 8 // two shapes, of four bits each
	patternsSize = nnue.LinePatterns * channels
	shapesSize   = allShapes * channels
	hiddenSize   = nnue.HiddenSize * nnue.PooledSize
	flagsSize    = nnue.Flags * nnue.HiddenSize
	bucketsSize  = nnue.OutputBuckets * nnue.HiddenSize
	convSize     = patternsSize + shapesSize + 2*channels + hiddenSize + flagsSize + 2*bucketsSize
)

// A convParams is the part of the parameters, or of their gradient, that belongs to a set's convolutional net.
type convParams struct{ patterns, shapes, bias1, bias2, hidden, flags, bias, out []float64 }

// conv returns the convolutional net of a set.
func (m *model) conv(theta []float64, set int) (s convParams) {
	rest := theta[m.convAt(set):]
	cut := func(n int) []float64 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	s.patterns, s.shapes = cut(patternsSize), cut(shapesSize)
	s.bias1, s.bias2 = cut(channels), cut(channels)
	s.hidden, s.flags, s.bias, s.out = cut(hiddenSize), cut(flagsSize), cut(bucketsSize), cut(bucketsSize)
	return s
}

// convAt returns where the parameters of a set's convolutional net begin.
func (m *model) convAt(set int) int { return m.net(len(m.names)) + set*convSize }

// poolScale is the sum that counts as 1 in a pooled value.
const poolScale = 32

// patternTables are the properties of windows that depend on the rule alone.
type patternTables struct {
	numbering   *nnue.LineIndex
	swap        *[nnue.LinePatterns]nnue.LinePattern
	blank       [nnue.LinePatterns]bool     // has no stone
	emptySquare [4]nnue.LinePattern         // of a square with no stone nearby
	shapes      [2][nnue.LinePatterns]uint8 // by side: the shapes of the centre for it and for its opponent
}

func newPatternTables(rule board.Rule) *patternTables {
	s := &patternTables{numbering: nnue.NewLineIndex()}
	s.swap = s.numbering.SwapColours()
	for d := range s.emptySquare {
		s.emptySquare[d] = s.numbering.Pattern(0, 0)
	}
	lines := pattern.NewTable(rule)
	beyond := 2 * (lines.Reach - nnue.Reach) // squares that a window does not show count as empty
	for low := range 1 << (2 * nnue.Reach) {
		for high := range 1 << (2 * nnue.Reach) {
			w := s.numbering.Pattern(uint8(low), uint8(high))
			s.blank[w] = stoneless(low, nnue.Reach-1, -1) && stoneless(high, 0, 1)
			shapes := lines.Lookup(uint32(low)<<beyond, uint32(high))
			s.shapes[0][w] = shapes
			s.shapes[1][s.swap[w]] = shapes>>4 | shapes<<4
		}
	}
	return s
}

// stoneless reports whether a half window, from its nearest square on, shows no stone.
func stoneless(half, nearest, step int) bool {
	for i := range nnue.Reach {
		switch half >> (2 * (nearest + i*step)) & 3 {
		case own, others:
			return false
		case wall:
			return true
		}
	}
	return true
}

// A convLayers holds the layers of the two convolutional nets for a position. A square has the channels of the side to
// move, then the opponent's.
type convLayers struct {
	convInput
	layer1, layer2 []channelValues // of the squares in at alone, before the ReLU
	shared         []channelValues // the neighbours' share of the first layer, elsewhere 0
	pooled         [nnue.PooledSize]float64
	units          [nnue.HiddenSize]float64 // before the ReLU
	slopes         []channelValues          // of the loss, by layer2; elsewhere 0
}

type channelValues [2 * channels]float64

var layersPool = sync.Pool{New: func() any { return new(convLayers) }}

// convPair returns the convolutional nets for a position: that of the side to move, and its opponent's.
func (m *model) convPair(p *position, theta []float64) [2]convParams {
	return [2]convParams{m.conv(theta, int(p.set)), m.conv(theta, m.opposite(int(p.set)))}
}

// opposite returns the set of the opponent of a set's side.
func (m *model) opposite(set int) int { return len(m.names) - 1 - set }

// forwardConv returns the output of the convolutional nets for a position.
func (m *model) forwardConv(p *position, theta []float64, g *convLayers) float64 {
	both := m.convPair(p, theta)
	g.unpack(&p.board, m.patterns)
	n := len(g.squares)
	g.layer1, g.layer2, g.shared = resized(g.layer1, n), resized(g.layer2, n), resized(g.shared, n)
	clear(g.shared)
	g.pooled = [nnue.PooledSize]float64{}
	var bias1, bias2 channelValues
	for side, s := range both {
		copy(bias1[side*channels:], s.bias1)
		copy(bias2[side*channels:], s.bias2)
	}
	for _, at := range g.at {
		sum := &g.layer1[at]
		*sum = bias1
		for side := range both {
			part := (*[channels]float64)(sum[side*channels:])
			for _, w := range g.patterns[at] {
				if window, shapes := m.patternRows(&both[side], p, side, w); window != nil {
					for i := range part {
						part[i] += window[i] + shapes[i]
					}
				}
			}
		}
		shared := &g.shared[at]
		for i, v := range sum {
			v = max(v, 0)
			g.pooled[i] += v / poolScale
			shared[i] = shareOf(i, v)
		}
	}
	for _, at := range g.at {
		near := g.neighbours(g.shared, at)
		sum, into := &g.layer1[at], &g.layer2[at]
		for i := range into {
			v := sum[i] + bias2[i] + near.sum(i)
			g.pooled[2*channels+i] += max(v, 0) / poolScale
			into[i] = v
		}
	}
	return g.valueHead(&both[0], p)
}

// A neighbours is the values of three by three squares.
type neighbours struct{ above, beside, below *[3]channelValues }

// neighbours returns the values of a square and of those around it.
func (l *convInput) neighbours(all []channelValues, at int) neighbours {
	row := func(at int) *[3]channelValues { return (*[3]channelValues)(all[at-1:]) }
	return neighbours{row(at - l.stride), row(at), row(at + l.stride)}
}

// sum adds up a value of the squares around.
func (n *neighbours) sum(i int) float64 {
	return (n.beside[0][i] + n.beside[2][i]) +
		(n.above[0][i] + n.above[1][i] + n.above[2][i]) + (n.below[0][i] + n.below[1][i] + n.below[2][i])
}

// shareOf returns the share of a square's i-th value in its neighbours' layer2: channels of the upper half are
// subtracted. It serves the gradient too, since it is linear.
func shareOf(i int, v float64) float64 {
	if i%channels >= channels/2 {
		return -v
	}
	return v
}

// patternRows returns the weights of a window for a side, 0 the one to move, in two parts: nil for one without a stone.
func (m *model) patternRows(s *convParams, p *position, side int, w nnue.LinePattern) (window, shapes *[channels]float64) {
	if m.patterns.blank[w] {
		return nil, nil
	}
	set := int(p.set)
	if side == 1 {
		w, set = m.patterns.swap[w], m.opposite(set)
	}
	return (*[channels]float64)(s.patterns[int(w)*channels:]), (*[channels]float64)(s.shapes[int(m.patterns.shapes[set][w])*channels:])
}

// valueHead returns the output of the hidden units for the pooled sums.
func (g *convLayers) valueHead(s *convParams, p *position) (v float64) {
	for u := range g.units {
		unit := s.bias[int(p.bucket)*nnue.HiddenSize+u]
		weights := (*[nnue.PooledSize]float64)(s.hidden[u*nnue.PooledSize:])
		for i := range weights {
			unit += weights[i] * g.pooled[i]
		}
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			unit += s.flags[bits.TrailingZeros(flags)*nnue.HiddenSize+u]
		}
		g.units[u] = unit
		v += max(unit, 0) * s.out[int(p.bucket)*nnue.HiddenSize+u]
	}
	return v
}

// addHeadGradient adds slope times the gradient of valueHead to to, and returns the slopes of the pooled sums.
func (g *convLayers) addHeadGradient(s *convParams, p *position, slope float64, to *convParams) (pooled [nnue.PooledSize]float64) {
	for u, unit := range g.units {
		if unit <= 0 {
			continue
		}
		at := int(p.bucket)*nnue.HiddenSize + u
		to.out[at] += slope * unit
		by := slope * s.out[at]
		to.bias[at] += by
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			to.flags[bits.TrailingZeros(flags)*nnue.HiddenSize+u] += by
		}
		weights, weightsTo := (*[nnue.PooledSize]float64)(s.hidden[u*nnue.PooledSize:]), (*[nnue.PooledSize]float64)(to.hidden[u*nnue.PooledSize:])
		for i := range weights {
			weightsTo[i] += by * g.pooled[i]
			pooled[i] += by * weights[i] / poolScale
		}
	}
	return pooled
}

// addConvGradient adds slope times the gradient of forwardConv, which has filled g.
func (m *model) addConvGradient(p *position, slope float64, theta []float64, g *convLayers, gradient []float64) {
	own, to := m.conv(theta, int(p.set)), m.convPair(p, gradient)
	pooled := g.addHeadGradient(&own, p, slope, &to[0])
	g.slopes = resized(g.slopes, len(g.squares))
	clear(g.slopes)
	var bias1, bias2, by channelValues
	for _, at := range g.at {
		slopes := &g.slopes[at]
		for i, v := range &g.layer2[at] {
			if v > 0 {
				slopes[i] = pooled[2*channels+i]
				bias2[i] += slopes[i]
			}
		}
	}
	for _, at := range g.at {
		near := g.neighbours(g.slopes, at)
		for i, v := range &g.layer1[at] {
			by[i] = near.beside[1][i]
			if v > 0 {
				by[i] += pooled[i] + shareOf(i, near.sum(i))
			}
			bias1[i] += by[i]
		}
		for side := range to {
			part := (*[channels]float64)(by[side*channels:])
			for _, w := range g.patterns[at] {
				if window, shapes := m.patternRows(&to[side], p, side, w); window != nil {
					for i, v := range part {
						window[i] += v
						shapes[i] += v
					}
				}
			}
		}
	}
	for side := range to {
		for i := range channels {
			to[side].bias1[i] += bias1[side*channels+i]
			to[side].bias2[i] += bias2[side*channels+i]
		}
	}
}

// initConv sets convolutional nets whose output weights are 0 to random numbers: from 0 no gradient would move them.
func (m *model) initConv(theta []float64, rng *rand.Rand) {
	for set := range m.names {
		s := m.conv(theta, set)
		if slices.ContainsFunc(s.out, func(v float64) bool { return v != 0 }) {
			continue
		}
		for i := range s.shapes {
			s.shapes[i] = 0.1 * rng.NormFloat64()
		}
		for i := range s.bias1 {
			s.bias1[i] = -0.01
		}
		for i := range s.hidden {
			s.hidden[i] = rng.NormFloat64() / math.Sqrt(nnue.PooledSize)
		}
		for i := range s.out {
			s.bias[i], s.out[i] = 0.1, 0.02*rng.NormFloat64()
		}
	}
}

// clamp brings biases that have left their bounds to the nearest point within, see nnue.LineNet: bias1 and bias1+bias2
// are at most 0. Rounding keeps these bounds.
func (m *model) clamp(theta []float64) {
	for set := range m.names {
		s := m.conv(theta, set)
		for i := range s.bias1 {
			s.bias1[i] = min(s.bias1[i], 0)
			if beyond := (s.bias1[i] + s.bias2[i]) / 2; beyond > 0 {
				s.bias1[i] -= beyond
				s.bias2[i] -= beyond
			}
		}
	}
}

// loadConv puts the weights of a convolutional net into theta, in units of scale.
func (m *model) loadConv(n *nnue.LineNet, set int, scale float64, theta []float64) {
	s := m.conv(theta, set)
	for w := range n.FeatureWeights {
		for i, v := range n.FeatureWeights[w] {
			s.patterns[w*channels+i] = float64(v) / nnue.LineFeatureScale
		}
	}
	for i := range channels {
		s.bias1[i], s.bias2[i] = float64(n.FeatureBias[i])/nnue.LineFeatureScale, float64(n.ConvBias[i])/nnue.LineFeatureScale
	}
	for u := range nnue.HiddenSize {
		for i, v := range n.HiddenWeights[u] {
			s.hidden[u*nnue.PooledSize+i] = float64(v) * poolScale / nnue.LineHiddenScale
		}
		for f := range n.FlagWeights {
			s.flags[f*nnue.HiddenSize+u] = float64(n.FlagWeights[f][u]) / nnue.LineUnitScale
		}
		for bucket := range n.HiddenBias {
			s.bias[bucket*nnue.HiddenSize+u] = float64(n.HiddenBias[bucket][u]) / nnue.LineUnitScale
			s.out[bucket*nnue.HiddenSize+u] = float64(n.OutputWeights[bucket][u]) / (nnue.OutputScale * scale)
		}
	}
}

// roundConv rounds the weights of a set's convolutional net into n, times scale.
func (m *model) roundConv(theta []float64, set int, scale float64, n *nnue.LineNet) {
	s := m.conv(theta, set)
	for w := range n.FeatureWeights {
		if m.patterns.blank[w] {
			continue
		}
		shapes := s.shapes[int(m.patterns.shapes[set][w])*channels:]
		for i := range channels {
			n.FeatureWeights[w][i] = round((s.patterns[w*channels+i]+shapes[i])*nnue.LineFeatureScale, nnue.MaxLineFeature)
		}
	}
	for i := range channels {
		n.FeatureBias[i] = round(s.bias1[i]*nnue.LineFeatureScale, nnue.MaxLineFeature)
		n.ConvBias[i] = round(s.bias2[i]*nnue.LineFeatureScale, nnue.MaxLineFeature)
	}
	for u := range nnue.HiddenSize {
		for i := range n.HiddenWeights[u] {
			n.HiddenWeights[u][i] = round(s.hidden[u*nnue.PooledSize+i]*nnue.LineHiddenScale/poolScale, nnue.MaxLineHidden)
		}
		for f := range n.FlagWeights {
			n.FlagWeights[f][u] = round32(s.flags[f*nnue.HiddenSize+u]*nnue.LineUnitScale, nnue.MaxLineBias)
		}
		for bucket := range n.HiddenBias {
			n.HiddenBias[bucket][u] = round32(s.bias[bucket*nnue.HiddenSize+u]*nnue.LineUnitScale, nnue.MaxLineBias)
			n.OutputWeights[bucket][u] = round(s.out[bucket*nnue.HiddenSize+u]*nnue.OutputScale*scale, math.MaxInt16)
		}
	}
}
