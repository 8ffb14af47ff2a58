//go:build !amd64 && !arm64

package search

// prefetch does nothing where we do not know how to ask the processor.
func prefetch(*[bucket]entry) {}
