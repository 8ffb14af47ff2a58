package nnue

// Two numbers of eight times 16 bits hold a row.

func (f *Field) shift(changes []Change) {
	if len(changes) > 0 {
		shift16(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &f.pools, &changes[0], len(changes), f.stride)
	}
}

func (f *Field) back(changes []Change) {
	if len(changes) > 0 {
		back16(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &changes[0], len(changes), f.stride)
	}
}

// shift16 is shiftPlain. What goes to the pools is gathered in 16 bits over four changes, see shift16 of amd64.
//
//go:noescape
func shift16(sums, mixed, rows *row, pools *pools, changes *Change, n, stride int)

// back16 is shiftPlain back, but for the pools.
//
//go:noescape
func back16(sums, mixed, rows *row, changes *Change, n, stride int)

// units is unitsPlain.
//
//go:noescape
func units(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int)
