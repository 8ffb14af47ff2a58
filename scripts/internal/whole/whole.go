// Package whole writes files that are complete or not there at all.
package whole

import (
	"errors"
	"io"

	"github.com/spf13/afero"
)

// Write makes what write writes the content of the file called name: it goes to a file beside it, which is then renamed.
// If anything fails, for example on a full disk, the file stays as it was.
func Write(disk afero.Fs, name string, write func(io.Writer) error) error {
	beside := name + ".new"
	f, err := disk.Create(beside)
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Close()); err == nil {
		err = disk.Rename(beside, name)
	}
	if err != nil {
		_ = disk.Remove(beside)
	}
	return err
}
