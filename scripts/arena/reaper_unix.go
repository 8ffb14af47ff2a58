//go:build unix

package main

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"tahoun/scripts/arena/player"
)

// startReaper starts the arena once more as a reaper: a process that waits until this one has ended, and then ends its
// brains and removes their folders. So brains end even if the arena is killed. The reaper has a process group of its
// own, so that Ctrl-C does not reach it. stop ends it. Without a reaper the next start of the arena cleans up.
func startReaper() (stop func()) {
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
	reaper := exec.Command(self, reaperCommand)
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

// runReaper is the main function of the reaper.
func runReaper() {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	_, _ = io.Copy(io.Discard, os.Stdin)
	// A process of many threads does not end at once: its last thread may hold locks after the first has ended.
	for pause := time.Millisecond; pause < time.Second; pause *= 2 {
		player.RemoveStale()
		time.Sleep(pause)
	}
}
