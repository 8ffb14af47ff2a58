package process

import (
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// getSettings is the request that only a terminal answers.
const getSettings = syscall.TIOCGETA

func age(afero.Fs, time.Time) (time.Duration, bool) { return 0, false }
func longestStart(afero.Fs) time.Duration           { return startTime }

// Resident returns the most bytes of memory that this process has occupied so far.
func Resident(afero.Fs) (int64, bool) {
	var use syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return use.Maxrss, err == nil
}
