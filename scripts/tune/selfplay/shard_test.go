package selfplay

import (
	"context"
	"fmt"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/cli"
)

// Each shard plays its games of the whole run, in their order, and an equal part of the positions.
func TestShards(t *testing.T) {
	const args = "-nodes 300 -threads 2 -positions "
	whole := read(t, made(t, afero.NewMemMapFs(), args+"300"))
	for index := 1; index <= 3; index++ {
		shard := cli.Shard{Index: index, Count: 3}
		all := read(t, made(t, afero.NewMemMapFs(), args+"120 -shard "+shard.String()))
		positions := 0
		for n, g := range all {
			require.Less(t, positions, 40, "a third of 120")
			positions += len(g.Scores)
			require.Less(t, shard.Nth(n), len(whole))
			require.Equal(t, whole[shard.Nth(n)], g)
		}
		assert.GreaterOrEqual(t, positions, 40)
		assert.Greater(t, len(all), 1)
	}
}

// A shard that was interrupted goes on as itself, and as no other: not even as one that begins with the same game.
func TestShardGoesOnAsItself(t *testing.T) {
	const args = "-nodes 300 -threads 2 -positions 120 -shard "
	want := made(t, afero.NewMemMapFs(), args+"1/2")
	ctx, stop := context.WithCancel(t.Context())
	disk := stoppingDisk{afero.NewMemMapFs(), stop}
	code, _, said := selfplay(ctx, disk, args+"1/2 -out f")
	require.Equal(t, 1, code, said)
	assert.Equal(t, want, made(t, disk.Fs, args+"1/2"))
	origin, err := afero.ReadFile(disk, "f.txt")
	require.NoError(t, err)
	assert.Contains(t, string(origin), "-shard 1/2")

	for _, other := range []struct {
		args string
		game int
	}{{args + "2/2", 1}, {args + "1/3", 2}, {args + "1/1", 2}, {"-nodes 300 -positions 60", 2}} {
		code, _, said := selfplay(t.Context(), disk.Fs, other.args+" -out f")
		assert.Equal(t, 1, code, other.args)
		assert.Contains(t, said, fmt.Sprintf("f: its game %d differs from", other.game), other.args)
	}
	data, err := afero.ReadFile(disk, "f")
	require.NoError(t, err)
	assert.Equal(t, want, data)
}
