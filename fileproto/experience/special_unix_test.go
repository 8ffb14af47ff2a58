//go:build unix

package experience

import (
	"io/fs"
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

// A pipe, a device or a link to one in the place of the file is neither read nor written, and stays.
func TestStoreThatIsNoFile(t *testing.T) {
	device := func(path string) error {
		const zeros = 1<<8 | 5 // of Linux
		return syscall.Mknod(path, syscall.S_IFCHR|0o644, zeros)
	}
	for name, put := range map[string]func(path string) error{
		"pipe":   func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"device": device,
		"link": func(path string) error {
			if err := device(path + "-target"); err != nil {
				return err
			}
			return os.Symlink(path+"-target", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := Open(afero.NewOsFs(), t.TempDir(), "tahoun", freestyle, 0)
			require.NoError(t, os.Mkdir(filepath.Dir(s.path), 0o755))
			if err := put(s.path); err != nil {
				t.Skip(err)
			}
			before, err := os.Lstat(s.path)
			require.NoError(t, err)
			_, _, err = s.find(numbered(1).Position)
			assert.ErrorContains(t, err, ", want a file")
			assert.ErrorContains(t, s.add([]Record{numbered(1)}), ", want a file")
			after, err := os.Lstat(s.path)
			require.NoError(t, err)
			assert.True(t, os.SameFile(before, after))
			assert.NotZero(t, after.Mode()&fs.ModeType)
		})
	}
}

// A file that nobody could read in time is refused, and not made larger.
func TestStoreOfManyGigabytes(t *testing.T) {
	s := Open(afero.NewOsFs(), t.TempDir(), "tahoun", freestyle, 0)
	require.NoError(t, s.add([]Record{numbered(1)}))
	const size = 10 << 30 // of which the disk holds next to nothing
	if err := os.Truncate(s.path, size); err != nil {
		t.Skip(err)
	}
	_, _, err := s.find(numbered(1).Position)
	assert.ErrorContains(t, err, s.path+": 10737418240 bytes, want 1073741824 at most")
	assert.ErrorContains(t, s.add([]Record{numbered(2)}), "at most")
	info, err := os.Stat(s.path)
	require.NoError(t, err)
	assert.EqualValues(t, size, info.Size())
}

// Reading stops when nobody waits for it any more.
func TestReadingIsGivenUp(t *testing.T) {
	s := Open(afero.NewMemMapFs(), "folder", "tahoun", freestyle, 0)
	require.NoError(t, s.disk.MkdirAll("folder", 0o755))
	require.NoError(t, s.add([]Record{numbered(1)}))
	found, _, err := s.within(time.Hour).find(numbered(1).Position)
	require.NoError(t, err)
	assert.Len(t, found, 1)
	_, _, err = s.within(-time.Nanosecond).find(numbered(1).Position)
	assert.ErrorIs(t, err, file.ErrSlow)
}
