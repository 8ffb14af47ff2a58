//go:build unix

package trials

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pipe in the place of the record is refused by its name.
func TestRecordThatIsAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "log.jsonl")
	require.NoError(t, syscall.Mkfifo(pipe, 0o644))
	assert.ErrorContains(t, Append(afero.NewOsFs(), pipe), pipe+": is a pipe, want a file")
	_, err := ReadFile(afero.NewOsFs(), pipe)
	assert.ErrorContains(t, err, pipe+": is a pipe, want a file")
}
