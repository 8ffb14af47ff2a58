package process

import (
	"math"
	"os"
	"syscall"
	"time"
	"unsafe"

	"github.com/spf13/afero"
)

func age(_ afero.Fs, now time.Time) (time.Duration, bool) {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, false
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err != nil {
		return 0, false
	}
	return time.Duration(now.UnixNano() - created.Nanoseconds()), true
}

// longestStart returns the greatest age that is believed. A process is one program all its life here; if it seems
// older, the clock was set meanwhile.
func longestStart(afero.Fs) time.Duration { return time.Minute }

var (
	kernel32                   = syscall.NewLazyDLL("kernel32.dll")
	getProcessMemoryInfo       = kernel32.NewProc("K32GetProcessMemoryInfo")
	getConsoleScreenBufferInfo = kernel32.NewProc("GetConsoleScreenBufferInfo")
)

// Resident returns how many bytes of memory this process occupies now: its working set.
func Resident(afero.Fs) (int64, bool) {
	self, err := syscall.GetCurrentProcess()
	if err != nil || getProcessMemoryInfo.Find() != nil {
		return 0, false
	}
	var counters struct { // PROCESS_MEMORY_COUNTERS
		size, pageFaults             uint32
		peakWorkingSet, workingSet   uintptr
		pools                        [4]uintptr
		pageFileUse, peakPageFileUse uintptr
	}
	counters.size = uint32(unsafe.Sizeof(counters))
	ok, _, _ := getProcessMemoryInfo.Call(uintptr(self), uintptr(unsafe.Pointer(&counters)), uintptr(counters.size))
	return int64(counters.workingSet), ok != 0
}

// Terminal reports whether f is a console where a person reads along. Managers give brains a console too,
// a hidden one, but never an argument: a person is whoever gave one.
func Terminal(f *os.File) bool {
	var mode uint32
	return len(os.Args) > 1 && syscall.GetConsoleMode(syscall.Handle(f.Fd()), &mode) == nil
}

// columns returns how many columns of a console a person sees, 0 if it does not tell.
func columns(f *os.File) int {
	var info struct { // CONSOLE_SCREEN_BUFFER_INFO
		width, height, x, y      int16
		attributes               uint16
		left, top, right, bottom int16 // of the window
		maxWidth, maxHeight      int16
	}
	if ok, _, _ := getConsoleScreenBufferInfo.Call(f.Fd(), uintptr(unsafe.Pointer(&info))); ok == 0 {
		return 0
	}
	return int(info.right-info.left) + 1
}

var globalMemoryStatusEx = kernel32.NewProc("GlobalMemoryStatusEx")

// Allowed returns how many bytes of memory a search should make this process occupy, 0 for any number.
func Allowed(afero.Fs) int64 { return allowed(share(installed())) }

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
