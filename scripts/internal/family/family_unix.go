//go:build unix && !linux

package family

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// A Family is a process group. A child that leaves it is not found.
type Family struct{ pid int }

// New makes a family for a program that is not started yet.
func New() *Family { return &Family{} }

// Prepare has to be called before the program's start.
func (f *Family) Prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// Adopt notes the program, right after its start.
func (f *Family) Adopt(p *os.Process) { f.pid = p.Pid }

// Resident is not known while the program runs.
func (f *Family) Resident() int64 { return 0 }

// ResidentAtEnd returns the peak of the program, or of a child that it waited for if that is more.
func (f *Family) ResidentAtEnd(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

// Stop kills the program while it runs, and at least those of its group.
func (f *Family) Stop() {
	f.Clear()
	_ = syscall.Kill(f.pid, syscall.SIGKILL) // it may have joined another group
}

// Clear kills what is left right after the program's end.
func (f *Family) Clear() { _ = syscall.Kill(-f.pid, syscall.SIGKILL) }

// Release has to be called when all is over.
func (f *Family) Release() {}
