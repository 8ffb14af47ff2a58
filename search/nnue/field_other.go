//go:build !amd64 && !arm64 && !386.sse2

package nnue

func (f *Field) shift(changes []Change) { f.shiftPlain(changes, false) }
func (f *Field) back(changes []Change)  { f.shiftPlain(changes, true) }

func units(sums *[Units]int32, hide *[Pools / 2][Units][2]int16, pools *pools, low, high *[Units]int32, side int) {
	unitsPlain(sums, hide, pools, low, high, side)
}
