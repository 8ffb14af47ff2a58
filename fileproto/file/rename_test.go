package file_test

import (
	"errors"
	"io"
	"os"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file"
)

var errFull = errors.New("disk full")

// A full disk has room for so many bytes of each file, and may refuse to create, close or rename one.
type full struct {
	afero.Fs
	room                  int
	create, close, rename error
}

func (d full) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	if d.create != nil {
		return nil, d.create
	}
	f, err := d.Fs.OpenFile(name, flag, mode)
	return &fullFile{f, d.room, d.close}, err
}

func (d full) Rename(from, to string) error {
	if d.rename != nil {
		return d.rename
	}
	return d.Fs.Rename(from, to)
}

type fullFile struct {
	afero.File
	room  int
	close error
}

func (f *fullFile) Write(b []byte) (int, error) {
	n, err := f.File.Write(b[:min(len(b), f.room)])
	if f.room -= n; n < len(b) {
		err = errors.Join(err, errFull)
	}
	return n, err
}

func (f *fullFile) WriteString(text string) (int, error) { return f.Write([]byte(text)) }

func (f *fullFile) Close() error { return errors.Join(f.File.Close(), f.close) }

func text(words ...string) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, word := range words {
			if _, err := io.WriteString(w, word); err != nil {
				return err
			}
		}
		return nil
	}
}

// names returns the names of all files.
func names(t *testing.T, disk afero.Fs) (all []string) {
	t.Helper()
	entries, err := afero.ReadDir(disk, ".")
	require.NoError(t, err)
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func eachDisk(t *testing.T, test func(t *testing.T, disk afero.Fs)) {
	for _, disk := range []afero.Fs{afero.NewBasePathFs(afero.NewMemMapFs(), "dir"), afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())} {
		require.NoError(t, disk.MkdirAll(".", 0o755))
		test(t, disk)
	}
}

func TestReplaceByRename(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		for _, words := range [][]string{{"a long ", "text"}, {"short"}} {
			require.NoError(t, file.ReplaceByRename(disk, "page", text(words...)))
		}
		got, err := afero.ReadFile(disk, "page")
		require.NoError(t, err)
		assert.Equal(t, "short", string(got))
		assert.Equal(t, []string{"page"}, names(t, disk))
	})
}

// If any step fails, the file stays as it was, and no other file remains.
func TestReplaceByRenameFails(t *testing.T) {
	const room = 100
	tests := []struct {
		name  string
		disk  full
		write func(io.Writer) error
	}{
		{"no room at all", full{}, text("new")},
		{"room for a part", full{room: 5}, text("new ", "text")},
		{"no room for the name", full{room: room, create: errFull}, text("new")},
		{"room is missed at the end", full{room: room, close: errFull}, text("new")},
		{"cannot be renamed", full{room: room, rename: errFull}, text("new")},
		{"nothing to write", full{room: room}, func(io.Writer) error { return errFull }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				tt.disk.Fs = disk
				require.ErrorIs(t, file.ReplaceByRename(tt.disk, "page", tt.write), errFull)
				assert.Empty(t, names(t, disk), "no file where there was none")
				require.NoError(t, afero.WriteFile(disk, "page", []byte("old"), 0o644))
				require.ErrorIs(t, file.ReplaceByRename(tt.disk, "page", tt.write), errFull)
				got, err := afero.ReadFile(disk, "page")
				require.NoError(t, err)
				assert.Equal(t, "old", string(got))
				assert.Equal(t, []string{"page"}, names(t, disk))
			})
		})
	}
}
