//go:build unix

package player_test

import (
	"os"
	"os/exec"
	"syscall"
)

// killSelf ends this process as a crash does.
func killSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// crashed says that a program ended so.
const crashed = "signal: killed"

// leave has a child leave its parent's group and session.
func leave(child *exec.Cmd) { child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }
