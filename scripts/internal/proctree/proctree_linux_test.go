package proctree

import (
	"os/exec"
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
