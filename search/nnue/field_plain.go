package nnue

import "math"

// What the processors' instructions for many numbers at once do elsewhere, in plain loops.

// shiftPlain makes changes, or takes them back.
func (f *Field) shiftPlain(changes []Change, back bool) {
	for _, c := range changes {
		from, to := &f.seer.rows[c.From], &f.seer.rows[c.To]
		if back {
			from, to = to, from
		}
		sum := &f.sums[c.At]
		var by, spread row
		for i := range by {
			by[i] = to[i] - from[i]
			before := max(sum[i], 0)
			sum[i] += by[i]
			spread[i] = max(sum[i], 0) - before
			f.pools[0][i] += int32(spread[i])
			if i%Eyes >= Eyes/2 {
				spread[i] = -spread[i]
			}
		}
		f.mix(int(c.At), &by)
		for _, around := range [...]int{-f.stride, 0, f.stride} {
			f.mix(int(c.At)+around-1, &spread)
			if around != 0 {
				f.mix(int(c.At)+around, &spread)
			}
			f.mix(int(c.At)+around+1, &spread)
		}
	}
}

// mix adds to the mixed sums of a square.
func (f *Field) mix(at int, by *row) {
	mixed := &f.mixed[at]
	for i := range mixed {
		before := max(mixed[i], 0)
		mixed[i] += by[i]
		f.pools[1][i] += int32(max(mixed[i], 0) - before)
	}
}

// unitsPlain adds to low and high what the pools make of the units for a side.
func unitsPlain(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int) {
	*sums = plus(low, high)
	for i := range Pools {
		sight := i/Eyes&1 ^ side
		pool := pools[i/(2*Eyes)][sight*Eyes+i%Eyes] >> poolShift
		pool = max(math.MinInt16, min(pool, math.MaxInt16))
		for u := range sums {
			sums[u] += int32(hide[i/2][u][i%2]) * pool
		}
	}
}
