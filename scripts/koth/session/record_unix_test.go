//go:build unix

package session_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/koth/session"
)

// A pipe in the place of the record hangs nobody, and a link in its place, or in that of the file that replaces it, leads
// to nobody else's file.
func TestRecordThatIsNoFile(t *testing.T) {
	for name, put := range map[string]func(t *testing.T, record, foreign string){
		"a pipe":                 func(t *testing.T, record, _ string) { require.NoError(t, syscall.Mkfifo(record, 0o644)) },
		"a link":                 func(t *testing.T, record, foreign string) { require.NoError(t, os.Symlink(foreign, record)) },
		"a hard link":            func(t *testing.T, record, foreign string) { require.NoError(t, os.Link(foreign, record)) },
		"a link beside it":       func(t *testing.T, record, foreign string) { require.NoError(t, os.Symlink(foreign, record+".new")) },
		"a pipe beside it":       func(t *testing.T, record, _ string) { require.NoError(t, syscall.Mkfifo(record+".new", 0o644)) },
		"a link that goes round": func(t *testing.T, record, _ string) { require.NoError(t, os.Symlink(record, record)) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
			opening(t, disk, 1, "Rival", "Rival")
			files, err := afero.ReadDir(disk, "koth-tahoun")
			require.NoError(t, err)
			record := filepath.Join(dir, "koth-tahoun", files[0].Name())
			require.NoError(t, os.Remove(record))
			foreign := filepath.Join(dir, "foreign")
			require.NoError(t, os.WriteFile(foreign, []byte("mine"), 0o644))
			put(t, record, foreign)

			o := options(100)
			o.Disk, o.Opponent = disk, "Rival"
			var out, stderr bytes.Buffer
			assert.Zero(t, session.Run(strings.NewReader("A []\nEXIT TIE\n"), &out, &stderr, o))
			assert.Equal(t, 1, strings.Count(out.String(), "\n"))
			content, err := os.ReadFile(foreign)
			require.NoError(t, err)
			assert.Equal(t, "mine", string(content))
			if !strings.Contains(name, "beside") {
				assert.Contains(t, stderr.String(), files[0].Name())
			}
		})
	}
}
