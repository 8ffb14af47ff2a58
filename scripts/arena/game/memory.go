package game

import "fmt"

// MiB writes an amount of memory in the unit that -memory has, 1024 times 1024 bytes.
func MiB(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }
