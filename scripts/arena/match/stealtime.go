package match

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// stealTime is how long each core of a virtual machine was ready to work but given to others by the host, since the
// system started: nothing a program can do makes up for it. Systems other than Linux do not tell.
type stealTime []time.Duration

// readStealTime returns what is known now.
func readStealTime() stealTime {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return nil
	}
	return parseStealTime(stat)
}

// parseStealTime reads the content of /proc/stat, see proc_stat(5): a line per core, in its eighth number the ticks.
func parseStealTime(stat []byte) (all stealTime) {
	const (
		tick  = 10 * time.Millisecond // the same in every build of Linux that Go runs on
		field = 8
	)
	for line := range bytes.Lines(stat) {
		fields := bytes.Fields(line)
		if len(fields) <= field || !bytes.HasPrefix(fields[0], []byte("cpu")) || len(fields[0]) == len("cpu") {
			continue
		}
		ticks, err := strconv.ParseInt(string(fields[field]), 10, 64)
		if err != nil {
			return nil
		}
		all = append(all, time.Duration(ticks)*tick)
	}
	return all
}

// since returns the most that was taken from one core after then.
func (s stealTime) since(then stealTime) (most time.Duration) {
	if len(s) != len(then) {
		return 0 // a core came or went
	}
	for i := range s {
		most = max(most, s[i]-then[i])
	}
	return most
}
