//go:build unix

package sets

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pipe, a device without an end and a file of 20 GB are refused at once.
func TestLoadWhatHasNoEnd(t *testing.T) {
	for says, put := range map[string]func(path string) error{
		"is a pipe":           func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"is a device":         func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o644, 1<<8|5) },
		"more than 16777216 ": func(path string) error { return sparse(path, 20<<30) },
	} {
		t.Run(says, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "w.bin")
			if err := put(path); err != nil {
				t.Skip(err)
			}
			_, err := Load(afero.NewOsFs(), path)
			require.Error(t, err)
			assert.Contains(t, err.Error(), path+": "+says)
		})
	}
}

// sparse makes a file of which the disk holds nothing.
func sparse(path string, size int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Truncate(size)
}
