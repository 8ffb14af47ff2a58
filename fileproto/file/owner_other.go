//go:build !unix

package file

import (
	"io/fs"

	"github.com/spf13/afero"
)

// keepOwner does nothing: a new file has the folder's owner and rights.
func keepOwner(afero.Fs, string, fs.FileInfo) {}

// hardLinked says no: the information at hand does not tell.
func hardLinked(fs.FileInfo) bool { return false }
