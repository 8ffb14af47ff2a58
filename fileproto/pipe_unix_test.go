//go:build unix

package fileproto_test

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Nobody may ever write into a pipe that has the name of a file, so that nothing is read from it.
func TestNamedPipesAreNotRead(t *testing.T) {
	for _, name := range []string{"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
			files := plain
			if name == "TIMEOUTS.DAT" {
				files = files.with("INFO.DAT", "timeout_turn 0\n") // so that it is asked for what is left
			}
			put(t, disk, files.without(name))
			require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o644))
			ended := make(chan struct{})
			var report string
			go func() {
				defer close(ended)
				result, _ := instantMove(disk)
				report = result.Report
			}()
			select {
			case <-ended:
			case <-time.After(time.Minute):
				t.Fatal("still waiting for somebody who writes")
			}
			assert.Contains(t, report, name+": is a pipe")
			if name != "PLOCHA.DAT" { // without a board there is no move
				move, err := afero.ReadFile(disk, "TAH.DAT")
				require.NoError(t, err)
				assert.Equal(t, "0,0\n", string(move))
			}
		})
	}
}
