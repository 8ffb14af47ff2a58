//go:build unix

package experience_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/experience"
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
			_, wrong, exit := run(afero.NewOsFs(), experience.Command{Folder: folder, SGF: out})
			assert.Equal(t, 1, exit)
			assert.Equal(t, []string{"replace " + out + ": is a " + name + ", want a file"}, wrong)
			after, err := os.Lstat(out)
			require.NoError(t, err)
			assert.True(t, os.SameFile(before, after))
			assert.Equal(t, before.Mode(), after.Mode())
		})
	}
}
