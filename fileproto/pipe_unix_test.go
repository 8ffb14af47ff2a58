//go:build unix

package fileproto_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file/filetest"
)

// Nobody may ever write into a pipe that has the name of a file, so that nothing is read from it.
func TestNamedPipesAreNotRead(t *testing.T) {
	for _, name := range []string{"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
			files := plain
			if name == "TIMEOUTS.DAT" {
				files = files.with("INFO.DAT", "timeout_turn 0\n") // so that it is asked for what is left
			}
			put(t, disk, files.without(name))
			require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o644))
			pipe, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR, 0)
			require.NoError(t, err)
			defer pipe.Close()
			ended := make(chan struct{})
			var said string
			go func() {
				defer close(ended)
				result, _ := instantMove(disk)
				said = report(result)
			}()
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Fatal("still waiting for somebody who writes")
			}
			assert.Contains(t, said, name+": is a pipe")
			switch name {
			case "PLOCHA.DAT": // without a board there is no move
			case "TAH.DAT":
				move := make([]byte, 4)
				require.NoError(t, pipe.SetReadDeadline(time.Now().Add(time.Minute)))
				_, err := io.ReadFull(pipe, move)
				require.NoError(t, err)
				assert.Equal(t, "0,0\n", string(move))
			default:
				move, err := afero.ReadFile(disk, "TAH.DAT")
				require.NoError(t, err)
				assert.Equal(t, "0,0\n", string(move))
			}
		})
	}
}

// fullPipe returns a pipe that takes no more bytes until somebody reads, and its path.
func fullPipe(t *testing.T) (w *os.File, path string) {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	fd := int(w.Fd())
	require.NoError(t, syscall.SetNonblock(fd, true))
	for _, size := range []int{1 << 12, 1} {
		for err = nil; err == nil; {
			_, err = syscall.Write(fd, make([]byte, size))
		}
		require.ErrorIs(t, err, syscall.EAGAIN)
	}
	require.NoError(t, syscall.SetNonblock(fd, false))
	path = fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), fd)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return w, path
}

// Where a file or standard error is a pipe that nobody reads, or a device, the process plays if it can, and ends.
func TestProcessEndsThoughNobodyReads(t *testing.T) {
	tests := []struct {
		name  string
		files folder
		start func(t *testing.T, dir string, brain *exec.Cmd)
		exit  int
	}{
		{"standard error", forced.with("INFO.DAT", "timeout_turn 60000\nrule 99\n"), func(t *testing.T, _ string, brain *exec.Cmd) {
			brain.Stderr, _ = fullPipe(t)
		}, 0},
		{"standard error, and the move is shown", forced.with("INFO.DAT", "timeout_turn 60000\nrule 99\n"), func(t *testing.T, _ string, brain *exec.Cmd) {
			brain.Args = append(brain.Args, "-show")
			brain.Stderr, _ = fullPipe(t)
		}, 0},
		{"standard error, wrong use", forced, func(t *testing.T, _ string, brain *exec.Cmd) {
			brain.Args = append(brain.Args, "-bogus")
			brain.Stderr, _ = fullPipe(t)
		}, 2},
		{"standard error, no move", forced.with("PLOCHA.DAT", "xo\n"), func(t *testing.T, _ string, brain *exec.Cmd) {
			brain.Stderr, _ = fullPipe(t)
		}, 1},
		{"MSG.DAT", forced.without("MSG.DAT"), func(t *testing.T, dir string, _ *exec.Cmd) {
			_, path := fullPipe(t)
			require.NoError(t, os.Symlink(path, filepath.Join(dir, "MSG.DAT")))
		}, 0},
		{"TAH.DAT", forced.without("TAH.DAT").with("INFO.DAT", "timeout_turn 300\n"), func(t *testing.T, dir string, _ *exec.Cmd) {
			_, path := fullPipe(t)
			require.NoError(t, os.Symlink(path, filepath.Join(dir, "TAH.DAT")))
		}, 1},
		{"a terminal for INFO.DAT", forced.without("INFO.DAT"), func(t *testing.T, dir string, _ *exec.Cmd) {
			if _, err := os.Stat("/dev/ptmx"); err != nil {
				t.Skip(err)
			}
			require.NoError(t, os.Symlink("/dev/ptmx", filepath.Join(dir, "INFO.DAT")))
		}, 0},
		{"a terminal for PLOCHA.DAT", forced.without("PLOCHA.DAT"), func(t *testing.T, dir string, _ *exec.Cmd) {
			if _, err := os.Stat("/dev/ptmx"); err != nil {
				t.Skip(err)
			}
			require.NoError(t, os.Symlink("/dev/ptmx", filepath.Join(dir, "PLOCHA.DAT")))
		}, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := realFolder(t, test.files)
			brain := exec.Command(filetest.Brain(t))
			brain.Dir = dir
			test.start(t, dir, brain)
			require.NoError(t, brain.Start())
			hangs := time.AfterFunc(time.Minute, func() { _ = brain.Process.Kill() })
			defer hangs.Stop()
			_ = brain.Wait()
			assert.Equal(t, test.exit, brain.ProcessState.ExitCode(), "-1: it had to be killed")
			if test.exit == 0 {
				move, err := os.ReadFile(filepath.Join(dir, "TAH.DAT"))
				require.NoError(t, err)
				assert.Equal(t, "0,1\n", string(move))
			}
		})
	}
}

// The answer is seen under every name of the move file.
func TestAnswerKeepsHardLinks(t *testing.T) {
	dir := t.TempDir()
	disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
	put(t, disk, plain)
	require.NoError(t, os.Link(filepath.Join(dir, "TAH.DAT"), filepath.Join(dir, "another")))
	_, err := instantMove(disk)
	require.NoError(t, err)
	after := get(t, disk)
	assert.Equal(t, "0,0\n", after["TAH.DAT"])
	assert.Equal(t, "0,0\n", after["another"])
	assert.Len(t, after, len(plain)+1, "nothing but another name")
}
