package nnue

// Two numbers of eight times 16 bits hold a row: SSE2, which every such processor has. Most have AVX2, where one does.

func (f *Field) shift(changes []Change) {
	switch {
	case len(changes) == 0:
	case wide:
		shift32(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &f.pools, &changes[0], len(changes), f.stride)
	default:
		shift16(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &f.pools, &changes[0], len(changes), f.stride)
	}
}

func (f *Field) back(changes []Change) {
	switch {
	case len(changes) == 0:
	case wide:
		back32(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &changes[0], len(changes), f.stride)
	default:
		back16(&f.sums[0], &f.mixed[0], &f.seer.rows[0], &changes[0], len(changes), f.stride)
	}
}

// wide tells whether the processor has registers of 32 bytes, with AVX2.
var wide = has32()

func has32() bool

// shift16 and shift32 are shiftPlain. What goes to the pools is gathered in 16 bits over four changes: one window adds
// 9 x 510 at most, one square taken 9,435 and 8 x 1,020, together less than 1<<15.
//
//go:noescape
func shift16(sums, mixed, rows *row, pools *pools, changes *Change, n, stride int)

//go:noescape
func shift32(sums, mixed, rows *row, pools *pools, changes *Change, n, stride int)

// back16 and back32 are shiftPlain back, but for the pools.
//
//go:noescape
func back16(sums, mixed, rows *row, changes *Change, n, stride int)

//go:noescape
func back32(sums, mixed, rows *row, changes *Change, n, stride int)

// units is unitsPlain.
//
//go:noescape
func units(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int)
