//go:build unix && !linux

package proctree

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A Tree is a process group. A child that leaves it is not found.
type Tree struct {
	dir string
	pid int
}

// New returns the process tree of a program that has not started yet.
func New(dir string) *Tree { return &Tree{dir: dir} }

// Prepare has to be called before the program's start.
func (t *Tree) Prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// Adopt records the program right after its start, for KillOrphans too.
func (t *Tree) Adopt(p *os.Process) {
	t.pid = p.Pid
	if t.dir != "" {
		note := fmt.Sprintf("%d %d\n", t.pid, time.Now().Unix())
		_ = os.WriteFile(noteIn(t.dir), []byte(note), 0o600)
	}
}

// noteIn returns the name of the file that has the number and the start of the last program of dir.
func noteIn(dir string) string { return filepath.Join(dir, "program") }

// KillOrphans kills the group of the last program of dir, if a process with its number and start exists.
func KillOrphans(dir string) {
	var pid int
	var begun int64
	note, _ := os.ReadFile(noteIn(dir))
	if n, _ := fmt.Sscan(string(note), &pid, &begun); n < 2 || pid < 2 {
		return
	}
	const rounding = 2 * time.Second
	if started, err := startOf(pid); err == nil && started.Sub(time.Unix(begun, 0)).Abs() <= rounding {
		(&Tree{pid: pid}).Kill()
	}
}

// startOf returns when a process was started, in whole seconds.
func startOf(pid int) (time.Time, error) {
	ps := exec.Command("ps", "-o", "lstart=", "-p", strconv.Itoa(pid))
	ps.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	said, err := ps.Output()
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.ANSIC, strings.TrimSpace(string(said)))
}

// Resident is not known while the program runs.
func (t *Tree) Resident() int64 { return 0 }

// CPU is not known.
func (t *Tree) CPU() (time.Duration, bool) { return 0, false }

// ResidentAtEnd returns the peak of the program, or of a child that it waited for if that is more.
func (t *Tree) ResidentAtEnd(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// Kill kills the program while it runs, and at least those of its group.
func (t *Tree) Kill() {
	t.KillRest()
	_ = syscall.Kill(t.pid, syscall.SIGKILL) // it may have joined another group
}

// KillRest kills the rest of the group right after the program's end.
func (t *Tree) KillRest() { _ = syscall.Kill(-t.pid, syscall.SIGKILL) }

// Release has to be called when all is over.
func (t *Tree) Release() {}
