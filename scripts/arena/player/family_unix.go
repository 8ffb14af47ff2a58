//go:build unix && !linux

package player

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// A family is a process group. A child that leaves it is not found.
type family struct{ pid int }

func newFamily() *family { return &family{} }

func (f *family) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func (f *family) adopt(p *os.Process) { f.pid = p.Pid }

// resident is not known while the program runs.
func (f *family) resident() int64 { return 0 }

// residentAtEnd returns the peak of the program, or of a child that it waited for if that is more.
func (f *family) residentAtEnd(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin" || runtime.GOOS == "ios":
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}

func (f *family) stop() {
	f.clear()
	_ = syscall.Kill(f.pid, syscall.SIGKILL) // it may have joined another group
}

func (f *family) clear() { _ = syscall.Kill(-f.pid, syscall.SIGKILL) }

func (f *family) release() {}
