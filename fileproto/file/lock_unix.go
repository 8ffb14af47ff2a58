//go:build unix

package file

import (
	"os"
	"syscall"
)

// tryLock takes the lock of an open file, which the system releases when the file is closed or the process ends. It
// returns an error if somebody holds it.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
