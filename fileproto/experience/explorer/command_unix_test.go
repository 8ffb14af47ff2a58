//go:build unix

package explorer_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/experience/explorer"
)

// -sgf writes to no device and to no pipe, and they stay.
func TestSGFThatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	content, err := afero.ReadFile(small(t), storeFile)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, filepath.Base(storeFile)), content, 0o644))
	for name, kind := range map[string]uint32{"pipe": syscall.S_IFIFO, "device": syscall.S_IFCHR} {
		t.Run(name, func(t *testing.T) {
			const null = 1<<8 | 3 // of Linux
			out := filepath.Join(t.TempDir(), "out")
			if err := syscall.Mknod(out, kind|0o644, null); err != nil {
				t.Skip(err)
			}
			before, err := os.Lstat(out)
			require.NoError(t, err)
			_, wrong, exit := run(afero.NewOsFs(), explorer.Command{Folder: folder, SGF: out})
			assert.Equal(t, 1, exit)
			assert.Equal(t, []string{"replace " + out + ": is a " + name + ", want a file"}, wrong)
			after, err := os.Lstat(out)
			require.NoError(t, err)
			assert.True(t, os.SameFile(before, after))
			assert.Equal(t, before.Mode(), after.Mode())
		})
	}
}

// A file that nobody could read in time is refused.
func TestReportOfManyGigabytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), filepath.Base(storeFile))
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	if err := os.Truncate(path, 10<<30); err != nil { // of which the disk holds next to nothing
		t.Skip(err)
	}
	_, wrong, exit := run(afero.NewOsFs(), explorer.Command{Folder: filepath.Dir(path)})
	assert.Equal(t, 1, exit)
	assert.Contains(t, wrong, path+": 10737418240 bytes, want 1073741824 at most")
}
