// Package stealtime reads the steal time of a virtual machine: the time in which a core was ready to work, but the host
// ran something else. No program can make up for it. Only Linux reports it.
package stealtime

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// A Reading is the steal time since the system started.
type Reading struct {
	Total time.Duration   // of all cores
	cores []time.Duration // of each
}

// Read returns the steal time so far; zero where the system does not report it.
func Read() Reading {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return Reading{}
	}
	return parse(stat)
}

// parse reads the content of /proc/stat, see proc_stat(5): a line for all cores, then one per core, whose eighth number
// is the steal time in ticks.
func parse(stat []byte) (r Reading) {
	const (
		tick  = 10 * time.Millisecond // the same in every build of Linux that Go runs on
		field = 8
	)
	for line := range bytes.Lines(stat) {
		fields := bytes.Fields(line)
		if len(fields) <= field || !bytes.HasPrefix(fields[0], []byte("cpu")) {
			continue
		}
		ticks, err := strconv.ParseInt(string(fields[field]), 10, 64)
		switch {
		case err != nil:
			return Reading{}
		case len(fields[0]) == len("cpu"):
			r.Total = time.Duration(ticks) * tick
		default:
			r.cores = append(r.cores, time.Duration(ticks)*tick)
		}
	}
	return r
}

// WorstSince returns the largest steal time of one core since then.
func (r Reading) WorstSince(then Reading) (worst time.Duration) {
	if len(r.cores) != len(then.cores) {
		return 0 // a core came or went
	}
	for i := range r.cores {
		worst = max(worst, r.cores[i]-then.cores[i])
	}
	return worst
}
