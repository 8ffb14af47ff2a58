package nnue

// Two numbers of eight times 16 bits hold a row.

func (f *Field) shift(changes []Change, back bool) {
	if len(changes) > 0 {
		shift16(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &f.pools, &changes[0], len(changes), f.stride, back)
	}
}

// shift16 is shiftPlain. What goes to the pools is gathered in 16 bits over four changes, see shift16 of amd64.
//
//go:noescape
func shift16(sums, mixed, rows *row, pools *pools, changes *Change, n, stride int, back bool)

// units is unitsPlain.
//
//go:noescape
func units(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int)
