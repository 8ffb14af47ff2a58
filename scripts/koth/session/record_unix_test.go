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

// A pipe in the place of the record or of the file for its lock hangs nobody, and a link leads to nobody else's file.
func TestRecordThatIsNoFile(t *testing.T) {
	pipe := func(path, _ string) error { return syscall.Mkfifo(path, 0o644) }
	for name, test := range map[string]struct {
		place string // the record's, if it is not this file of the folder
		put   func(path, foreign string) error
	}{
		"a pipe":                 {"", pipe},
		"a link":                 {"", func(path, foreign string) error { return os.Symlink(foreign, path) }},
		"a hard link":            {"", func(path, foreign string) error { return os.Link(foreign, path) }},
		"a link that goes round": {"", func(path, _ string) error { return os.Symlink(path, path) }},
		"a pipe as lock":         {"records.lock", pipe},
		"a folder as lock":       {"records.lock", func(path, _ string) error { return os.Mkdir(path, 0o755) }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
			opening(t, disk, 1, "Rival", "Rival")
			place := filepath.Join(dir, recordOf(t, disk))
			if test.place != "" {
				place = filepath.Join(filepath.Dir(place), test.place)
			}
			require.NoError(t, os.Remove(place))
			foreign := filepath.Join(dir, "foreign")
			require.NoError(t, os.WriteFile(foreign, []byte("mine"), 0o644))
			require.NoError(t, test.put(place, foreign))

			o := options(100)
			o.Disk, o.Opponent = disk, "Rival"
			var out, stderr bytes.Buffer
			assert.Zero(t, session.Run(strings.NewReader("A []\nEXIT TIE\n"), &out, &stderr, o))
			assert.Equal(t, 1, strings.Count(out.String(), "\n"))
			content, err := os.ReadFile(foreign)
			require.NoError(t, err)
			assert.Equal(t, "mine", string(content))
			assert.Contains(t, stderr.String(), filepath.Base(place))
		})
	}
}
