package file_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file"
)

// Where many replace a file at once, all of them succeed, and whoever reads it finds the whole text of one of them.
func TestManyReplaceOneFile(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("this system refuses to rename over a file that is being read")
	}
	texts := map[string]bool{}
	for _, n := range []int{1, 5, 3000, 20_000} {
		texts[strings.Repeat("text", n)] = true
	}
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		require.NoError(t, file.ReplaceByRename(disk, "page", text("text")))
		var writers, readers sync.WaitGroup
		for content := range texts {
			writers.Go(func() {
				for range 50 {
					if !assert.NoError(t, file.ReplaceByRename(disk, "page", text(content))) {
						return
					}
				}
			})
		}
		var over atomic.Bool
		for range 2 {
			readers.Go(func() {
				for !over.Load() {
					got, err := afero.ReadFile(disk, "page")
					if !assert.NoError(t, err) || !assert.True(t, texts[string(got)], "%d bytes", len(got)) {
						return
					}
				}
			})
		}
		writers.Wait()
		over.Store(true)
		readers.Wait()
		assert.Equal(t, []string{"page"}, names(t, disk))
	})
}

// Of all files in a folder only those are removed that were to replace another one and that nobody writes any more.
func TestSweep(t *testing.T) {
	const long = 2 * time.Minute
	for name, want := range map[string]struct {
		age  time.Duration
		gone bool
	}{
		"page.0123456789abcdef.tahoun-new":  {long, true},
		"page.f123456789abcdef.tahoun-new":  {-long, true}, // the file server's clock is ahead
		"a.b.c.aaaaaaaaaaaaaaaa.tahoun-new": {long, true},
		"page.0123456789abcdee.tahoun-new":  {0, false},
		"page.0123456789abcded.tahoun-new":  {-time.Second, false},
		"page.0123456789ABCDEF.tahoun-new":  {long, false},
		"page.123456789abcdef.tahoun-new":   {long, false},
		"page-0123456789abcdef.tahoun-new":  {long, false},
		".0123456789abcdef.tahoun-new":      {long, false},
		"page.0123456789abcdef.new":         {long, false},
		"page.tahoun-new":                   {long, false},
		".tahoun-new":                       {long, false},
		"g.psq.new":                         {long, false},
		"page":                              {long, false},
	} {
		eachDisk(t, func(t *testing.T, disk afero.Fs) {
			require.NoError(t, afero.WriteFile(disk, name, nil, 0o644))
			then := time.Now().Add(-want.age)
			require.NoError(t, disk.Chtimes(name, then, then))
			file.Sweep(disk, ".")
			there, err := afero.Exists(disk, name)
			require.NoError(t, err)
			assert.Equal(t, want.gone, !there, name)
		})
	}
	file.Sweep(afero.NewMemMapFs(), "no such folder")
}

// A folder that has such a name stays.
func TestSweepNoFolder(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		const folder = "page.0123456789abcdef.tahoun-new"
		require.NoError(t, disk.MkdirAll(folder, 0o755))
		then := time.Now().Add(-time.Hour)
		require.NoError(t, disk.Chtimes(folder, then, then))
		file.Sweep(disk, ".")
		assert.Equal(t, []string{folder}, names(t, disk))
	})
}

// The name of the file that is written first is one that Sweep knows, and fits where the file's own name does.
func TestReplaceALongName(t *testing.T) {
	for _, name := range []string{strings.Repeat("n", 255), strings.Repeat("ř", 127), "n"} {
		eachDisk(t, func(t *testing.T, disk afero.Fs) {
			var beside []string
			require.NoError(t, disk.MkdirAll("in", 0o755))
			require.NoError(t, file.ReplaceByRename(noticing{disk, &beside}, filepath.Join("in", name), text("a")))
			require.Len(t, beside, 1)
			assert.Equal(t, "in", filepath.Dir(beside[0]))
			assert.True(t, file.IsBeside(filepath.Base(beside[0])), beside[0])
			assert.True(t, strings.HasPrefix(filepath.Base(beside[0]), name[:1]))
			assert.LessOrEqual(t, len(filepath.Base(beside[0])), 255)
		})
	}
}

// A noticing disk notes the files that are opened to be written.
type noticing struct {
	afero.Fs
	opened *[]string
}

func (d noticing) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	*d.opened = append(*d.opened, name)
	return d.Fs.OpenFile(name, flag, mode)
}
