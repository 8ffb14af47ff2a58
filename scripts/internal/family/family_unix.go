//go:build unix && !linux

package family

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

// A Family is a process group. A child that leaves it is not found.
type Family struct {
	home string
	pid  int
}

// New makes a family for a program that is not started yet.
func New(home string) *Family { return &Family{home: home} }

// Prepare has to be called before the program's start.
func (f *Family) Prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// Adopt notes the program, right after its start, for EndOrphans too.
func (f *Family) Adopt(p *os.Process) {
	f.pid = p.Pid
	if f.home != "" {
		note := fmt.Sprintf("%d %d\n", f.pid, time.Now().Unix())
		_ = os.WriteFile(noteIn(f.home), []byte(note), 0o600)
	}
}

// noteIn returns the name of the file that tells the last program of a home and when it was started.
func noteIn(home string) string { return filepath.Join(home, "program") }

// EndOrphans kills the group of a home's last program if that is the one which was started then.
func EndOrphans(home string) {
	var pid int
	var begun int64
	note, _ := os.ReadFile(noteIn(home))
	if n, _ := fmt.Sscan(string(note), &pid, &begun); n < 2 || pid < 2 {
		return
	}
	const rounding = 2 * time.Second
	if started, err := startOf(pid); err == nil && started.Sub(time.Unix(begun, 0)).Abs() <= rounding {
		(&Family{pid: pid}).Stop()
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
