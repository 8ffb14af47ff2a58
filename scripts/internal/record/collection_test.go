package record_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

// collected returns the collection that games make, in that order.
func collected(t *testing.T, games ...*game.Game) string {
	t.Helper()
	var all bytes.Buffer
	for _, g := range games {
		require.NoError(t, record.SGF(&all, g))
	}
	return all.String()
}

// collection returns the content of games.sgf.
func collection(t *testing.T, disk afero.Fs) string {
	t.Helper()
	text, err := afero.ReadFile(disk, filepath.Join("run", record.Collection))
	require.NoError(t, err)
	return string(text)
}

// TestCollection: games.sgf has each game as soon as it ends, but none on a board that SGF has no letters for.
func TestCollection(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		log := open(t, disk)
		write(t, log, sample(1))
		assert.Equal(t, collected(t, sample(1)), collection(t, disk))
		large := sample(2)
		large.Width = 53
		write(t, log, large)
		write(t, log, sample(0))
		assert.Equal(t, collected(t, sample(1), sample(0)), collection(t, disk), "in the order of their ends")
		require.NoError(t, log.Close())
	})
}

// TestCollectionOfARunThatGoesOn: whatever a kill left behind, each finished game is there once and whole.
func TestCollectionOfARunThatGoesOn(t *testing.T) {
	whole := collected(t, sample(0), sample(1))
	for name, left := range map[string]string{
		"the last game is torn":               whole[:len(whole)-20],
		"a game is missing":                   collected(t, sample(0)),
		"a game that the log does not have":   whole + collected(t, sample(2)),
		"half a game that the log lacks":      whole + collected(t, sample(2))[:50],
		"nothing, as from runs of old builds": "",
	} {
		t.Run(name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			log := open(t, disk)
			write(t, log, sample(0))
			write(t, log, sample(1))
			require.NoError(t, log.Close())
			require.NoError(t, afero.WriteFile(disk, filepath.Join("run", record.Collection), []byte(left), 0o644))
			log = open(t, disk)
			assert.Equal(t, whole, collection(t, disk))
			write(t, log, sample(2))
			assert.Equal(t, whole+collected(t, sample(2)), collection(t, disk))
			require.NoError(t, log.Close())
		})
	}
}

// TestCollectionOfAnotherRun: a log that is refused leaves the collection as it is.
func TestCollectionOfAnotherRun(t *testing.T) {
	disk := afero.NewMemMapFs()
	log := open(t, disk)
	write(t, log, sample(0))
	require.NoError(t, log.Close())
	other := description()
	other.Seed++
	_, err := record.Open(disk, "run", other)
	require.ErrorContains(t, err, "seed was 1 and is 2")
	assert.Equal(t, collected(t, sample(0)), collection(t, disk))
}

// TestRead reads a log without its run's conditions, and changes nothing.
func TestRead(t *testing.T) {
	disk := afero.NewMemMapFs()
	log := open(t, disk)
	write(t, log, sample(1))
	write(t, log, sample(0))
	require.NoError(t, log.Close())
	name := filepath.Join("run", record.Name)
	text, err := afero.ReadFile(disk, name)
	require.NoError(t, err)
	torn := append(text, `{"move":{"ga`...)
	require.NoError(t, afero.WriteFile(disk, name, torn, 0o644))

	var all []*game.Game
	run, err := record.Read(afero.NewReadOnlyFs(disk), "run", func(g *game.Game) error {
		all = append(all, g)
		return nil
	})
	require.NoError(t, err)
	assert.Equal(t, []*game.Game{sample(1), sample(0)}, all)
	assert.Contains(t, string(run), `"seed":1`)

	enough := errors.New("enough")
	_, err = record.Read(disk, "run", func(*game.Game) error { return enough })
	assert.ErrorIs(t, err, enough)
	_, err = record.Read(disk, "elsewhere", func(*game.Game) error { return nil })
	assert.ErrorContains(t, err, "games.jsonl: no log of the arena")
}

// TestMessagesInMemory: of a long run only the first games keep their messages in memory, but all keep their
// evaluations, and the files have everything.
func TestMessagesInMemory(t *testing.T) {
	record.LimitMessages(t, 1<<20)
	disk := afero.NewMemMapFs()
	const score = "7,7 score -12 depth 9-9 nodes 5"
	said := strings.Repeat("thinking ", 400) + "\n" + score
	talkative := func(id int) *game.Game {
		g := sample(id)
		g.Moves = nil
		for range 30 {
			for _, side := range []board.Stone{board.X, board.O} {
				g.Add(game.Move{At: at(0, 0), Side: side, Message: said})
			}
		}
		return g
	}
	const games = 15 // of 110 KB
	check := func(games []*game.Game) {
		t.Helper()
		total := 0
		for _, g := range games {
			for _, m := range g.Moves {
				require.Equal(t, -12, m.Eval.Score)
				total += len(m.Message)
			}
		}
		assert.Greater(t, total, 7<<17)
		assert.Less(t, total, 9<<17)
		assert.Equal(t, said, games[0].Moves[0].Message)
		assert.Equal(t, game.Cut, games[len(games)-1].Moves[0].Message)
	}
	log := open(t, disk)
	var all []*game.Game
	for id := range games {
		all = append(all, talkative(id))
		write(t, log, all[id])
	}
	require.NoError(t, log.Close())
	check(all)
	before := collection(t, disk)
	log = open(t, disk)
	require.NoError(t, log.Close())
	check(log.Games)
	assert.Equal(t, before, collection(t, disk))
	assert.Equal(t, games*60, strings.Count(before, score))
	_, err := record.Read(disk, "run", func(g *game.Game) error {
		require.Equal(t, talkative(g.ID).Moves, g.Moves)
		return nil
	})
	require.NoError(t, err)
}
