package match

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// stolen is how long each core of a virtual machine was ready to work but given to others by the host, since the
// system started: nothing a program can do makes up for it. Systems other than Linux do not tell.
type stolen []time.Duration

// readStolen returns what is known now.
func readStolen() stolen {
	stat, err := os.ReadFile("/proc/stat")
	if err != nil {
		return nil
	}
	return parseStolen(stat)
}

// parseStolen reads the content of /proc/stat, see proc_stat(5): a line per core, in its eighth number the ticks.
func parseStolen(stat []byte) (all stolen) {
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
func (s stolen) since(then stolen) (most time.Duration) {
	if len(s) != len(then) {
		return 0 // a core came or went
	}
	for i := range s {
		most = max(most, s[i]-then[i])
	}
	return most
}
