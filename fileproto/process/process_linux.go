package process

import (
	"bytes"
	"io"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/spf13/afero"
)

// getSettings is the request that only a terminal answers.
const getSettings = syscall.TCGETS

// age returns how long this process has existed: the time since the system started, less the time at
// which the process did. That comes in whole ticks, so the age may be a tick too high, never too low.
func age(disk afero.Fs, _ time.Time) (time.Duration, bool) { return ageOf(disk, "/proc/self/stat") }

// ageOf returns how long the process or the thread of a stat file has existed.
func ageOf(disk afero.Fs, path string) (time.Duration, bool) {
	stat, err := readProc(disk, path)
	if err != nil {
		return 0, false
	}
	started, ok := parseStat(stat)
	if !ok {
		return 0, false
	}
	const clockBoottime = 7 // the clock of /proc: it runs on while the system sleeps
	var now syscall.Timespec
	_, _, errno := syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, clockBoottime, uintptr(unsafe.Pointer(&now)), 0)
	return time.Duration(now.Nano()) - started, errno == 0
}

// longestStart returns for how long this can have been the program that the process runs: startTime, and besides the
// time that the system let it run or made it wait for a processor, or else the age of its first other thread. Go's
// runtime starts that at once, and a program that becomes another one loses it.
func longestStart(disk afero.Fs) time.Duration {
	var most time.Duration
	stat, _ := readProc(disk, "/proc/self/schedstat") // an unreadable file counts as 0
	if fields := strings.Fields(string(stat)); len(fields) >= 2 {
		ran, _ := strconv.ParseUint(fields[0], 10, 61)
		waited, _ := strconv.ParseUint(fields[1], 10, 61)
		most = time.Duration(ran) + time.Duration(waited)
	}
	threads, _ := afero.ReadDir(disk, "/proc/self/task")
	for _, thread := range threads {
		if thread.Name() == strconv.Itoa(os.Getpid()) {
			continue
		}
		if old, ok := ageOf(disk, "/proc/self/task/"+thread.Name()+"/stat"); ok {
			most = max(most, old)
		}
	}
	return startTime + most
}

// parseStat finds the start time in the content of a stat file, see proc_pid_stat(5): field 22, counted
// from 1, in ticks. Field 2 is the file name of the program in parentheses, and may hold any character.
func parseStat(stat []byte) (time.Duration, bool) {
	const (
		tick       = 10 * time.Millisecond // the same in every build of Linux that Go runs on
		afterName  = 3                     // the number of the first field after the name
		startField = 22
	)
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= startField-afterName {
		return 0, false
	}
	ticks, err := strconv.ParseInt(string(fields[startField-afterName]), 10, 64)
	if err != nil || ticks < 0 || ticks > int64(1<<62/tick) {
		return 0, false
	}
	return time.Duration(ticks) * tick, true
}

// Resident returns how many bytes of memory this process occupies now. The system also tells the most
// it ever occupied, but counts its parent's memory from before the start of the program into that.
func Resident(disk afero.Fs) (int64, bool) {
	_, occupied, ok := sizes(disk)
	return occupied, ok
}

// sizes returns how many bytes of addresses this process has taken and how many bytes of memory it occupies.
func sizes(disk afero.Fs) (taken, occupied int64, ok bool) {
	statm, err := readProc(disk, "/proc/self/statm")
	fields := bytes.Fields(statm)
	if err != nil || len(fields) < 2 {
		return 0, 0, false
	}
	page := int64(os.Getpagesize())
	total, err := strconv.ParseInt(string(fields[0]), 10, 64)
	resident, wrong := strconv.ParseInt(string(fields[1]), 10, 64)
	return total * page, resident * page, err == nil && wrong == nil
}

// readProc returns the content of a small file of /proc.
func readProc(disk afero.Fs, path string) ([]byte, error) {
	f, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content := make([]byte, 1<<13) // 350 bytes are usual; a list of control groups has up to a few thousand
	n, err := f.Read(content)
	if err == io.EOF {
		err = nil
	}
	return content[:n], err
}

// arena is the step in bytes by which Go's heap takes addresses.
const arena = 64 << 20

// Allowed returns how many bytes of memory a search should make this process occupy, 0 for any number. disk is the
// system's own filesystem.
func Allowed(disk afero.Fs) int64 {
	return allowed(min(addresses(disk), group(disk), share(installed())))
}

func installed() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return math.MaxUint64
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}

// addresses returns how many bytes this process can occupy with the addresses that it may have (RLIMIT_AS, ulimit -v):
// a heap that gets no more of them ends it. Go's runtime has taken 700 MB to 1.2 GB of them by now and occupies hardly
// any. Two arenas are left for the heap's own steps: it begins anywhere in its first arena and may be at the end of
// that by now, and a large block takes whole ones.
func addresses(disk afero.Fs) int64 {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || limit.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	taken, occupied, ok := sizes(disk)
	if !ok {
		return math.MaxInt64
	}
	return int64(limit.Cur) - taken - 2*arena + occupied
}

// group returns the least memory limit of the control groups, of either version, that this process is in: above it a
// process is killed.
func group(disk afero.Fs) int64 {
	least := int64(math.MaxInt64)
	member, _ := readProc(disk, "/proc/self/cgroup") // an unreadable file sets no limit
	for line := range strings.Lines(string(member)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(fields) < 3 {
			continue
		}
		switch controllers := strings.Split(fields[1], ","); {
		case fields[1] == "":
			least = min(least, groupLimit(disk, "/sys/fs/cgroup", fields[2], "memory.max"))
		case slices.Contains(controllers, "memory"):
			least = min(least, groupLimit(disk, "/sys/fs/cgroup/memory", fields[2], "memory.limit_in_bytes"))
		}
	}
	return least
}

// groupLimit returns the least limit that the file called name sets in a group or in one above it. In a container the
// group's path can be that of the host, of which only the root is there.
func groupLimit(disk afero.Fs, root, group, name string) int64 {
	const none = 1 << 62 // version 1 says so with the largest multiple of a page
	least := int64(math.MaxInt64)
	for dir := path.Join("/", group); ; dir = path.Dir(dir) {
		content, _ := readProc(disk, path.Join(root, dir, name))
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64); err == nil && limit < none {
			least = min(least, limit)
		}
		if dir == "/" {
			return least
		}
	}
}
