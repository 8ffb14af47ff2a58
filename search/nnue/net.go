// Package nnue is two small neural networks whose first layers are kept up to date as stones come and go (efficiently
// updatable ones), and which add up. A Sight sees windows of lines, and where they are. A Net judges a position by how
// often each pair of classes occurs among the empty squares: what a stone of the side to move would make there, and
// what one of its opponent would.
//
//	squares -> Width lanes: the sum of a row of numbers for each empty square, by its pair of classes
//	lanes   -> Units units: linear in the lanes, with a start for each set of flags; below 0 they count as 0
//	units   -> a score: linear in the units
//
// The stages of a game have units of their own, so that a crowded board is judged otherwise than an empty one. All of
// it is integer, so that every machine agrees. The package knows no board.
package nnue

import (
	"math/bits"

	"tahoun/search/pattern"
)

const (
	Width = 8  // lanes
	Units = 16 // hidden units
	Flags = 11 // facts of the whole position that are true or not
)

// The numbers of a Net are fractions: so many are one.
const (
	LaneOne = 1 << 7
	HideOne = 1 << 7
	UnitOne = LaneOne * HideOne
	OutOne  = 1 << 4
)

// A Net holds the numbers of a network, which sees the position from the side to move.
type Net struct {
	Lanes [pattern.Pairs][Width]int16 // what a square adds to each lane, by its pattern.Pair; in LaneOne
	Heads [Stages]Head                // by Stage
}

// A Head is all of a network behind the lanes.
type Head struct {
	Hide [Units][Width]int16 // how much each lane counts in a unit; in HideOne
	Bias [Units]int32        // where a unit starts; in UnitOne
	Flag [Flags][Units]int32 // what a flag that is set adds to that; in UnitOne
	Out  [Units]int16        // what a unit of one is worth; in OutOne
}

// Stages is the number of stages of a game.
const Stages = len(laterStages) + 1

// laterStages are the numbers of stones from which each stage but the first counts.
var laterStages = [...]int{16, 24, 32, 44}

// Stage returns the stage of a position with so many stones.
func Stage(stones int) (stage int) {
	for _, from := range laterStages {
		if stones >= from {
			stage++
		}
	}
	return stage
}

// A Judge is a Net ready to judge positions, its heads by stage.
type Judge [Stages]head

// A head is a Head with two units to a number, since one multiplication then serves both. Their sums must fit 32 bits
// each: lanes do, with numbers up to MostHide and MostStart.
type head struct {
	hide [Units / 2][Width]int64
	low  [1 << lowFlags]starts  // by the lower flags, with the biases
	high [1 << highFlags]starts // by the higher flags
	out  *[Units]int16
}

// starts are what units start with.
type starts [Units / 2]int64

// add adds the numbers of a row.
func (s *starts) add(row *[Units]int32) {
	for u := range s {
		s[u] += both(row[2*u], row[2*u+1])
	}
}

// addSets makes each set of flags what the set without its lowest one is, and the row of that flag.
func addSets(sets []starts, rows [][Units]int32) {
	for set := 1; set < len(sets); set++ {
		sets[set] = sets[set&(set-1)]
		sets[set].add(&rows[bits.TrailingZeros(uint(set))])
	}
}

const (
	lowFlags  = Flags / 2
	highFlags = Flags - lowFlags

	MostHide  = 8 * HideOne  // of a Hide, either way: eight of them by sums of 16 bits take 28
	MostStart = 64 * UnitOne // of a Bias or a Flag, either way: twelve of them take 24
)

// both returns two units' numbers as one.
func both[N int16 | int32](low, high N) int64 { return int64(low) + int64(high)<<32 }

// NewJudge returns the judge of a network.
func NewJudge(net *Net) *Judge {
	j := new(Judge)
	for stage := range j {
		j[stage].ready(&net.Heads[stage])
	}
	return j
}

// ready fills n with the numbers of h.
func (n *head) ready(h *Head) {
	n.out = &h.Out
	for u := range n.hide {
		for i := range Width {
			n.hide[u][i] = both(h.Hide[2*u][i], h.Hide[2*u+1][i])
		}
	}
	n.low[0].add(&h.Bias)
	addSets(n.low[:], h.Flag[:lowFlags])
	addSets(n.high[:], h.Flag[lowFlags:])
}

// Score returns what the network makes of a position: its lanes as the side to move sees them, its flags, a bit each,
// and its stage.
func (j *Judge) Score(lanes Lanes, flags, stage int) int { return j[stage].score(lanes, flags) }

func (n *head) score(lanes Lanes, flags int) int {
	l := lanes.lift()
	a, b, c, d := sum(l.low, 0), sum(l.low, 1), sum(l.low, 2), sum(l.low, 3) // an array would not stay in registers
	e, f, g, h := sum(l.high, 0), sum(l.high, 1), sum(l.high, 2), sum(l.high, 3)
	low, high := &n.low[flags&(1<<lowFlags-1)], &n.high[flags>>lowFlags&(1<<highFlags-1)]
	v := int64(0)
	for u := range n.hide {
		w := &n.hide[u]
		two := low[u] + high[u] + a*w[0] + b*w[1] + c*w[2] + d*w[3] + e*w[4] + f*w[5] + g*w[6] + h*w[7]
		first := int64(int32(two))
		second := (two - first) >> 32
		v += max(first, 0)*int64(n.out[2*u]) + max(second, 0)*int64(n.out[2*u+1])
	}
	return int(v / (UnitOne * OutOne))
}
