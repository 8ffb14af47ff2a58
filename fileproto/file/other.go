//go:build !unix

package file

import (
	"io/fs"

	"github.com/spf13/afero"
)

// keepOwner does nothing: a new file has the folder's owner and rights.
func keepOwner(afero.Fs, string, fs.FileInfo) {}

// hardLinked returns false: fs.FileInfo has no count of links on these systems.
func hardLinked(fs.FileInfo) bool { return false }
