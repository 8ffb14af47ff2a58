package proctree

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// CPU counts the processor time of the program's descendants too.
func TestCPU(t *testing.T) {
	f := New("")
	program := exec.Command("sh", "-c", "sh -c 'while :; do :; done' & wait")
	f.Prepare(program)
	require.NoError(t, program.Start())
	f.Adopt(program.Process)
	t.Cleanup(func() {
		f.Kill()
		_ = program.Wait()
		f.KillRest()
	})
	require.Eventually(t, func() bool {
		used, known := f.CPU()
		return known && used >= 30*time.Millisecond
	}, time.Minute, time.Millisecond)
}

// This process's part of the peak may seem larger than it did right after the start, by as much as Linux's counts err.
func TestResidentAtEndIsAboveTheErrorOfTheFloor(t *testing.T) {
	program := exec.Command("true")
	require.NoError(t, program.Run())
	peak := int64(program.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) << 10
	for least, want := range map[int64]int64{1: 0, rssError(): 0, rssError() + 1: peak} {
		assert.Equal(t, want, (&Tree{floor: peak - least}).ResidentAtEnd(program.ProcessState), "%d above", least)
	}
	assert.GreaterOrEqual(t, rssError(), int64(3*32*os.Getpagesize()))
}

// KillOrphans ends the programs of one folder, and no process without its mark.
func TestKillOrphans(t *testing.T) {
	start := func(f *Tree) *exec.Cmd {
		program := exec.Command("sleep", "100")
		if f != nil {
			f.Prepare(program)
		}
		require.NoError(t, program.Start())
		t.Cleanup(func() { _ = program.Process.Kill() })
		return program
	}
	orphan, other, stranger := start(New("/tmp/arena-1")), start(New("/tmp/arena-11")), start(nil)
	over := make(chan error)
	go func() { over <- orphan.Wait() }()
	KillOrphans("/private/tmp/arena-1")
	assert.EqualError(t, <-over, "signal: killed")
	for _, program := range []*exec.Cmd{other, stranger} {
		require.NoError(t, program.Process.Signal(syscall.SIGTERM))
		assert.EqualError(t, program.Wait(), "signal: terminated", "it lived until now")
	}
}

// One look that finds no process is not the last: a process may have escaped it.
func TestLooksUntilQuiet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		found := []bool{true, false, true, false, true, true, false, false, true}
		looks := 0
		untilQuiet(func() bool {
			looks++
			return found[looks-1]
		})
		assert.Equal(t, 8, looks)
		begun := time.Now()
		untilQuiet(func() bool { return true })
		assert.InDelta(t, KillWait, time.Since(begun), float64(lookPause))
	})
}

// KillRest ends a child in a session of its own that starts one program after the other in its process. While it starts
// one it has no environment, and one look may miss it.
func TestKillRestLooksUntilQuiet(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	for range 10 {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "loop.sh"), []byte("exec sh loop.sh\n"), 0o600))
		f := New("")
		program := exec.Command("sh", "-c",
			"setsid sh -c 'echo $$ >new; mv new pid; exec sh loop.sh' & until test -e pid; do :; done")
		program.Dir = dir
		f.Prepare(program)
		require.NoError(t, program.Start())
		f.Adopt(program.Process)
		require.NoError(t, program.Wait())
		f.KillRest()
		text, err := os.ReadFile(filepath.Join(dir, "pid"))
		require.NoError(t, err)
		pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
		require.NoError(t, err)
		lives := syscall.Kill(pid, 0)
		_ = syscall.Kill(pid, syscall.SIGKILL)
		require.ErrorIs(t, lives, syscall.ESRCH)
	}
}

// An orphan that lives without an environment may be about to start a program. One that stays so is none of the tree.
func TestOrphanWithoutEnvironmentIsUnclear(t *testing.T) {
	f := New("")
	_, unclear := f.strays()
	assert.False(t, unclear)
	becomeReaper()
	text, err := exec.Command("sh", "-c", "env -i sleep 100 >/dev/null 2>&1 & echo $!").Output()
	require.NoError(t, err)
	orphan, err := strconv.Atoi(strings.TrimSpace(string(text)))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		_, unclear := f.strays()
		return unclear
	}, time.Minute, time.Millisecond)
	begun := time.Now()
	f.pid = orphan + 1<<22 // no process has the number
	f.KillRest()
	assert.Less(t, time.Since(begun), KillWait)
	require.NoError(t, syscall.Kill(orphan, syscall.SIGTERM))
	var status syscall.WaitStatus
	_, err = syscall.Wait4(orphan, &status, 0, nil)
	require.NoError(t, err)
	assert.Equal(t, syscall.SIGTERM, status.Signal(), "it lived until now")
}
