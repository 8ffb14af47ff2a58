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

// startReaper starts the arena once more, as a keeper: a process that waits until this one has ended, and then does what the next
// start would do. So brains end with an arena that is killed. The keeper is in a group of its own, which no terminal
// interrupts. stop ends it where there is nothing left to do. Without a keeper the next start does it all.
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
	keeper := exec.Command(self, reaperCommand)
	keeper.Stdin = r // it ends when this process does, the only one that has w
	keeper.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := keeper.Start(); err != nil {
		w.Close()
		return stop
	}
	return func() {
		_ = keeper.Process.Kill()
		_ = keeper.Wait()
		w.Close()
	}
}

// runReaper is the keeper.
func runReaper() {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	_, _ = io.Copy(io.Discard, os.Stdin)
	// A process of many threads does not end at once: the last of them may hold locks that the first has left.
	for pause := time.Millisecond; pause < time.Second; pause *= 2 {
		player.RemoveStale()
		time.Sleep(pause)
	}
}
