package table

import (
	"syscall"
	"unsafe"
)

// adviseHugePages asks the system for pages of 2 MB instead of 4 KB. A search reads all over the table, and the address
// of each small page needs a lookup of its own. A system without huge pages ignores the advice.
func adviseHugePages(buckets [][bucket]slot) {
	const page = 2 << 20
	start := unsafe.Pointer(unsafe.SliceData(buckets))
	size := uintptr(len(buckets)) * BucketSize
	skip := -uintptr(start) % page // bytes before the first whole page
	if size < skip+page {
		return
	}
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), (size-skip)&^(page-1)), syscall.MADV_HUGEPAGE)
}
