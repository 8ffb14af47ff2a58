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

// EndOrphans ends the program that was noted, and no other one that has its number by now.
func TestEndOrphans(t *testing.T) {
	f := New(t.TempDir())
	program := exec.Command("sleep", "100")
	f.Prepare(program)
	require.NoError(t, program.Start())
	f.Adopt(program.Process)
	right, err := os.ReadFile(noteIn(f.home))
	require.NoError(t, err)
	earlier := fmt.Sprintf("%d %d\n", f.pid, time.Now().Add(-time.Hour).Unix())
	require.NoError(t, os.WriteFile(noteIn(f.home), []byte(earlier), 0o600))
	KillOrphans(f.home)
	_, err = startOf(f.pid)
	require.NoError(t, err, "it lives")

	require.NoError(t, os.WriteFile(noteIn(f.home), right, 0o600))
	KillOrphans(f.home)
	require.Error(t, program.Wait(), "killed")
}
