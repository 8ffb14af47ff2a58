//go:build unix

package player

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// ReaperCommand is the argument that makes a program a reaper.
const ReaperCommand = "reaper"

// StartReaper starts this program once more as a reaper: a process that waits until this one has ended, and then ends
// its brains and removes their folders. So brains end even if this program is killed. The reaper has a process group of
// its own, so that Ctrl-C does not reach it. stop ends it. Without a reaper the next start of the program cleans up.
func StartReaper() (stop func()) {
	stop = func() {}
	self, err := os.Executable()
	if err != nil {
		return stop
	}
	r, w, err := os.Pipe()
	if err != nil {
		return stop
	}
	defer r.Close()
	reaper := exec.Command(self, ReaperCommand)
	reaper.Stdin = r // its end comes with that of this process, the only one that has w
	reaper.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := reaper.Start(); err != nil {
		w.Close()
		return stop
	}
	return func() {
		_ = reaper.Process.Kill()
		_ = reaper.Wait()
		w.Close()
	}
}

// Reaps is the reaper's main function where args, those of the process, say that it is one. Otherwise it returns false
// at once. A program that calls StartReaper calls it first.
func Reaps(args []string) bool {
	if len(args) != 2 || args[1] != ReaperCommand {
		return false
	}
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	_, _ = io.Copy(io.Discard, os.Stdin)
	// A process of many threads does not end at once: its last thread may hold locks after the first has ended.
	for pause := time.Millisecond; pause < time.Second; pause *= 2 {
		RemoveStale()
		time.Sleep(pause)
	}
	return true
}
