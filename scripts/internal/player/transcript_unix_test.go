//go:build unix

package player_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/player"
)

// A pipe in the place of a transcript is refused by its name and stays.
func TestTranscriptThatIsAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "00007.log")
	require.NoError(t, syscall.Mkfifo(pipe, 0o644))
	assert.ErrorContains(t, player.NewTranscript(afero.NewOsFs(), pipe, "game 7", true).Close(), pipe+": is a pipe, want a file")
	info, err := os.Lstat(pipe)
	require.NoError(t, err)
	assert.Equal(t, fs.ModeNamedPipe, info.Mode().Type())
}
