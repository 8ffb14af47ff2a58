// Package process asks the operating system about this process: when it was created, how much memory it
// takes and may take, where its executable is, and whether its output goes to a terminal. Where a system
// does not tell, the functions report that. It also sets Go's runtime up for a search, and hears Ctrl-C.
package process

import (
	"context"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/afero"
)

// startTime is how long the start of a program takes at most on a system that lets it run.
const startTime = 500 * time.Millisecond

// Created returns when this program was started, if the system tells. Managers count from then on. On Linux a process
// can have been another program before, a shell for example: of its age no more is counted than a start can take. disk
// is the system's own filesystem.
func Created(disk afero.Fs) (time.Time, bool) {
	now := time.Now()
	old, ok := age(disk, now)
	if !ok || old < 0 {
		return time.Time{}, false
	}
	if old > startTime {
		old = min(old, longestStart(disk))
	}
	return now.Add(-old), true
}

// OwnPath returns the path of this executable without ".exe". args is the command line: its first argument counts,
// unless it does not say where the executable lies. disk is the system's own filesystem.
func OwnPath(disk afero.Fs, args []string) string {
	var path string
	if len(args) > 0 {
		path = args[0]
	}
	if !leads(disk, path) {
		if found, err := os.Executable(); err == nil {
			path = found
		}
	}
	if ext := filepath.Ext(path); strings.EqualFold(ext, ".exe") {
		path = path[:len(path)-len(ext)]
	}
	return path
}

// leads reports whether path says where the executable lies. A shell finds a mere name somewhere in PATH.
// A relative path may start in the parent process's folder, which is not always this one's.
func leads(disk afero.Fs, path string) bool {
	if !strings.Contains(filepath.ToSlash(path), "/") {
		return false
	}
	if filepath.IsAbs(path) {
		return true
	}
	for _, name := range []string{path, path + ".exe"} {
		if there, err := afero.Exists(disk, name); there && err == nil {
			return true
		}
	}
	return false
}

// Columns returns how many columns the terminal f has, as it tells or as COLUMNS in the environment says, 0 if neither
// does.
func Columns(f *os.File) int {
	if n := columns(f); n > 0 {
		return n
	}
	n, _ := strconv.Atoi(os.Getenv("COLUMNS"))
	return max(n, 0)
}

// Tighter returns the tighter of two limits, of bytes or of threads, of which 0 is none.
func Tighter[T int | int64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// leastRoom is allowed in any case: a search must have some.
const leastRoom = 24 << 20

// allowed returns the limit for Allowed if the system's least one is most bytes.
func allowed(most int64) int64 {
	if most == math.MaxInt64 {
		return 0
	}
	return max(most, leastRoom)
}

// share returns how many bytes of a machine's memory this process may occupy: half of it. The manager, the
// system and an opponent that thinks at the same time need the rest: without it the system kills a process or hangs.
// Machines of 3 GB and more set no limit: the greatest search takes a little more than 1 GB.
func share(installed uint64) int64 {
	if installed >= 3<<30 {
		return math.MaxInt64
	}
	return int64(installed / 2)
}

// processors is how many the process may use.
var processors = runtime.GOMAXPROCS(0)

// Prepare sets Go's runtime up for a search that takes its time, and returns how many threads may
// search. The runtime gets one processor more, so that the waiting side need not queue when time is up:
// with all of them busy it would be woken some 10 ms late. memory is the limit in bytes, 0 for none; threads
// is the most that the settings allow, 0 for any number.
func Prepare(memory int64, threads int) (searching int) {
	if memory > 0 {
		debug.SetMemoryLimit(memory - memory/4)
	} else {
		debug.SetMemoryLimit(math.MaxInt64) // there may have been one before
	}
	searching = processors
	if threads > 0 {
		searching = min(searching, threads)
	}
	runtime.GOMAXPROCS(searching + 1)
	return searching
}

// Stop returns a context that ends at the first Ctrl-C or SIGTERM: the move so far is then wanted at once. The second
// one ends the process.
func Stop() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}
