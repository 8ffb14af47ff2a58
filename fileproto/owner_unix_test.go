//go:build unix

package fileproto_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A manager that may do less than the brain can still write the files that the brain has written.
func TestProcessKeepsTheOwner(t *testing.T) {
	const manager = 12345
	if os.Geteuid() != 0 {
		t.Skip("only root may give files away")
	}
	dir := realFolder(t, forced)
	move := filepath.Join(dir, "TAH.DAT")
	require.NoError(t, os.Chown(move, manager, manager+1))
	assert.Zero(t, runBrain(t, dir).exit)
	assert.Equal(t, "0,1\n", readFolder(t, dir)["TAH.DAT"])
	info, err := os.Stat(move)
	require.NoError(t, err)
	owned := info.Sys().(*syscall.Stat_t)
	assert.EqualValues(t, manager, owned.Uid)
	assert.EqualValues(t, manager+1, owned.Gid)
}
