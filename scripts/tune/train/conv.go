package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"tahoun/board"
	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// The parameters of a convolutional net, see nnue.LineNet, in this order: its layers up to conv; the hidden and flag
// weights; the hidden biases and output weights of each bucket. The layers are a row of feature weights for each line
// pattern; a row for each pair of shapes, which all patterns of these shapes share; and the two biases.
const (
	channels     = nnue.Channels
	allShapes    = 1 << 8 // two shapes, of four bits each
	patternsSize = nnue.LinePatterns * channels
	shapesSize   = allShapes * channels
	layersSize   = patternsSize + shapesSize + 2*channels
	hiddenSize   = nnue.HiddenSize * nnue.PooledSize
	flagsSize    = nnue.Flags * nnue.HiddenSize
	bucketsSize  = nnue.OutputBuckets * nnue.HiddenSize
	convSize     = layersSize + hiddenSize + flagsSize + 2*bucketsSize
)

// A layerParams is the part of the parameters, or of their gradient, that belongs to the layers up to conv.
type layerParams struct{ patterns, shapes, bias1, bias2 []float64 }

// A convParams is the part that belongs to a set's convolutional net.
type convParams struct {
	layerParams
	hiddenParams
	out []float64
}

// A cutter cuts parameters into parts.
type cutter []float64

func (c *cutter) cut(n int) []float64 {
	part := (*c)[:n:n]
	*c = (*c)[n:]
	return part
}

func (c *cutter) layers() layerParams {
	return layerParams{c.cut(patternsSize), c.cut(shapesSize), c.cut(channels), c.cut(channels)}
}

func (m *model) conv(theta []float64, set int) convParams {
	rest := cutter(theta[m.convAt(set):])
	return convParams{rest.layers(), rest.hiddenLayer(), rest.cut(bucketsSize)}
}

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
	units          unitValues      // of the board, before the ReLU
	squareUnits    []unitValues    // of the policy, by candidate, before the ReLU
	slopes1        []channelValues // of the loss, by the ReLU of layer1 alone; elsewhere 0
	slopes2        []channelValues // the same for layer2
	logits         []float64       // of the policy, by candidate
}

type channelValues [2 * channels]float64
type unitValues [nnue.HiddenSize]float64

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
	m.forwardPooled(&p.netInput, [2]layerParams{both[0].layerParams, both[1].layerParams}, g)
	return g.valueHead(&both[0], p)
}

// valueHead returns the output for the pooled sums.
func (c *convLayers) valueHead(s *convParams, p *position) (v float64) {
	c.forwardHidden(&s.hiddenParams, &p.netInput)
	for u, unit := range c.units {
		v += max(unit, 0) * s.out[int(p.bucket)*nnue.HiddenSize+u]
	}
	return v
}

// forwardPooled computes the layers and the pooled sums. both are the layers of the side to move and of its opponent.
func (m *model) forwardPooled(in *netInput, both [2]layerParams, g *convLayers) {
	m.forwardLayers(&in.board, int(in.set), both, g)
	g.pooled = [nnue.PooledSize]float64{}
	for _, at := range g.at {
		for i, v := range &g.layer1[at] {
			g.pooled[i] += max(v, 0) / poolScale
		}
		for i, v := range &g.layer2[at] {
			g.pooled[2*channels+i] += max(v, 0) / poolScale
		}
	}
}

// forwardLayers computes the layers for a board as a side of a set sees it. both are those of the side and of its
// opponent.
func (m *model) forwardLayers(board *packedBoard, set int, both [2]layerParams, g *convLayers) {
	g.unpack(board, m.patterns)
	n := len(g.squares)
	g.layer1, g.layer2, g.shared = resized(g.layer1, n), resized(g.layer2, n), resized(g.shared, n)
	clear(g.shared)
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
				if window, shapes := m.patternRows(&both[side], set, side, w); window != nil {
					for i := range part {
						part[i] += window[i] + shapes[i]
					}
				}
			}
		}
		shared := &g.shared[at]
		for i, v := range sum {
			shared[i] = shareOf(i, max(v, 0))
		}
	}
	for _, at := range g.at {
		near := g.neighbours(g.shared, at)
		sum, into := &g.layer1[at], &g.layer2[at]
		for i := range into {
			into[i] = sum[i] + bias2[i] + near.sum(i)
		}
	}
}

// A neighbours is the values of three by three squares.
type neighbours struct{ above, beside, below *[3]channelValues }

// neighbours returns the values of a square and of those around it.
func (c *convInput) neighbours(all []channelValues, at int) neighbours {
	row := func(at int) *[3]channelValues { return (*[3]channelValues)(all[at-1:]) }
	return neighbours{row(at - c.stride), row(at), row(at + c.stride)}
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

// patternRows returns the weights of a window for a side, 0 the one of set and 1 its opponent, in two parts: nil for
// one without a stone.
func (m *model) patternRows(s *layerParams, set, side int, w nnue.LinePattern) (window, shapes *[channels]float64) {
	if m.patterns.blank[w] {
		return nil, nil
	}
	if side == 1 {
		w, set = m.patterns.swap[w], m.opposite(set)
	}
	shape := int(m.patterns.shapes[set][w])
	return (*[channels]float64)(s.patterns[int(w)*channels:]), (*[channels]float64)(s.shapes[shape*channels:])
}

// addConvGradient adds slope times the gradient of forwardConv, which has filled g.
func (m *model) addConvGradient(p *position, slope float64, theta []float64, g *convLayers, gradient []float64) {
	own, to := m.conv(theta, int(p.set)), m.convPair(p, gradient)
	var slopes unitValues
	for u, unit := range g.units {
		if unit > 0 {
			at := int(p.bucket)*nnue.HiddenSize + u
			to[0].out[at] += slope * unit
			slopes[u] = slope * own.out[at]
		}
	}
	g.clearSlopes()
	layers := [2]layerParams{to[0].layerParams, to[1].layerParams}
	m.addPooledGradient(&p.netInput, &own.hiddenParams, &slopes, g, &to[0].hiddenParams, layers)
}

func (c *convLayers) clearSlopes() {
	c.slopes1, c.slopes2 = resized(c.slopes1, len(c.squares)), resized(c.slopes2, len(c.squares))
	clear(c.slopes1)
	clear(c.slopes2)
}

// addLayersGradient adds the gradient of forwardLayers, which has filled g, for the slopes in g. It changes slopes2.
func (m *model) addLayersGradient(set int, g *convLayers, to [2]layerParams) {
	var bias1, bias2, by channelValues
	for _, at := range g.at {
		slopes := &g.slopes2[at]
		for i, v := range &g.layer2[at] {
			if v <= 0 {
				slopes[i] = 0
			}
			bias2[i] += slopes[i]
		}
	}
	for _, at := range g.at {
		near, slopes1 := g.neighbours(g.slopes2, at), &g.slopes1[at]
		for i, v := range &g.layer1[at] {
			by[i] = near.beside[1][i]
			if v > 0 {
				by[i] += slopes1[i] + shareOf(i, near.sum(i))
			}
			bias1[i] += by[i]
		}
		for side := range to {
			part := (*[channels]float64)(by[side*channels:])
			for _, w := range g.patterns[at] {
				if window, shapes := m.patternRows(&to[side], set, side, w); window != nil {
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
		s.layerParams.init(rng)
		for i := range s.hidden {
			s.hidden[i] = rng.NormFloat64() / math.Sqrt(nnue.PooledSize)
		}
		for i := range s.out {
			s.bias[i], s.out[i] = 0.1, 0.02*rng.NormFloat64()
		}
	}
}

// init sets layers that are 0 to random numbers.
func (l *layerParams) init(rng *rand.Rand) {
	for i := range l.shapes {
		l.shapes[i] = 0.1 * rng.NormFloat64()
	}
	for i := range l.bias1 {
		l.bias1[i] = -0.01
	}
}

// clamp brings biases that have left their bounds to the nearest point within, see nnue.LineNet: bias1 and bias1+bias2
// are at most 0. Rounding keeps these bounds.
func (l layerParams) clamp() {
	for i := range l.bias1 {
		l.bias1[i] = min(l.bias1[i], 0)
		if beyond := (l.bias1[i] + l.bias2[i]) / 2; beyond > 0 {
			l.bias1[i] -= beyond
			l.bias2[i] -= beyond
		}
	}
}

func (m *model) convertLayers(to direction, l *layerParams, set int, n *nnue.LineLayers) {
	for w := range n.FeatureWeights {
		row := l.patterns[w*channels:][:channels]
		switch {
		case to == toParameters:
		case m.patterns.blank[w]:
			continue
		default:
			row = slices.Clone(row)
			for i, v := range l.shapes[int(m.patterns.shapes[set][w])*channels:][:channels] {
				row[i] += v
			}
		}
		convert(to, row, n.FeatureWeights[w][:], nnue.LineFeatureScale, nnue.MaxLineFeature)
	}
	convert(to, l.bias1, n.FeatureBias[:], nnue.LineFeatureScale, nnue.MaxLineFeature)
	convert(to, l.bias2, n.ConvBias[:], nnue.LineFeatureScale, nnue.MaxLineFeature)
}

// convertConv converts a set's convolutional net, in units of scale.
func (m *model) convertConv(to direction, theta []float64, set int, scale float64, n *nnue.LineNet) {
	s := m.conv(theta, set)
	m.convertLayers(to, &s.layerParams, set, &n.LineLayers)
	s.hiddenParams.convert(to, &n.LineHidden)
	for bucket := range n.OutputWeights {
		out := s.out[bucket*nnue.HiddenSize:]
		convert(to, out, n.OutputWeights[bucket][:], nnue.OutputScale*scale, math.MaxInt16)
	}
}
