//go:build !amd64 && !arm64

package table

import "unsafe"

// Prefetch does nothing on processors for which there is no assembly.
func Prefetch(unsafe.Pointer) {}
