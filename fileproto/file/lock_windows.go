package file

import (
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// tryLock takes the lock of an open file, which the system releases when the file is closed or the process ends. It
// returns an error if somebody holds it. The locked byte lies beyond the data, because a lock keeps others from
// reading.
func tryLock(f *os.File) error {
	const exclusive, failImmediately = 2, 1
	where := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := lockFileEx.Call(f.Fd(), exclusive|failImmediately, 0, 1, 0, uintptr(unsafe.Pointer(&where)))
	if ok == 0 {
		return err
	}
	return nil
}
