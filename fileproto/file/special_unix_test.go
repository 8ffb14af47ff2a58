//go:build unix

package file_test

import (
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file"
)

// specials make something that is no file. Devices are nodes of the test's own.
var specials = map[string]func(t *testing.T, path string){
	"pipe": func(t *testing.T, path string) { require.NoError(t, syscall.Mkfifo(path, 0o644)) },
	"socket": func(t *testing.T, path string) {
		l, err := net.Listen("unix", path)
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
	},
	"device": func(t *testing.T, path string) { makeNull(t, path) },
	"link": func(t *testing.T, path string) {
		makeNull(t, path+"-target")
		require.NoError(t, os.Symlink(path+"-target", path))
	},
}

// makeNull makes a device that takes everything and holds nothing.
func makeNull(t *testing.T, path string) {
	const null = 1<<8 | 3 // of Linux
	if err := syscall.Mknod(path, syscall.S_IFCHR|0o644, null); err != nil {
		t.Skip(err)
	}
}

// What is no file is neither replaced nor opened, and the error tells its name.
func TestSpecialFilesAreRefused(t *testing.T) {
	for kind, make := range specials {
		t.Run(kind, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out")
			make(t, path)
			before, err := os.Lstat(path)
			require.NoError(t, err)
			disk := afero.NewOsFs()
			err = file.ReplaceByRename(disk, path, text("new"))
			assert.ErrorContains(t, err, path+": is a "+kind)
			if kind == "link" {
				kind = "device"
			}
			for _, err := range []error{
				errorOf(file.OpenFile(disk, path, os.O_RDWR|os.O_CREATE, 0o644)),
				errorOf(file.Open(disk, path)),
				errorOf(file.Read(disk, path, 10)),
			} {
				assert.ErrorContains(t, err, "is a "+kind)
			}
			after, err := os.Lstat(path)
			require.NoError(t, err)
			assert.True(t, os.SameFile(before, after))
			assert.Equal(t, before.Mode(), after.Mode())
		})
	}
}

func errorOf[T any](_ T, err error) error { return err }

// Replace writes to a pipe or a device, as long as it may wait, and it stays.
func TestReplaceWritesToSpecialFiles(t *testing.T) {
	for kind, make := range specials {
		t.Run(kind, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "out")
			make(t, path)
			before, err := os.Lstat(path)
			require.NoError(t, err)
			var pipe *os.File
			if kind == "pipe" {
				pipe, err = os.OpenFile(path, os.O_RDWR, 0)
				require.NoError(t, err)
				defer pipe.Close()
				require.NoError(t, pipe.SetReadDeadline(time.Now().Add(time.Minute)))
			}
			err = file.Replace(afero.NewOsFs(), path, []byte("text"), time.Minute)
			if kind == "socket" {
				assert.Error(t, err, "only connections reach it")
			} else {
				assert.NoError(t, err)
			}
			if pipe != nil {
				got := [4]byte{}
				_, err := io.ReadFull(pipe, got[:])
				require.NoError(t, err)
				assert.Equal(t, "text", string(got[:]))
			}
			after, err := os.Lstat(path)
			require.NoError(t, err)
			assert.True(t, os.SameFile(before, after))
			assert.NotZero(t, after.Mode()&(fs.ModeType))
		})
	}
}

// A pipe that nobody reads holds Replace up no longer than it may wait.
func TestReplaceAFullPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	require.NoError(t, syscall.Mkfifo(path, 0o644))
	pipe, err := syscall.Open(path, syscall.O_RDWR|syscall.O_NONBLOCK, 0)
	require.NoError(t, err)
	defer syscall.Close(pipe)
	for err == nil {
		_, err = syscall.Write(pipe, make([]byte, 1))
	}
	require.ErrorIs(t, err, syscall.EAGAIN)
	assert.ErrorIs(t, file.Replace(afero.NewOsFs(), path, []byte("text"), 50*time.Millisecond), file.ErrSlow)
	info, err := os.Lstat(path)
	require.NoError(t, err)
	assert.Equal(t, fs.ModeNamedPipe, info.Mode().Type())
}
