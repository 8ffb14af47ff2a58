package player_test

import (
	"os"
	"os/exec"
	"syscall"
)

// killSelf ends this process as a crash does.
func killSelf() { os.Exit(0xC0000005 - 1<<32) }

// crashed says that a program ended so.
const crashed = "exit status 0xc0000005"

// leave has a child leave its parent's group.
func leave(child *exec.Cmd) {
	child.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

func alive(pid int) bool {
	process, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return false
	}
	defer syscall.CloseHandle(process)
	event, _ := syscall.WaitForSingleObject(process, 0)
	return event == syscall.WAIT_TIMEOUT
}
