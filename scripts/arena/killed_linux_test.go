package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/player"
)

// hangs is the first argument that makes the test binary a brain that hangs.
const hangs = "hangs"

func init() {
	if len(os.Args) > 2 && os.Args[1] == hangs {
		hang(os.Args[2])
	}
}

// hang is a brain that hangs, and so does a child that it starts where notes is a folder: each leaves its number there.
func hang(notes string) {
	if notes != "" {
		self, err := os.Executable()
		if err != nil {
			panic(err)
		}
		child := exec.Command(self, hangs, "")
		leave(child)
		if err := child.Start(); err != nil {
			panic(err)
		}
		for _, pid := range []int{os.Getpid(), child.Process.Pid} {
			if err := os.WriteFile(filepath.Join(notes, strconv.Itoa(pid)), nil, 0o644); err != nil {
				panic(err)
			}
		}
	}
	time.Sleep(time.Hour)
}

// ample is more than any machine takes.
const ample = 20 * time.Second

// hangingArena starts an arena whose two brains hang, and returns it when they do, with their numbers and their
// children's.
func hangingArena(t *testing.T, temp string) (arena *exec.Cmd, brains []int) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	notes := t.TempDir()
	brain := fmt.Sprintf("pipe,startup=1h:'%s' %s '%s'", self, hangs, notes)
	arena = exec.Command(self, asArena, "-p", brain, "-p", brain, "-j", "2", "-out", filepath.Join(t.TempDir(), "run"))
	arena.Env = append(os.Environ(), "TMPDIR="+temp, "TMP="+temp)
	var said bytes.Buffer
	arena.Stderr = &said
	require.NoError(t, arena.Start())
	t.Cleanup(func() {
		_ = arena.Process.Kill()
		_ = arena.Wait()
		for _, pid := range brains {
			if alive(pid) {
				p, _ := os.FindProcess(pid)
				_ = p.Kill()
			}
		}
	})
	require.Eventually(t, func() bool {
		entries, err := os.ReadDir(notes)
		require.NoError(t, err)
		brains = nil
		for _, e := range entries {
			pid, err := strconv.Atoi(e.Name())
			require.NoError(t, err)
			brains = append(brains, pid)
		}
		return len(brains) == 4
	}, ample, 5*time.Millisecond, &said)
	return arena, brains
}

// nextStart runs the arena with -h.
func nextStart(t *testing.T, temp string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	arena := exec.Command(self, asArena, "-h")
	arena.Env = append(os.Environ(), "TMPDIR="+temp, "TMP="+temp)
	said, err := arena.CombinedOutput()
	require.NoError(t, err, "%s", said)
	assert.Contains(t, string(said), " -p PLAYER -p PLAYER [flags]")
}

// requireNothing waits until no brain runs and no folder is left.
func requireNothing(t *testing.T, temp string, brains []int) {
	t.Helper()
	for _, pid := range brains {
		require.Eventually(t, func() bool { return !alive(pid) }, ample, 5*time.Millisecond, "process %d lives on", pid)
	}
	require.Eventually(t, func() bool {
		left, err := os.ReadDir(temp)
		return err == nil && len(left) == 0
	}, ample, 5*time.Millisecond, "folders are left in %s", temp)
}

// kill ends a process as no process can prevent.
func kill(t *testing.T, arena *exec.Cmd) {
	t.Helper()
	require.NoError(t, arena.Process.Kill())
	_ = arena.Wait()
}

// TestKilled: brains of an arena that was killed end, and their folders go, at the next start at the latest. Those of
// an arena that runs stay.
func TestKilled(t *testing.T) {
	temp := t.TempDir()
	killed, its := hangingArena(t, temp)
	running, others := hangingArena(t, temp)
	endReaper(t, killed)
	kill(t, killed)
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Len(t, left, 4)

	nextStart(t, temp)
	for _, pid := range its {
		require.Eventually(t, func() bool { return !alive(pid) }, ample, 5*time.Millisecond, "process %d lives on", pid)
	}
	for _, pid := range others {
		assert.True(t, alive(pid))
	}
	left, err = os.ReadDir(temp)
	require.NoError(t, err)
	assert.Len(t, left, 2)

	endReaper(t, running)
	kill(t, running)
	nextStart(t, temp)
	requireNothing(t, temp, others)
}

// leave has a child leave its parent's group and session.
func leave(child *exec.Cmd) { child.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// alive reports whether a process runs: one that nobody has waited for does not.
func alive(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && !bytes.Contains(stat, []byte(") Z "))
}

// endReaper kills an arena's reaper.
func endReaper(t *testing.T, arena *exec.Cmd) {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	require.NoError(t, err)
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		words, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		if bytes.HasSuffix(words, []byte("\x00"+player.ReaperCommand+"\x00")) && bytes.Contains(stat, []byte(" "+strconv.Itoa(arena.Process.Pid)+" ")) {
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
			return
		}
	}
	require.Fail(t, "no reaper")
}

// TestBrainsEndWithTheArena: when the arena is killed, its brains end too and their folders are removed.
func TestBrainsEndWithTheArena(t *testing.T) {
	temp := t.TempDir()
	arena, brains := hangingArena(t, temp)
	kill(t, arena)
	requireNothing(t, temp, brains)
}
