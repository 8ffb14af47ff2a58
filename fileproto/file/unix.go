//go:build unix

package file

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/spf13/afero"
)

// keepOwner gives the file called name the owner and group of was, or the group alone, as far as this process may: a
// brain that runs as root must not take the files away from its manager.
func keepOwner(disk afero.Fs, name string, was fs.FileInfo) {
	if owned, ok := was.Sys().(*syscall.Stat_t); ok && disk.Chown(name, int(owned.Uid), int(owned.Gid)) != nil {
		_ = disk.Chown(name, -1, int(owned.Gid))
	}
}

func hardLinked(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1 && !info.IsDir()
}

// tryLock takes the lock of an open file, which the system releases when the file is closed or the process ends. It
// returns an error if somebody holds it.
func tryLock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
