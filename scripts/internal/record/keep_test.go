package record_test

import (
	"bytes"
	"compress/gzip"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

// kept returns the games of a kept log.
func kept(disk afero.Fs, name string) (all []*game.Game, err error) {
	err = record.ReadKept(disk, name, description(), func(g *game.Game) error {
		all = append(all, g)
		return nil
	})
	return all, err
}

// TestKeptLog: a kept log has the games in their order, without all but the first message of each player and without
// the moves of games that were broken off.
func TestKeptLog(t *testing.T) {
	disk := afero.NewMemMapFs()
	log := open(t, disk)
	second, first := sample(1), sample(0)
	for i := range second.Moves {
		second.Moves[i].Time = time.Second + 1
	}
	require.NoError(t, log.Move(&game.Game{ID: 0, Moves: first.Moves[:1]})) // broken off
	write(t, log, second)
	write(t, log, first)
	require.NoError(t, log.Close())
	require.NoError(t, record.Keep(disk, "run", "kept.jsonl.gz"))

	games, err := kept(disk, "kept.jsonl.gz")
	require.NoError(t, err)
	require.Len(t, games, 2)
	said := 0
	for id, want := range []*game.Game{first, second} {
		got := games[id]
		assert.Equal(t, id, got.ID)
		assert.Equal(t, want.Result, got.Result)
		require.Len(t, got.Moves, len(want.Moves))
		for i, m := range got.Moves {
			assert.Equal(t, want.Moves[i].At, m.At)
			assert.GreaterOrEqual(t, m.Time, want.Moves[i].Time, "a late move stays late")
			assert.Less(t, m.Time-want.Moves[i].Time, time.Millisecond)
			if m.Message != "" {
				said++
				assert.Zero(t, id, "only first messages are kept")
			}
		}
	}
	assert.Positive(t, said)
}

func TestKeptLogIsRefused(t *testing.T) {
	disk := afero.NewMemMapFs()
	log := open(t, disk)
	write(t, log, sample(0))
	require.NoError(t, log.Close())
	require.NoError(t, record.Keep(disk, "run", "kept.jsonl.gz"))
	other := description()
	other.Seed++
	err := record.ReadKept(disk, "kept.jsonl.gz", other, nil)
	assert.ErrorContains(t, err, "the log is of another run: seed was")

	whole, err := afero.ReadFile(disk, "kept.jsonl.gz")
	require.NoError(t, err)
	for cut := range len(whole) {
		require.NoError(t, afero.WriteFile(disk, "cut.jsonl.gz", whole[:cut], 0o644))
		_, err := kept(disk, "cut.jsonl.gz")
		assert.Error(t, err, "%d of %d bytes", cut, len(whole))
	}
	require.Error(t, record.Keep(disk, "nowhere", "new.jsonl.gz"))
	there, err := afero.Exists(disk, "new.jsonl.gz")
	require.NoError(t, err)
	assert.False(t, there)
}

// FuzzReadKept: content that is no log is an error, and no game that it gives is off its board.
func FuzzReadKept(f *testing.F) {
	f.Add([]byte(`{"run":{}}` + "\n" + `{"game":{"ID":0,"Width":15,"Height":15,"count":0,"Result":{"Reason":"row"}}}` + "\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		for _, content := range [][]byte{text, packed.Bytes()} {
			disk := afero.NewMemMapFs()
			require.NoError(t, afero.WriteFile(disk, "kept.jsonl.gz", content, 0o644))
			games, _ := kept(disk, "kept.jsonl.gz")
			for _, g := range games {
				for _, m := range g.Moves {
					assert.True(t, m.At.X < g.Width && m.At.Y < g.Height)
				}
			}
		}
	})
}
