package pages

import (
	"syscall"
	"unsafe"
)

// ready makes the whole pages of a piece of memory ready to be written. Linux before 5.14 refuses that: then each page
// gets ready when it is first written.
func ready(start unsafe.Pointer, size uintptr) {
	const populateWrite = 23 // MADV_POPULATE_WRITE
	page := uintptr(syscall.Getpagesize())
	skip := -uintptr(start) % page // bytes before the first whole page
	if size < skip+page {
		return
	}
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, skip)), (size-skip)&^(page-1)), populateWrite)
}
