//go:build 386.sse2

package nnue

// A number of eight times 16 bits holds half a row, as one side sees it. The halves have nothing to do with each other,
// and eight registers are enough for one.

func (f *Field) shift(changes []Change) {
	if len(changes) == 0 {
		return
	}
	for at := 0; at < 2*Eyes; at += Eyes {
		shift8(&f.sums[0][at], &f.mixed[0][at], &f.seer.rows[0][at], &f.pools[0][at], &changes[0], len(changes), f.stride)
	}
}

func (f *Field) back(changes []Change) {
	if len(changes) == 0 {
		return
	}
	for at := 0; at < 2*Eyes; at += Eyes {
		back8(&f.sums[0][at], &f.mixed[0][at], &f.seer.rows[0][at], &changes[0], len(changes), f.stride)
	}
}

// shift8 is shiftPlain for half of each row, from the first of which all but changes points. What goes to the pools is
// gathered in 16 bits over four changes, see shift16 of amd64.
//
//go:noescape
func shift8(sums, mixed, rows *int16, pools *int32, changes *Change, n, stride int)

// back8 is shiftPlain back for half of each row, but for the pools.
//
//go:noescape
func back8(sums, mixed, rows *int16, changes *Change, n, stride int)

// units is unitsPlain.
//
//go:noescape
func units(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int)
