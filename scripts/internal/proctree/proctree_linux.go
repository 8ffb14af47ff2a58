package proctree

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A Tree is a process group and the processes that left it. They carry a mark in their environment, and this process
// becomes their parent when their own has ended. It does not find a child that leaves the group, changes its
// environment and loses its parent, nor a dead child that left the group but not the session.
type Tree struct {
	mark  []byte // "NAME=value\0" as in /proc/PID/environ
	pid   int    // of the program, and of its group
	floor int64  // bytes of this process in the program's peak

	mu          sync.Mutex
	searchedAt  time.Time // when the descendants were searched last
	descendants []int     // the program's descendants at that time
	lastSum     int64     // memory of all processes at the last sample
}

var counter atomic.Int64

const markName = "TAHOUN_PROCTREE"

// New returns the process tree of a program that has not started yet.
func New(dir string) *Tree {
	value := fmt.Sprintf("%d.%d", os.Getpid(), counter.Add(1))
	return &Tree{mark: []byte(dirMark(dir) + value + "\x00")}
}

// dirMark returns the common start of the marks of all trees of dir. It has the folder's name, which is random, and not
// the path, which may have several forms.
func dirMark(dir string) string { return markName + "=" + filepath.Base(dir) + "/" }

// KillOrphans kills the processes with the mark of dir, and the groups that they lead.
func KillOrphans(dir string) {
	mark := []byte(dirMark(dir))
	untilQuiet(func() bool { return killMarked(mark) })
}

// quietLooks is how many looks in a row must find no process. One does not do: a process that another one has just made
// is not in the list yet, and while it starts a program it has no environment.
const quietLooks = 2

const lookPause = 3 * time.Millisecond

// untilQuiet looks for processes until quietLooks in a row have found none, but no longer than KillWait.
func untilQuiet(look func() (found bool)) {
	quiet := 0
	for begun := time.Now(); quiet < quietLooks && time.Since(begun) < KillWait; {
		if quiet++; look() {
			quiet = 0
		}
		time.Sleep(lookPause)
	}
}

// killMarked kills the processes that carry a mark, and reports whether there are any. It opens a process before it
// reads the mark, so that it never kills another one that gets the number afterwards.
func killMarked(mark []byte) (found bool) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		process, err := os.FindProcess(pid)
		if err != nil {
			continue
		}
		if bytes.Contains(procFile(pid, "environ"), mark) {
			found = true
			if readStat(pid).group == pid {
				_ = syscall.Kill(-pid, syscall.SIGKILL)
			}
			_ = process.Kill()
		}
		_ = process.Release()
	}
	return found
}

// Prepare has to be called before the program's start.
func (t *Tree) Prepare(cmd *exec.Cmd) {
	becomeReaper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), string(t.mark[:len(t.mark)-1]))
}

// becomeReaper makes this process the parent of descendants whose parents have ended. If the system refuses, process 1
// becomes their parent, and they are not found.
var becomeReaper = sync.OnceFunc(func() {
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
})

// Adopt records the program. It began as a copy of this process, whose memory the system counts in the program's peak:
// floor is that part.
func (t *Tree) Adopt(p *os.Process) {
	t.pid = p.Pid
	t.floor = statusValue(os.Getpid(), "VmHWM:")
}

// searchEvery is the least interval between two searches for the program's descendants. One costs as much as twenty
// samples of the program.
const searchEvery = 250 * time.Millisecond

// Resident returns the largest peak of a single process, or the sum of all processes if that is more. A sum counts only
// if two samples in a row have it, since a process that starts another seems to take twice as much for a moment.
func (t *Tree) Resident() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	peak := statusValue(t.pid, "VmHWM:")
	if time.Since(t.searchedAt) < searchEvery {
		for _, pid := range t.descendants {
			peak = max(peak, statusValue(pid, "VmHWM:"))
		}
		return peak
	}
	t.searchedAt = time.Now()
	strays, _ := t.strays()
	t.descendants = append(descendants(t.pid), strays...)
	if len(t.descendants) == 0 {
		t.lastSum = 0
		return peak
	}
	sum := proportional(t.pid)
	for _, pid := range t.descendants {
		sum += proportional(pid)
		peak = max(peak, statusValue(pid, "VmHWM:"))
	}
	peak = max(peak, min(sum, t.lastSum))
	t.lastSum = sum
	return peak
}

// CPU returns the processor time of the program and its descendants so far, in steps of 10 ms.
func (t *Tree) CPU() (time.Duration, bool) {
	total := cpuTime(t.pid)
	for _, pid := range descendants(t.pid) {
		total += cpuTime(pid)
	}
	return total, true
}

// cpuTime returns the processor time of a process and of the children that it waited for.
func cpuTime(pid int) (total time.Duration) {
	const ticksPerSecond = 100 // of /proc, on every Linux that Go runs on
	stat := procFile(pid, "stat")
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 15 {
		return 0
	}
	for _, field := range fields[11:15] { // user and system time, own and of children
		n, _ := strconv.ParseInt(string(field), 10, 64)
		total += time.Duration(n) * time.Second / ticksPerSecond
	}
	return total
}

// rssError returns by how many bytes Linux may misjudge this process's memory. It counts pages of files, anonymous and
// shared pages, and every processor adds its part of each count only when that reaches a batch.
func rssError() int64 {
	processors := runtime.NumCPU()
	batch := max(32, 2*processors)
	return int64(3 * processors * batch * os.Getpagesize())
}

// ResidentAtEnd returns the peak of the program, or of a child that it waited for if that is more. It returns 0 where
// the peak may be the part of this process.
func (t *Tree) ResidentAtEnd(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || int64(usage.Maxrss)<<10 <= t.floor+rssError() {
		return 0
	}
	return int64(usage.Maxrss) << 10
}

// Kill kills the program while it runs, and at least those of its group.
func (t *Tree) Kill() {
	_ = syscall.Kill(-t.pid, syscall.SIGKILL)
	_ = syscall.Kill(t.pid, syscall.SIGKILL) // it may have joined another group
}

// KillRest kills the rest of the group, then the processes whose parent this process has become, until there are no
// more. Where there is none at all one look does.
func (t *Tree) KillRest() {
	_ = syscall.Kill(-t.pid, syscall.SIGKILL)
	begun := time.Now()
	dying := map[int]bool{}
	look := func() (found bool) {
		pids, unclear := t.strays()
		for _, pid := range pids {
			dying[pid] = true
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		found = len(dying) > 0 || unclear && time.Since(begun) < unclearWait
		for pid := range dying {
			if got, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil); got == pid || err == syscall.ECHILD {
				delete(dying, pid)
			}
		}
		return found
	}
	if look() {
		untilQuiet(look)
	}
}

// unclearWait is how long a process without an environment may start a program. After that it has none.
const unclearWait = 200 * time.Millisecond

// Release has to be called when all is over.
func (t *Tree) Release() {}

// strays returns the members of the tree, without the program, whose parent is this process. Dead processes have no
// environment. It includes the dead ones in a session of their own, which no program is: they are of this tree or of
// another one, which does not need them. It is unclear whether a living process without an environment is one: it may
// be about to start a program.
func (t *Tree) strays() (found []int, unclear bool) {
	own := session()
	for _, pid := range adopted() {
		if pid == t.pid {
			continue
		}
		environment := procFile(pid, "environ")
		s := readStat(pid)
		switch {
		case s.group == t.pid || s.dead && s.session != own || bytes.Contains(environment, t.mark):
			found = append(found, pid)
		case len(environment) == 0 && !s.dead:
			unclear = true
		}
	}
	return found, unclear
}

// session is this process's, which it never leaves.
var session = sync.OnceValue(func() int { return readStat(os.Getpid()).session })

// adopted returns the processes whose parent this process has become. The kernel gives them to its first thread, which
// lives as long as a Go program, so that the lists of the other threads, one for each program that runs, need no look.
func adopted() []int {
	pid := os.Getpid()
	return childrenOf(pid, strconv.Itoa(pid))
}

func descendants(pid int) []int {
	const enough = 1000
	found := children(pid)
	for i := 0; i < len(found) && len(found) < enough; i++ {
		found = append(found, children(found[i])...)
	}
	return found
}

func children(pid int) []int {
	tasks, err := os.Open("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil
	}
	defer tasks.Close()
	names, _ := tasks.Readdirnames(-1)
	var found []int
	for _, thread := range names {
		found = append(found, childrenOf(pid, thread)...)
	}
	return found
}

// childrenOf returns the children of a thread of a process.
func childrenOf(pid int, thread string) (found []int) {
	for field := range bytes.FieldsSeq(procFile(pid, "task/"+thread+"/children")) {
		if child, err := strconv.Atoi(string(field)); err == nil {
			found = append(found, child)
		}
	}
	return found
}

// A procStat has fields of /proc/PID/stat; it is zero if the process has ended.
type procStat struct {
	dead           bool // a zombie
	group, session int
}

func readStat(pid int) (s procStat) {
	stat := procFile(pid, "stat")
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // the name before may contain anything
	if len(fields) < 4 {
		return s
	}
	s.dead = fields[0][0] == 'Z'
	s.group, _ = strconv.Atoi(string(fields[2]))
	s.session, _ = strconv.Atoi(string(fields[3]))
	return s
}

// proportional returns the memory of a process, with shared memory in proportion.
func proportional(pid int) int64 {
	if n := kilobytes(procFile(pid, "smaps_rollup"), "\nPss:"); n > 0 {
		return n
	}
	return statusValue(pid, "VmRSS:")
}

// statusValue returns a value of /proc/PID/status in bytes, 0 if it is not there.
func statusValue(pid int, key string) int64 { return kilobytes(procFile(pid, "status"), "\n"+key) }

func kilobytes(text []byte, key string) int64 {
	_, rest, ok := bytes.Cut(text, []byte(key))
	if !ok {
		return 0
	}
	value, _, _ := bytes.Cut(bytes.TrimLeft(rest, " \t"), []byte(" "))
	n, _ := strconv.ParseInt(string(value), 10, 64)
	return n << 10
}

// procFile returns the content of a file of /proc/PID, nil if it cannot be read.
func procFile(pid int, name string) []byte {
	return readProc("/proc/" + strconv.Itoa(pid) + "/" + name)
}

// readProc is os.ReadFile without the preparation for files that may block, which would be half of its time: the files
// of several processes are read many times a second, while programs need the cores.
func readProc(path string) []byte {
	file, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer syscall.Close(file)
	content := make([]byte, 0, 2048)
	for {
		content = slices.Grow(content, 512)
		n, err := syscall.Read(file, content[len(content):cap(content)])
		if err == syscall.EINTR {
			continue
		}
		if err != nil || n <= 0 {
			return content
		}
		content = content[:len(content)+n]
	}
}
