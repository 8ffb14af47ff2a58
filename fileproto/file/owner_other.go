//go:build !unix

package fileproto

import (
	"io/fs"

	"github.com/spf13/afero"
)

// keepOwner does nothing: a new file has the folder's owner and rights.
func keepOwner(afero.Fs, string, fs.FileInfo) {}
