//go:build linux || darwin

package process

import (
	"os"
	"syscall"
	"unsafe"
)

// Terminal reports whether f is a terminal, where a person reads along.
func Terminal(f *os.File) bool {
	var settings syscall.Termios
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), getSettings, uintptr(unsafe.Pointer(&settings)))
	return errno == 0
}
