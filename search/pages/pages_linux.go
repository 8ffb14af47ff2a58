package pages

import (
	"syscall"
	"unsafe"
)

// advise asks for huge pages. A system that has none ignores it.
func advise(block []byte) { _ = syscall.Madvise(block, syscall.MADV_HUGEPAGE) }

// ready makes the whole pages of a piece of memory ready to be written. Linux before 5.14 refuses that: then each page
// gets ready when it is first written.
func ready(memory []byte) {
	const populateWrite = 23 // MADV_POPULATE_WRITE
	page := syscall.Getpagesize()
	skip := int(-uintptr(unsafe.Pointer(&memory[0])) % uintptr(page)) // bytes before the first whole page
	if whole := (len(memory) - skip) &^ (page - 1); whole > 0 {
		_ = syscall.Madvise(memory[skip:skip+whole], populateWrite)
	}
}
