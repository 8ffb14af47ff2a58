package search

import (
	"syscall"
	"unsafe"
)

// inLargePages asks the system to hold a table in pages of 2 MB instead of 4 KB: a search reads all over it, and the
// address of each small page costs a look-up of its own. It is a wish: a system that has none to give goes on with small
// ones.
func adviseHugePages(buckets [][bucket]ttSlot) {
	const page = 2 << 20
	start := unsafe.Pointer(unsafe.SliceData(buckets))
	size := uintptr(len(buckets)) * bucketSize
	skip := -uintptr(start) % page // up to the first whole page
	if size < skip+page {
		return
	}
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), (size-skip)&^(page-1)), syscall.MADV_HUGEPAGE)
}
