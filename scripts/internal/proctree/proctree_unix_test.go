//go:build unix && !linux

package proctree

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// KillOrphans ends the recorded program, and no other process that has got its number.
func TestKillOrphans(t *testing.T) {
	f := New(t.TempDir())
	program := exec.Command("sleep", "100")
	f.Prepare(program)
	require.NoError(t, program.Start())
	f.Adopt(program.Process)
	right, err := os.ReadFile(noteIn(f.dir))
	require.NoError(t, err)
	earlier := fmt.Sprintf("%d %d\n", f.pid, time.Now().Add(-time.Hour).Unix())
	require.NoError(t, os.WriteFile(noteIn(f.dir), []byte(earlier), 0o600))
	KillOrphans(f.dir)
	_, err = startOf(f.pid)
	require.NoError(t, err, "it lives")

	require.NoError(t, os.WriteFile(noteIn(f.dir), right, 0o600))
	KillOrphans(f.dir)
	require.Error(t, program.Wait(), "killed")
}
