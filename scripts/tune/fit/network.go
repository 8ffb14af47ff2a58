package fit

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"tahoun/search/nnue"
	"tahoun/search/pattern"
)

// netSize is the number of parameters of a network, see model: for each pair of classes what it adds to the lanes;
// for each unit of each stage how much each lane counts in it, then its bias, then what each flag adds to it, then what
// it is worth.
const (
	lanesSize = pattern.Pairs * nnue.Width
	unitSize  = nnue.Width + 1 + nnue.Flags + 1
	allUnits  = nnue.Stages * nnue.Units
	netSize   = lanesSize + allUnits*unitSize
)

// A pair is how many empty squares have a pair of classes.
type pair struct{ index, n uint16 }

// blank is the pair of squares where nobody makes anything, which count nothing: boards are of any size.
const blank = 0

// net returns where the parameters of a set's network begin.
func (m *model) net(set int) int { return m.threatBit(len(m.names), 0) + set*netSize }

// A unit is the part of the parameters, or of their gradient, that belongs to a hidden unit.
type unit []float64

// unit returns hidden unit u of a set, counted stage after stage.
func (m *model) unit(theta []float64, set, u int) unit {
	return theta[m.net(set)+lanesSize+u*unitSize:][:unitSize]
}

// unitFor returns the i-th of the units that judge p.
func (m *model) unitFor(p *position, theta []float64, i int) unit {
	return m.unit(theta, int(p.set), int(p.stage)*nnue.Units+i)
}

func (u unit) lanes() []float64 { return u[:nnue.Width] }
func (u unit) bias() *float64   { return &u[nnue.Width] }
func (u unit) flags() []float64 { return u[nnue.Width+1:][:nnue.Flags] }
func (u unit) out() *float64    { return &u[unitSize-1] }

// active are the layers of a network.
type active struct {
	lanes [nnue.Width]float64
	units [nnue.Units]float64 // before what is negative counts as 0
}

// network returns what the network makes of a position, and its layers.
func (m *model) network(p *position, theta []float64) (v float64, a active) {
	rows := theta[m.net(int(p.set)):]
	for _, q := range p.pairs {
		for i, w := range rows[int(q.index)*nnue.Width:][:nnue.Width] {
			a.lanes[i] += float64(q.n) * w
		}
	}
	for i := range a.units {
		u := m.unitFor(p, theta, i)
		h := *u.bias()
		for k, w := range u.lanes() {
			h += a.lanes[k] * w
		}
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			h += u.flags()[bits.TrailingZeros(flags)]
		}
		a.units[i] = h
		v += max(h, 0) * *u.out()
	}
	return v, a
}

// addNetworkGradient adds slope times the gradient of network, whose layers are a.
func (m *model) addNetworkGradient(p *position, slope float64, theta []float64, a *active, gradient []float64) {
	var lanes [nnue.Width]float64
	for i, h := range a.units {
		if h <= 0 {
			continue
		}
		u, g := m.unitFor(p, theta, i), m.unitFor(p, gradient, i)
		*g.out() += slope * h
		by := slope * *u.out()
		*g.bias() += by
		for k := range lanes {
			g.lanes()[k] += by * a.lanes[k]
			lanes[k] += by * u.lanes()[k]
		}
		for flags := uint(p.threats); flags != 0; flags &= flags - 1 {
			g.flags()[bits.TrailingZeros(flags)] += by
		}
	}
	rows := gradient[m.net(int(p.set)):]
	for _, q := range p.pairs {
		row := rows[int(q.index)*nnue.Width:][:nnue.Width]
		for i := range row {
			row[i] += float64(q.n) * lanes[i]
		}
	}
}

// begin gives chance numbers to the networks that are worth nothing yet, since from 0 nothing would move.
func (m *model) begin(theta []float64, rng *rand.Rand) {
	for set := range m.names {
		empty := true
		for i := range allUnits {
			empty = empty && *m.unit(theta, set, i).out() == 0
		}
		if !empty {
			continue
		}
		for i := (blank + 1) * nnue.Width; i < lanesSize; i++ {
			theta[m.net(set)+i] = 0.05 * rng.NormFloat64()
		}
		for i := range allUnits {
			u := m.unit(theta, set, i)
			for k := range u.lanes() {
				u.lanes()[k] = rng.NormFloat64() / math.Sqrt(nnue.Width)
			}
			*u.out() = 0.1 * rng.NormFloat64() / math.Sqrt(nnue.Units)
		}
	}
}

// netOf puts the numbers of a network into theta, in units of scale.
func (m *model) netOf(n *nnue.Net, set int, scale float64, theta []float64) {
	for i := range n.Lanes {
		for k, v := range n.Lanes[i] {
			theta[m.net(set)+i*nnue.Width+k] = float64(v) / nnue.LaneOne
		}
	}
	for i := range allUnits {
		h, k, u := &n.Heads[i/nnue.Units], i%nnue.Units, m.unit(theta, set, i)
		for lane, v := range h.Hide[k] {
			u.lanes()[lane] = float64(v) / nnue.HideOne
		}
		*u.bias() = float64(h.Bias[k]) / nnue.UnitOne
		for f := range h.Flag {
			u.flags()[f] = float64(h.Flag[f][k]) / nnue.UnitOne
		}
		*u.out() = float64(h.Out[k]) / (nnue.OutOne * scale)
	}
}

// roundNet rounds the numbers of a set's network, times scale.
func (m *model) roundNet(theta []float64, set int, scale float64) (n nnue.Net) {
	for own := range pattern.Classes { // other pairs, of which nothing can be learned, stay 0
		for other := range pattern.Classes {
			i := pattern.Pair(own, other)
			for k := range n.Lanes[i] {
				n.Lanes[i][k] = round(theta[m.net(set)+int(i)*nnue.Width+k]*nnue.LaneOne, mostLane)
			}
		}
	}
	for i := range allUnits {
		h, k, u := &n.Heads[i/nnue.Units], i%nnue.Units, m.unit(theta, set, i)
		for lane, v := range u.lanes() {
			h.Hide[k][lane] = round(v*nnue.HideOne, nnue.MostHide)
		}
		h.Bias[k] = round32(*u.bias()*nnue.UnitOne, nnue.MostStart)
		for f, v := range u.flags() {
			h.Flag[f][k] = round32(v*nnue.UnitOne, nnue.MostStart)
		}
		h.Out[k] = round(*u.out()*nnue.OutOne*scale, math.MaxInt16)
	}
	return n
}

// mostLane is what a square may add to a lane: with hundreds of them the sum must fit 16 bits.
const mostLane = 8 * nnue.LaneOne
