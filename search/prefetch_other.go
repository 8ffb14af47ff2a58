//go:build !amd64 && !arm64

package search

import "unsafe"

// prefetch does nothing on processors for which there is no assembly.
func prefetch(unsafe.Pointer) {}
