package process

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/afero"
)

// arena is the step in bytes by which Go's heap takes addresses.
const arena = 64 << 20

// Allowed returns how many bytes of memory a search should make this process occupy, 0 for any number. disk is the
// system's own filesystem.
func Allowed(disk afero.Fs) int64 {
	return allowed(min(addresses(disk), group(disk), share(installed())))
}

// installed returns how many bytes of memory the machine has.
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
