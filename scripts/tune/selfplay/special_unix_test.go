//go:build unix

package selfplay

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/tune/dataset"
)

// A pipe in the place of the games, or of the file that tells their origin, is refused by its name and stays.
func TestPipeForAFile(t *testing.T) {
	for _, name := range []string{"f", dataset.Origin("f")} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			pipe := filepath.Join(dir, name)
			require.NoError(t, syscall.Mkfifo(pipe, 0o644))
			code, _, said := selfplay(t.Context(), afero.NewOsFs(), "-positions 1 -nodes 10 -out "+filepath.Join(dir, "f"))
			assert.Equal(t, 1, code)
			assert.Contains(t, said, pipe+": is a pipe, want a file")
			info, err := os.Lstat(pipe)
			require.NoError(t, err)
			assert.Equal(t, fs.ModeNamedPipe, info.Mode().Type())
		})
	}
}
