package nnue

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomSight returns a sight with numbers up to the greatest there may be, now and then the greatest only.
func randomSight(rng *rand.Rand) *Sight {
	s := new(Sight)
	extreme := rng.IntN(4) == 0
	number := func(most int32) int32 {
		if extreme {
			return most * int32(2*rng.IntN(2)-1)
		}
		return upTo(rng, most)
	}
	for i := range s.Windows {
		for k := range s.Windows[i] {
			s.Windows[i][k] = int16(number(MostWindow))
		}
	}
	for k := range s.Start {
		s.Start[k] = int16(min(number(MostWindow), 0))
		s.Mixed[k] = int16(min(number(MostWindow), -int32(s.Start[k])))
	}
	for u := range s.Hide {
		for k := range s.Hide[u] {
			s.Hide[u][k] = int16(number(MostPool))
		}
		for stage := range s.Bias {
			s.Bias[stage][u], s.Out[stage][u] = number(MostSight), int16(number(1<<15-1))
		}
		for f := range s.Flag {
			s.Flag[f][u] = number(MostSight)
		}
	}
	blank := NewNumbering().Window(0, 0)
	clear(s.Windows[blank][:])
	return s
}

// A scene is the windows of the empty squares of a field, the others' are nil.
type scene map[Place]*[4]Window

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

// Changes made and taken back, whatever the windows, do to a field what plain loops do, and what working it out afresh
// would.
func TestFieldAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 60 {
		seer := NewSeer(randomSight(rng), randomSight(rng))
		width, height := 1+rng.IntN(9), 1+rng.IntN(9)
		f, now := seer.Field(width, height), scene{}
		for y := range height {
			for x := range width {
				if rng.IntN(8) > 0 {
					f.Empty(f.At(x, y))
					b := seer.Blank()
					now[f.At(x, y)] = &[4]Window{b, b, b, b}
				}
			}
		}
		plain := f.Clone()
		var done [][]Change
		before := []scene{now.clone()}
		for range 40 {
			if last := len(done) - 1; last >= 0 && rng.IntN(3) == 0 {
				f.Back(done[last])
				plain.shiftPlain(done[last], true)
				now, done, before = before[last].clone(), done[:last], before[:last+1]
			} else {
				done = append(done, now.draw(rng, seer))
				f.Shift(done[last+1])
				plain.shiftPlain(done[last+1], false)
				before = append(before, now.clone())
			}
			require.Len(t, f.past, len(done))
			plain.past = f.past // plain loops work the pools out again
			require.Equal(t, plain, f)
			require.Equal(t, now.pools(f), f.pools)
			side, flags, stage := rng.IntN(2), rng.IntN(1<<Flags), rng.IntN(Stages)
			top := &seer.tops[side]
			var fast, slow [Units]int32
			low, high := &top.low[flags&(1<<lowFlags-1)][stage], &top.high[flags>>lowFlags]
			units(&fast, &top.hide, &f.pools, low, high, side)
			unitsPlain(&slow, &top.hide, &f.pools, low, high, side)
			require.Equal(t, slow, fast)
		}
	}
}

// draw makes some windows others, and perhaps takes a square, and returns the changes.
func (s scene) draw(rng *rand.Rand, seer *Seer) (changes []Change) {
	takes := rng.IntN(3) > 0
	for _, at := range slices.Sorted(maps.Keys(s)) {
		lines := s[at]
		switch {
		case lines == nil:
		case takes && rng.IntN(9) == 0:
			changes = append(changes, seer.Take(at))
			s[at], takes = nil, false
		case rng.IntN(3) == 0:
			d, to := rng.IntN(4), Window(rng.IntN(Windows))
			changes = append(changes, Change{at, lines[d], to})
			lines[d] = to
		}
	}
	return changes
}

// pools works out the pools of f from nothing.
func (s scene) pools(f *Field) (all pools) {
	sum := func(at Place) (sum, spread row) {
		lines := s[at]
		if lines == nil {
			return sum, spread
		}
		sum = f.seer.start
		for i := range sum {
			for _, w := range lines {
				sum[i] += f.seer.rows[w][i]
			}
			spread[i] = max(sum[i], 0)
		}
		return sum, spread
	}
	for at, lines := range s {
		if lines == nil {
			continue
		}
		mixed, spread := sum(at)
		for i := range mixed {
			all[0][i] += int32(spread[i])
			mixed[i] += f.seer.mixed[i]
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if dx == 0 && dy == 0 {
					continue
				}
				_, near := sum(at + Place(f.Step(dx, dy)))
				for i := range mixed {
					if i%Eyes < Eyes/2 {
						mixed[i] += near[i]
					} else {
						mixed[i] -= near[i]
					}
				}
			}
		}
		for i := range mixed {
			all[1][i] += int32(max(mixed[i], 0))
		}
	}
	return all
}

// The score is what plain loops over a sight's numbers make of the pools.
func TestSightAgreesWithPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	signs := map[bool]int{}
	for range 20 {
		sights := [2]*Sight{randomSight(rng), randomSight(rng)}
		f := NewSeer(sights[0], sights[1]).Field(3, 3)
		for range 50 {
			for i := range f.pools {
				for k := range f.pools[i] {
					f.pools[i][k] = rng.Int32N(150_000)
				}
			}
			side, flags, stage := rng.IntN(2), rng.IntN(1<<Flags), rng.IntN(Stages)
			s, v := sights[side], int64(0)
			for u := range Units {
				h := int64(s.Bias[stage][u])
				for flag := range Flags {
					h += int64(flags >> flag & 1 * int(s.Flag[flag][u]))
				}
				for i := range 2 {
					for k := range Eyes {
						h += int64(s.Hide[u][2*i*Eyes+k]) * quarter(f.pools[i][side*Eyes+k])
						h += int64(s.Hide[u][(2*i+1)*Eyes+k]) * quarter(f.pools[i][(1-side)*Eyes+k])
					}
				}
				v += max(h, 0) * int64(s.Out[stage][u])
			}
			require.EqualValues(t, v/(SightUnit*OutOne), f.Score(side, flags, stage))
			signs[v > 0]++
		}
	}
	assert.Greater(t, min(signs[true], signs[false]), 100)
}

func quarter(pool int32) int64 { return int64(min(pool/4, 1<<15-1)) }

func TestWindows(t *testing.T) {
	w := NewNumbering()
	met := map[Window]bool{}
	swap := w.Swaps()
	for low := range 1 << (2 * Reach) {
		for high := range 1 << (2 * Reach) {
			n := w.Window(uint8(low), uint8(high))
			met[n] = true
			require.Equal(t, n, w.Window(uint8(mirror(high)), uint8(mirror(low))))
			require.Equal(t, n, swap[swap[n]])
		}
	}
	assert.Len(t, met, Windows)
	const x, o, edge = 1, 2, 3
	assert.Equal(t, w.Window(0, x|edge<<2), w.Window(0, x|edge<<2|o<<4), "behind a wall")
	assert.NotEqual(t, w.Window(0, x|edge<<2), w.Window(0, x))
	assert.NotEqual(t, w.Window(0, x<<2), w.Window(0, x))
	assert.Equal(t, w.Window(x<<6, x<<2), swap[w.Window(o<<6, o<<2)])
	assert.NotEqual(t, w.Window(x<<6, x<<2), w.Window(o<<6, o<<2))
}

// mirror returns a half as seen from the other end.
func mirror(half int) (to int) {
	for i := range Reach {
		to |= half >> (2 * i) & 3 << (2 * (Reach - 1 - i))
	}
	return to
}

func BenchmarkField(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 6))
	seer := NewSeer(randomSight(rng), randomSight(rng))
	f := seer.Field(20, 20)
	for y := range 20 {
		for x := range 20 {
			f.Empty(f.At(x, y))
		}
	}
	changes := []Change{seer.Take(f.At(10, 10))}
	for i := range 20 {
		dx, dy := [...]int{1, 1, 0, -1}[i%4], [...]int{0, 1, 1, 1}[i%4]
		changes = append(changes, Change{f.At(10+(i/4-2)*dx, 10+(i/4-2)*dy), seer.Blank(), Window(rng.IntN(Windows))})
	}
	b.Run("shift and back", func(b *testing.B) {
		for b.Loop() {
			f.Shift(changes)
			f.Back(changes)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			f.shiftPlain(changes, false)
			f.shiftPlain(changes, true)
		}
	})
	b.Run("score", func(b *testing.B) {
		for b.Loop() {
			f.Score(0, 1033, 2)
		}
	})
}
