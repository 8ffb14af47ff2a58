//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/record"
)

// A pipe in the place of a file that the arena reads is refused: nobody may ever write to it.
func TestPipesAreNotReadFrom(t *testing.T) {
	t.Chdir(t.TempDir())
	pipe := func(name string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, syscall.Mkfifo(name, 0o600))
	}
	self, err := os.Executable()
	require.NoError(t, err)
	two := "-p file:" + self + " -p file:" + self + " -size 9 "
	disk := afero.NewOsFs()
	code, _, said := arena(t.Context(), t, disk, robots, two+"-pairs 1 -out run")
	require.Equal(t, 0, code, said)
	config, err := os.ReadFile(filepath.Join("run", settings.Name))
	require.NoError(t, err)
	for _, tt := range []struct{ name, pipe, args string }{
		{"openings", "p1", two + "-openings p1"},
		{"settings", "p2", "-config p2"},
		{"settings of a run", "r3/arena.cfg", "-continue r3"},
		{"log of a run", "r4/games.jsonl", "-continue r4"},
		{"openings of a run", "r5/openings.txt", "-continue r5"},
		{"settings of a shard", "r6/arena.cfg", "merge r6"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pipe(tt.pipe)
			if dir := filepath.Dir(tt.pipe); filepath.Base(tt.pipe) != settings.Name && dir != "." {
				text := config
				if filepath.Base(tt.pipe) == "openings.txt" {
					text = append(text[:len(text):len(text)], "openings o.txt\n"...)
				}
				require.NoError(t, os.WriteFile(filepath.Join(dir, settings.Name), text, 0o644))
			}
			code, _, said := arena(t.Context(), t, disk, robots, tt.args)
			assert.Contains(t, []int{1, 2}, code)
			assert.Contains(t, said, filepath.FromSlash(tt.pipe)+": is a pipe, want a file")
		})
	}
	require.FileExists(t, filepath.Join("run", record.Name))
}
