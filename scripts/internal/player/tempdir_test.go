package player_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/player"
)

// RemoveStale removes only the folders of arenas that have ended: not that of a playing player, not a run's folder,
// whose name begins alike, and no process that only works in such a folder.
func TestSweep(t *testing.T) {
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, temp)
	}
	put := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Join(temp, filepath.Dir(name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(temp, name), nil, 0o600))
	}
	put("arena-111/lock")
	put("arena-111/keep/locked/file")
	require.NoError(t, os.Chmod(filepath.Join(temp, "arena-111", "keep", "locked"), 0o500))
	put("arena-222/lock")
	put("arena-2026-11-27-072034/games.jsonl")
	put("mine/lock")

	bystander := exec.Command(liar(t)[0], sleeper)
	bystander.Dir = temp
	require.NoError(t, bystander.Start())
	t.Cleanup(func() {
		_ = bystander.Process.Kill()
		_ = bystander.Wait()
	})
	p := seated(t, fileSpec(t, "count"), board.X)
	ask := empty()
	got, err := p.Move(t.Context(), ask)
	require.NoError(t, err)
	player.RemoveStale()

	names, err := filepath.Glob(filepath.Join(temp, "*"))
	require.NoError(t, err)
	assert.Len(t, names, 3, names)
	assert.FileExists(t, filepath.Join(temp, "arena-2026-11-27-072034", "games.jsonl"))
	assert.FileExists(t, filepath.Join(temp, "mine", "lock"))
	assert.True(t, alive(bystander.Process.Pid))
	next, err := p.Move(t.Context(), ask)
	require.NoError(t, err)
	assert.Equal(t, got.At.X+1, next.At.X, "its files are still there")
	require.NoError(t, p.End())
	names, err = filepath.Glob(filepath.Join(temp, "*"))
	require.NoError(t, err)
	assert.Len(t, names, 2, names)
}
