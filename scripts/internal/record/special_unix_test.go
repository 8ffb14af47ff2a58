//go:build unix

package record_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

// A pipe in the place of a file of the run is refused by its name and stays.
func TestPipesForFiles(t *testing.T) {
	sgf := record.SGFName(sample(7))
	for _, name := range []string{record.Name, record.Collection, sgf, strings.ReplaceAll(sgf, "sgf", "psq")} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			pipe := filepath.Join(dir, filepath.FromSlash(name))
			require.NoError(t, os.MkdirAll(filepath.Dir(pipe), 0o755))
			require.NoError(t, syscall.Mkfifo(pipe, 0o644))
			disk := afero.NewOsFs()
			log, err := record.Open(disk, dir, description())
			if err == nil {
				err = record.Files(disk, dir, sample(7))
				assert.NoError(t, log.Close())
			}
			assert.ErrorContains(t, err, pipe+": is a pipe, want a file")
			if name == record.Name {
				_, err := record.Read(disk, dir, func(*game.Game) error { return nil })
				assert.ErrorContains(t, err, pipe+": is a pipe, want a file")
			}
			info, err := os.Lstat(pipe)
			require.NoError(t, err)
			assert.Equal(t, fs.ModeNamedPipe, info.Mode().Type())
		})
	}
}
