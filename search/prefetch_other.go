//go:build !amd64 && !arm64

package search

import "unsafe"

// prefetch does nothing where we do not know how to ask the processor.
func prefetch(unsafe.Pointer) {}
