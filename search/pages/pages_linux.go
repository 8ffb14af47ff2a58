package pages

import (
	"syscall"
	"unsafe"
)

// Huge asks for huge pages where they fit whole into memory. A system that has none ignores it.
func Huge(memory []byte) { advise(memory, huge, syscall.MADV_HUGEPAGE) }

// ready makes the whole pages of a piece of memory ready to be written. Linux before 5.14 refuses that: then each page
// gets ready when it is first written.
func ready(memory []byte) {
	const populateWrite = 23 // MADV_POPULATE_WRITE
	advise(memory, syscall.Getpagesize(), populateWrite)
}

// advise gives the system advice about the whole pages of a piece of memory.
func advise(memory []byte, page, advice int) {
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % uintptr(page)) // bytes before the first whole page
	if whole := (len(memory) - skip) &^ (page - 1); whole > 0 {
		_ = syscall.Madvise(memory[skip:skip+whole], advice)
	}
}
