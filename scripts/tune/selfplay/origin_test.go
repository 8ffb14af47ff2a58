package selfplay

import (
	"context"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
	"tahoun/search/weights"
)

// origin returns the text beside the games.
func origin(t *testing.T, disk afero.Fs) string {
	t.Helper()
	text, err := afero.ReadFile(disk, "f.txt")
	require.NoError(t, err)
	return string(text)
}

// The command beside the games of a run, one that was broken off too, makes the same file.
func TestTheCommandMakesTheSameGames(t *testing.T) {
	w := weights.Encode(weights.Head{{Name: "set", Value: "caro"}}, new(weights.Weights))
	name := weights.Name(weights.Head{{Name: "set", Value: "caro"}}, w) + ".bin"
	ctx, stop := context.WithCancel(t.Context())
	disk := stoppingDisk{afero.NewMemMapFs(), stop}
	require.NoError(t, afero.WriteFile(disk.Fs, name, w, 0o644))
	const flags = "-rule 8 -nodes 100 -leaves 1 -seed 9 -shard 2/3 -positions 9000 -out f -weights "
	code, _, _ := selfplay(ctx, disk, flags+name)
	require.Equal(t, 1, code, "broken off")
	want, err := afero.ReadFile(disk.Fs, "f")
	require.NoError(t, err)

	command, commit, found := strings.Cut(origin(t, disk.Fs), " at ")
	require.True(t, found)
	assert.Equal(t, gobuild.Commit()+"\n", commit)
	require.NoError(t, disk.Fs.Remove("f"))
	got := made(t, disk.Fs, strings.TrimPrefix(command, "tune selfplay "))
	assert.Equal(t, want, got)
	assert.Equal(t, command+" at "+commit, origin(t, disk.Fs))
}

// Games that an engine goes on with were played at several commits. Openings have an origin of their own.
func TestOriginOfAllGames(t *testing.T) {
	disk := afero.NewMemMapFs()
	fileOf(t, disk, "from", grown(0, 20, 40, 30, 0))
	require.NoError(t, afero.WriteFile(disk, "from.txt", []byte("tune selfplay -seed 3 at 0123\n"), 0o644))
	const args = "-from from -nodes 100 -positions "
	made(t, disk, args+"1")
	command, _, _ := strings.Cut(origin(t, disk), "; at ")
	assert.Regexp(t, "-from from, sha256 [0-9a-f]{64}, made by tune selfplay -seed 3 at 0123$", command)
	require.NoError(t, afero.WriteFile(disk, "f.txt", []byte(command+"; at 4567\n"), 0o644))
	made(t, disk, args+"1")
	assert.True(t, strings.HasSuffix(origin(t, disk), "; at 4567\n"), "nothing was played")
	for range 2 {
		made(t, disk, args+"60")
		assert.True(t, strings.HasSuffix(origin(t, disk), "; at 4567, "+gobuild.Commit()+"\n"), origin(t, disk))
	}
	require.NoError(t, disk.Remove("f.txt"))
	made(t, disk, args+"90")
	assert.Contains(t, origin(t, disk), "; at unknown, ")
}
