//go:build !linux

package pages

import "unsafe"

func ready(unsafe.Pointer, uintptr) {}
