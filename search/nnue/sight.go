package nnue

import "math/bits"

// A Sight is the part of a network that sees where things are, by the windows of lines. For each empty square it has
// Eyes sums as each of the two sides sees it, own stones and the opponent's:
//
//	sum    what the windows of its four lines add, and Start
//	spread the sum, or 0 if that is negative
//	mixed  the sum and Mixed, and the spreads of the eight squares around: added for the first half of the sums,
//	       subtracted for the others; 0 if that is negative
//	pools  the spreads of all squares, added up, and the mixed ones: Pools numbers, own ones first
//	units  linear in the pools, with a start for the stage and for each flag that is set; 0 if that is negative
//	score  linear in the units, by the stage
//
// So a square tells what its lines make together, and a pool how often such squares lie together. It is a convolution
// of three by three squares without a multiplication.
type Sight struct {
	Windows [Windows][Eyes]int16 // what a window adds, in WindowOne, up to MostWindow; 0 for those without a stone
	Start   [Eyes]int16          // in WindowOne, from -MostWindow to 0: a square that nothing is near counts nothing
	Mixed   [Eyes]int16          // in WindowOne, up to MostWindow and no more than -Start, for the same reason
	Hide    [Units][Pools]int16  // how much a pool counts in a unit, in PoolOne, up to MostPool
	Bias    [Stages][Units]int32 // where a unit starts, in SightUnit, up to MostSight
	Flag    [Flags][Units]int32  // what a flag that is set adds to that, in SightUnit, up to MostSight
	Out     [Stages][Units]int16 // what a unit of one is worth, in OutOne
}

const (
	Eyes  = 8        // sums of a square for each side
	Pools = 4 * Eyes // own sums, the opponent's, own mixed ones, the opponent's

	WindowOne = 1 << 7
	PoolOne   = 1 << 13
	SightUnit = WindowOne >> poolShift * PoolOne
	poolShift = 2 // pools enter the units in quarters, with 16 bits

	MostWindow = 1<<8 - 1  // see Field
	MostPool   = 1<<10 - 1 // of a Hide, either way: Pools of them by pools of 16 bits stay within 1<<30,
	MostSight  = 1 << 26   // and so do twelve of a Bias or a Flag: a unit fits 32 bits
)

// Blind tells whether a sight sees nothing: its units are worth nothing.
func (s *Sight) Blind() bool { return s.Out == [Stages][Units]int16{} }

// A Seer is the sights of x and of o ready for use.
type Seer struct {
	*Numbering
	rows  [Windows + 1]row // by Window, and taken
	start row
	mixed row
	tops  [2]top // by side to move
}

// A row is what a window adds to the sums of a square as x sees them, and then as o does.
type row [2 * Eyes]int16

// NewSeer returns the seer of the sights of x and of o, which may be the same.
func NewSeer(x, o *Sight) *Seer {
	s := &Seer{Numbering: NewNumbering()}
	swap := s.Swaps()
	for w := range x.Windows {
		copy(s.rows[w][:Eyes], x.Windows[w][:])
		copy(s.rows[w][Eyes:], o.Windows[swap[w]][:])
	}
	for i := range s.rows[taken] {
		s.rows[taken][i] = gone
	}
	s.start, s.mixed = join(&x.Start, &o.Start), join(&x.Mixed, &o.Mixed)
	s.tops[0].ready(x)
	s.tops[1].ready(o)
	return s
}

func join(x, o *[Eyes]int16) (r row) {
	copy(r[:Eyes], x[:])
	copy(r[Eyes:], o[:])
	return r
}

// A top is what judges the pools.
type top struct {
	hide [Pools / 2][Units][2]int16          // two pools at a time
	low  [1 << lowFlags][Stages][Units]int32 // where units start, by the lower flags and the stage
	high [1 << highFlags][Units]int32        // what the higher flags add
	out  *[Stages][Units]int16
}

func (t *top) ready(s *Sight) {
	t.out = &s.Out
	for u := range s.Hide {
		for i, w := range s.Hide[u] {
			t.hide[i/2][u][i%2] = w
		}
	}
	for stage := range s.Bias {
		t.low[0][stage] = s.Bias[stage]
		for set := 1; set < len(t.low); set++ {
			t.low[set][stage] = plus(&t.low[set&(set-1)][stage], &s.Flag[bits.TrailingZeros(uint(set))])
		}
	}
	for set := 1; set < len(t.high); set++ {
		t.high[set] = plus(&t.high[set&(set-1)], &s.Flag[lowFlags+bits.TrailingZeros(uint(set))])
	}
}

// score judges the pools for a side.
func (t *top) score(pools *pools, side, flags, stage int) int {
	low, high := &t.low[flags&(1<<lowFlags-1)][stage], &t.high[flags>>lowFlags&(1<<highFlags-1)]
	var sums [Units]int32
	units(&sums, &t.hide, pools, low, high, side)
	v := int64(0)
	for u, out := range &t.out[stage] {
		v += int64(max(sums[u], 0)) * int64(out)
	}
	return int(v / (SightUnit * OutOne))
}

// plus returns the sums of a and b.
func plus(a, b *[Units]int32) (sum [Units]int32) {
	for u := range sum {
		sum[u] = a[u] + b[u]
	}
	return sum
}
