package game

import "fmt"

// MiB formats an amount of memory in units of 1024 times 1024 bytes, as -memory takes it.
func MiB(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }
