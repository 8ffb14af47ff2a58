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

// columns returns how many columns a terminal has, 0 if it does not tell.
func columns(f *os.File) int {
	var size struct{ rows, columns, width, height uint16 } // struct winsize
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if errno != 0 {
		return 0
	}
	return int(size.columns)
}
