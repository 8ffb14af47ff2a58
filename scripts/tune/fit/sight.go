package fit

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

// The parameters of a sight, see nnue.LineNet: what each window adds beside what all windows of its shapes add, that,
// where sums and mixed ones start, how much each pool counts in a unit, what each flag adds to it, and for each stage
// where units start and what they are worth.
const (
	eyes        = nnue.Channels
	allShapes   = 1 << 8 // two shapes, of four bits each
	windowsSize = nnue.LinePatterns * eyes
	shapesSize  = allShapes * eyes
	hideSize    = nnue.HiddenSize * nnue.PooledSize
	flagsSize   = nnue.Flags * nnue.HiddenSize
	stagesSize  = nnue.OutputBuckets * nnue.HiddenSize
	sightSize   = windowsSize + shapesSize + 2*eyes + hideSize + flagsSize + 2*stagesSize
)

// A sight is the part of the parameters, or of their gradient, that belongs to a set's sight.
type sight struct{ windows, shapes, start, mixed, hide, flags, bias, out []float64 }

// sight returns the sight of a set.
func (m *model) sight(theta []float64, set int) (s sight) {
	rest := theta[m.sightAt(set):]
	cut := func(n int) []float64 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	s.windows, s.shapes = cut(windowsSize), cut(shapesSize)
	s.start, s.mixed = cut(eyes), cut(eyes)
	s.hide, s.flags, s.bias, s.out = cut(hideSize), cut(flagsSize), cut(stagesSize), cut(stagesSize)
	return s
}

// sightAt returns where the parameters of a set's sight begin.
func (m *model) sightAt(set int) int { return m.net(len(m.names)) + set*sightSize }

// poolOne is how large a pool is that counts as one.
const poolOne = 32

// A seer knows what sights see in windows, whatever their numbers.
type seer struct {
	numbers *nnue.LineIndex
	swap    *[nnue.LinePatterns]nnue.LinePattern
	blank   [nnue.LinePatterns]bool     // no stone in it
	nothing [4]nnue.LinePattern         // the windows of a square that no stone is near
	shapes  [2][nnue.LinePatterns]uint8 // by side: what the centre makes for it and for its opponent
}

func newSeer(rule board.Rule) *seer {
	s := &seer{numbers: nnue.NewLineIndex()}
	s.swap = s.numbers.SwapColours()
	for d := range s.nothing {
		s.nothing[d] = s.numbers.Pattern(0, 0)
	}
	lines := pattern.NewTable(rule)
	beyond := 2 * (lines.Reach - nnue.Reach) // squares that a window does not show count as empty
	for low := range 1 << (2 * nnue.Reach) {
		for high := range 1 << (2 * nnue.Reach) {
			w := s.numbers.Pattern(uint8(low), uint8(high))
			s.blank[w] = bare(low, nnue.Reach-1, -1) && bare(high, 0, 1)
			shapes := lines.Lookup(uint32(low)<<beyond, uint32(high))
			s.shapes[0][w] = shapes
			s.shapes[1][s.swap[w]] = shapes>>4 | shapes<<4
		}
	}
	return s
}

// bare tells whether a half window, from its nearest square on, shows no stone.
func bare(half, nearest, step int) bool {
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

// A glance is how sights come to a score for a position: by square, own sums and then the opponent's.
type glance struct {
	look
	sums, mixed []values16 // of the squares in look.at alone
	spreads     []values16 // what neighbours get of the sums, elsewhere 0
	pools       [nnue.PooledSize]float64
	units       [nnue.HiddenSize]float64 // before what is negative counts as 0
	slopes      []values16               // of the loss, by mixed one, elsewhere 0
}

type values16 [2 * eyes]float64

var glances = sync.Pool{New: func() any { return new(glance) }}

// sights returns the sights that see a position: that of the side to move, and its opponent's.
func (m *model) sights(p *position, theta []float64) [2]sight {
	return [2]sight{m.sight(theta, int(p.set)), m.sight(theta, m.opposite(int(p.set)))}
}

// opposite returns the set of the opponent of a set's side.
func (m *model) opposite(set int) int { return len(m.names) - 1 - set }

// see returns what the sights make of a position.
func (m *model) see(p *position, theta []float64, g *glance) float64 {
	both := m.sights(p, theta)
	g.read(&p.scene, m.seer)
	n := len(g.squares)
	g.sums, g.mixed, g.spreads = resized(g.sums, n), resized(g.mixed, n), resized(g.spreads, n)
	clear(g.spreads)
	g.pools = [nnue.PooledSize]float64{}
	var start, mixed values16
	for side, s := range both {
		copy(start[side*eyes:], s.start)
		copy(mixed[side*eyes:], s.mixed)
	}
	for _, at := range g.at {
		sum := &g.sums[at]
		*sum = start
		for side := range both {
			part := (*[eyes]float64)(sum[side*eyes:])
			for _, w := range g.windows[at] {
				if window, shapes := m.rows(&both[side], p, side, w); window != nil {
					for i := range part {
						part[i] += window[i] + shapes[i]
					}
				}
			}
		}
		spread := &g.spreads[at]
		for i, v := range sum {
			v = max(v, 0)
			g.pools[i] += v / poolOne
			spread[i] = passed(i, v)
		}
	}
	for _, at := range g.at {
		near := g.nearby(g.spreads, at)
		sum, into := &g.sums[at], &g.mixed[at]
		for i := range into {
			v := sum[i] + mixed[i] + near.sum(i)
			g.pools[2*eyes+i] += max(v, 0) / poolOne
			into[i] = v
		}
	}
	return g.judge(&both[0], p)
}

// A nearby is the values of three by three squares.
type nearby struct{ above, beside, below *[3]values16 }

// nearby returns the values of a square and of those around it.
func (l *look) nearby(all []values16, at int) nearby {
	row := func(at int) *[3]values16 { return (*[3]values16)(all[at-1:]) }
	return nearby{row(at - l.stride), row(at), row(at + l.stride)}
}

// sum adds up a value of the squares around.
func (n *nearby) sum(i int) float64 {
	return (n.beside[0][i] + n.beside[2][i]) +
		(n.above[0][i] + n.above[1][i] + n.above[2][i]) + (n.below[0][i] + n.below[1][i] + n.below[2][i])
}

// passed returns what neighbours get of a square's i-th value and, since that is linear, how their slope comes back to
// it: they subtract half of the values.
func passed(i int, v float64) float64 {
	if i%eyes >= eyes/2 {
		return -v
	}
	return v
}

// rows returns what a window adds to the sums of a side, 0 the one to move, in two parts: nil for one without a stone.
func (m *model) rows(s *sight, p *position, side int, w nnue.LinePattern) (window, shapes *[eyes]float64) {
	if m.seer.blank[w] {
		return nil, nil
	}
	set := int(p.set)
	if side == 1 {
		w, set = m.seer.swap[w], m.opposite(set)
	}
	return (*[eyes]float64)(s.windows[int(w)*eyes:]), (*[eyes]float64)(s.shapes[int(m.seer.shapes[set][w])*eyes:])
}

// judge returns what the units make of the pools.
func (g *glance) judge(s *sight, p *position) (v float64) {
	for u := range g.units {
		unit := s.bias[int(p.stage)*nnue.HiddenSize+u]
		hide := (*[nnue.PooledSize]float64)(s.hide[u*nnue.PooledSize:])
		for i := range hide {
			unit += hide[i] * g.pools[i]
		}
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			unit += s.flags[bits.TrailingZeros(flags)*nnue.HiddenSize+u]
		}
		g.units[u] = unit
		v += max(unit, 0) * s.out[int(p.stage)*nnue.HiddenSize+u]
	}
	return v
}

// addJudgeGradient adds slope times the gradient of judge to that of the sight, and returns the slopes of what squares
// put into the pools.
func (g *glance) addJudgeGradient(s *sight, p *position, slope float64, to *sight) (pools [nnue.PooledSize]float64) {
	for u, unit := range g.units {
		if unit <= 0 {
			continue
		}
		at := int(p.stage)*nnue.HiddenSize + u
		to.out[at] += slope * unit
		by := slope * s.out[at]
		to.bias[at] += by
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			to.flags[bits.TrailingZeros(flags)*nnue.HiddenSize+u] += by
		}
		hide, hideTo := (*[nnue.PooledSize]float64)(s.hide[u*nnue.PooledSize:]), (*[nnue.PooledSize]float64)(to.hide[u*nnue.PooledSize:])
		for i := range hide {
			hideTo[i] += by * g.pools[i]
			pools[i] += by * hide[i] / poolOne
		}
	}
	return pools
}

// addSightGradient adds slope times the gradient of see, which has left g.
func (m *model) addSightGradient(p *position, slope float64, theta []float64, g *glance, gradient []float64) {
	own, to := m.sight(theta, int(p.set)), m.sights(p, gradient)
	pools := g.addJudgeGradient(&own, p, slope, &to[0])
	g.slopes = resized(g.slopes, len(g.squares))
	clear(g.slopes)
	var starts, mixes, by values16
	for _, at := range g.at {
		slopes := &g.slopes[at]
		for i, v := range &g.mixed[at] {
			if v > 0 {
				slopes[i] = pools[2*eyes+i]
				mixes[i] += slopes[i]
			}
		}
	}
	for _, at := range g.at {
		near := g.nearby(g.slopes, at)
		for i, v := range &g.sums[at] {
			by[i] = near.beside[1][i]
			if v > 0 {
				by[i] += pools[i] + passed(i, near.sum(i))
			}
			starts[i] += by[i]
		}
		for side := range to {
			part := (*[eyes]float64)(by[side*eyes:])
			for _, w := range g.windows[at] {
				if window, shapes := m.rows(&to[side], p, side, w); window != nil {
					for i, v := range part {
						window[i] += v
						shapes[i] += v
					}
				}
			}
		}
	}
	for side := range to {
		for i := range eyes {
			to[side].start[i] += starts[side*eyes+i]
			to[side].mixed[i] += mixes[side*eyes+i]
		}
	}
}

// beginSight gives chance numbers to the sights that are blind, since from 0 nothing would move.
func (m *model) beginSight(theta []float64, rng *rand.Rand) {
	for set := range m.names {
		s := m.sight(theta, set)
		if slices.ContainsFunc(s.out, func(v float64) bool { return v != 0 }) {
			continue
		}
		for i := range s.shapes {
			s.shapes[i] = 0.1 * rng.NormFloat64()
		}
		for i := range s.start {
			s.start[i] = -0.01
		}
		for i := range s.hide {
			s.hide[i] = rng.NormFloat64() / math.Sqrt(nnue.PooledSize)
		}
		for i := range s.out {
			s.bias[i], s.out[i] = 0.1, 0.02*rng.NormFloat64()
		}
	}
}

// bound brings the numbers that have left their bounds to the nearest place within, see nnue.LineNet: a start that is no
// more than 0, and with the mixed one in sum neither. Rounding keeps to them.
func (m *model) bound(theta []float64) {
	for set := range m.names {
		s := m.sight(theta, set)
		for i := range s.start {
			s.start[i] = min(s.start[i], 0)
			if beyond := (s.start[i] + s.mixed[i]) / 2; beyond > 0 {
				s.start[i] -= beyond
				s.mixed[i] -= beyond
			}
		}
	}
}

// sightOf puts the numbers of a sight into theta, in units of scale.
func (m *model) sightOf(n *nnue.LineNet, set int, scale float64, theta []float64) {
	s := m.sight(theta, set)
	for w := range n.FeatureWeights {
		for i, v := range n.FeatureWeights[w] {
			s.windows[w*eyes+i] = float64(v) / nnue.LineFeatureScale
		}
	}
	for i := range eyes {
		s.start[i], s.mixed[i] = float64(n.FeatureBias[i])/nnue.LineFeatureScale, float64(n.ConvBias[i])/nnue.LineFeatureScale
	}
	for u := range nnue.HiddenSize {
		for i, v := range n.HiddenWeights[u] {
			s.hide[u*nnue.PooledSize+i] = float64(v) * poolOne / nnue.LineHiddenScale
		}
		for f := range n.FlagWeights {
			s.flags[f*nnue.HiddenSize+u] = float64(n.FlagWeights[f][u]) / nnue.LineUnitScale
		}
		for stage := range n.HiddenBias {
			s.bias[stage*nnue.HiddenSize+u] = float64(n.HiddenBias[stage][u]) / nnue.LineUnitScale
			s.out[stage*nnue.HiddenSize+u] = float64(n.OutputWeights[stage][u]) / (nnue.OutputScale * scale)
		}
	}
}

// roundSight rounds the numbers of a set's sight into n, times scale.
func (m *model) roundSight(theta []float64, set int, scale float64, n *nnue.LineNet) {
	s := m.sight(theta, set)
	for w := range n.FeatureWeights {
		if m.seer.blank[w] {
			continue
		}
		shapes := s.shapes[int(m.seer.shapes[set][w])*eyes:]
		for i := range eyes {
			n.FeatureWeights[w][i] = round((s.windows[w*eyes+i]+shapes[i])*nnue.LineFeatureScale, nnue.MaxLineFeature)
		}
	}
	for i := range eyes {
		n.FeatureBias[i] = round(s.start[i]*nnue.LineFeatureScale, nnue.MaxLineFeature)
		n.ConvBias[i] = round(s.mixed[i]*nnue.LineFeatureScale, nnue.MaxLineFeature)
	}
	for u := range nnue.HiddenSize {
		for i := range n.HiddenWeights[u] {
			n.HiddenWeights[u][i] = round(s.hide[u*nnue.PooledSize+i]*nnue.LineHiddenScale/poolOne, nnue.MaxLineHidden)
		}
		for f := range n.FlagWeights {
			n.FlagWeights[f][u] = round32(s.flags[f*nnue.HiddenSize+u]*nnue.LineUnitScale, nnue.MaxLineBias)
		}
		for stage := range n.HiddenBias {
			n.HiddenBias[stage][u] = round32(s.bias[stage*nnue.HiddenSize+u]*nnue.LineUnitScale, nnue.MaxLineBias)
			n.OutputWeights[stage][u] = round(s.out[stage*nnue.HiddenSize+u]*nnue.OutputScale*scale, math.MaxInt16)
		}
	}
}
