// Package pages allocates large tables that are filled at once.
package pages

import "unsafe"

// New returns a new zero T. The system makes its pages ready in one call, where it can: page faults for 256 pages, one
// by one, took 1.6 times as long on a virtual machine.
func New[T any]() *T {
	t := new(T)
	ready(unsafe.Pointer(t), unsafe.Sizeof(*t))
	return t
}
