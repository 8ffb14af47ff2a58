//go:build unix

package fileproto

import (
	"io/fs"
	"syscall"

	"github.com/spf13/afero"
)

// keepOwner gives the file called name to who owned was, or to its group alone, as far as this process may: a brain that
// runs as root must not take the files away from its manager.
func keepOwner(disk afero.Fs, name string, was fs.FileInfo) {
	if owned, ok := was.Sys().(*syscall.Stat_t); ok && disk.Chown(name, int(owned.Uid), int(owned.Gid)) != nil {
		_ = disk.Chown(name, -1, int(owned.Gid))
	}
}
