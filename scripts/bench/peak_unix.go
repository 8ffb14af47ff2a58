//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory returns the peak resident memory in bytes of a process that has ended. Linux counts the
// moment before the program replaced this one too: a smaller peak than this one's reads as its own.
func peakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) * 1024
}
