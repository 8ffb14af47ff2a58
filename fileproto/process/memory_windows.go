package process

import (
	"math"
	"unsafe"

	"github.com/spf13/afero"
)

var globalMemoryStatusEx = kernel32.NewProc("GlobalMemoryStatusEx")

// Allowed returns how many bytes of memory a search should make this process occupy, 0 for any number.
func Allowed(afero.Fs) int64 { return allowed(share(installed())) }

// installed returns how many bytes of memory the machine has.
func installed() uint64 {
	if globalMemoryStatusEx.Find() != nil {
		return math.MaxUint64
	}
	var status struct { // MEMORYSTATUSEX
		size, load  uint32
		total, free uint64
		others      [5]uint64
	}
	status.size = uint32(unsafe.Sizeof(status))
	if ok, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return math.MaxUint64
	}
	return status.total
}
