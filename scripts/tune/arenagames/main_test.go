package arenagames_test

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
	"tahoun/scripts/tune/arenagames"
	"tahoun/scripts/tune/dataset"
)

// played returns a game on an empty 15x15 board with a stone of each side as opening, in which the players say these
// messages from the left to the right of row 0.
func played(id int, r game.Result, said ...string) *game.Game {
	g := &game.Game{ID: id, Width: 15, Height: 15, X: "one", O: "two", Opening: []board.Point{{X: 7, Y: 7}, {X: 8, Y: 8}}}
	for i, text := range said {
		g.Add(game.Move{At: board.Point{X: i}, Side: board.X + board.Stone(i%2), Message: text})
	}
	g.End(r)
	return g
}

// keep writes games into the log of a run.
func keep(t *testing.T, disk afero.Fs, dir string, games ...*game.Game) {
	t.Helper()
	log, err := record.Open(disk, dir, record.Description{Width: 15, Height: 15})
	require.NoError(t, err)
	for _, g := range games {
		all := g.Moves
		for n := range all {
			g.Moves = all[:n+1]
			require.NoError(t, log.Move(g))
		}
		require.NoError(t, log.Game(g))
	}
	require.NoError(t, log.Close())
}

// tune runs the subcommand.
func tune(t *testing.T, disk afero.Fs, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = arenagames.Main(t.Context(), disk, args, &out, &err)
	return code, out.String(), err.String()
}

// read returns the games that train would read.
func read(t *testing.T, disk afero.Fs, name string) (all []dataset.Game) {
	t.Helper()
	data, err := afero.ReadFile(disk, name)
	require.NoError(t, err)
	r := dataset.NewReader(bytes.NewReader(data))
	for {
		g, err := r.Read()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		all = append(all, g)
	}
}

// TestImport: moves, result and evaluations come back through train's reader.
func TestImport(t *testing.T) {
	disk := afero.NewMemMapFs()
	won := played(0, game.Result{Winner: board.O, Reason: game.Row},
		"score 12", "hello", "score win in 7", "score loss in 4", "score -1000000", "eval 99999", "mate 1500")
	walled := played(1, game.Result{Reason: game.Full}, "", "score -3")
	walled.Rule, walled.Walls = board.Renju, []board.Point{{X: 14, Y: 14}}
	keep(t, disk, "run", won, walled)
	keep(t, disk, "other", played(0, game.Result{Winner: board.X, Reason: game.Row}, "score 1"))

	code, out, said := tune(t, disk, "-out", "a.games", "run", "other")
	require.Zero(t, code, said)
	assert.Equal(t, "a.games: 3 games, 7 moves with a score\n", out)
	all := read(t, disk, "a.games")
	require.Len(t, all, 3)
	const none = dataset.NoScore
	assert.Equal(t, []int16{12, none, 29993, -29996, -29000, 29000, none}, all[0].Scores)
	assert.Equal(t, dataset.OWins, all[0].Result)
	assert.Equal(t, 2, all[0].Opening)
	assert.Equal(t, []board.Point{{X: 7, Y: 7}, {X: 8, Y: 8}, {X: 0, Y: 0}, {X: 1, Y: 0}}, all[0].Moves[:4])
	assert.Equal(t, dataset.Game{
		Rule: board.Renju, Width: 15, Height: 15, Walls: walled.Walls, Opening: 2, Scores: []int16{none, -3},
		Moves: []board.Point{{X: 7, Y: 7}, {X: 8, Y: 8}, {X: 0, Y: 0}, {X: 1, Y: 0}}, Result: dataset.Draw,
		Random: all[1].Random, Leaves: all[1].Leaves,
	}, all[1])
	assert.Equal(t, dataset.XWins, all[2].Result)
	origin, err := afero.ReadFile(disk, dataset.Origin("a.games"))
	require.NoError(t, err)
	assert.Contains(t, string(origin), "tune import -out a.games run other at ")
}

// TestImportOfOnePlayer takes the evaluations of one player, whichever side it has.
func TestImportOfOnePlayer(t *testing.T) {
	disk := afero.NewMemMapFs()
	turned := played(1, game.Result{Winner: board.X, Reason: game.Row}, "score 3", "score 4")
	turned.X, turned.O = "two", "one"
	keep(t, disk, "run", played(0, game.Result{Winner: board.X, Reason: game.Row}, "score 1", "score 2"), turned)
	code, _, said := tune(t, disk, "-out", "a.games", "-scores", "one", "run")
	require.Zero(t, code, said)
	all := read(t, disk, "a.games")
	assert.Equal(t, []int16{1, dataset.NoScore}, all[0].Scores)
	assert.Equal(t, []int16{dataset.NoScore, 4}, all[1].Scores)
	code, _, said = tune(t, disk, "-out", "a.games", "-scores", "nobody", "run")
	assert.NotZero(t, code)
	assert.Contains(t, said, "-scores nobody: no such player; there are one, two")
	assert.Equal(t, all, read(t, disk, "a.games"), "the old file stays")
}

// TestImportLeavesOut: games that say nothing about strength, or that the format cannot hold, are counted, not written.
func TestImportLeavesOut(t *testing.T) {
	disk := afero.NewMemMapFs()
	twice := played(2, game.Result{Reason: game.Full}, "a", "b", "c")
	twice.Moves[1].Side = board.X
	keep(t, disk, "run", played(0, game.Result{Winner: board.X, Reason: game.Crash}, "a"), twice,
		played(3, game.Result{Reason: game.Full}))
	code, out, said := tune(t, disk, "-out", "a.games", "run")
	require.Zero(t, code, said)
	assert.Equal(t, "a.games: 0 games, 0 moves with a score; 1 games left out: ended by a fault, not by strength; "+
		"1 games left out: no moves; 1 games left out: x and o did not take turns\n", out)
}

// TestImportOfAContinuousGame: it ends with its first row, for the side that made it.
func TestImportOfAContinuousGame(t *testing.T) {
	disk := afero.NewMemMapFs()
	g := played(0, game.Result{Winner: board.X, Reason: game.MoreRows}, "a", "b", "c", "d")
	g.Rule, g.Moves[1].Row = board.Continuous, []board.Point{{X: 1}}
	keep(t, disk, "run", g)
	code, _, said := tune(t, disk, "-out", "a.games", "run")
	require.Zero(t, code, said)
	got := read(t, disk, "a.games")[0]
	assert.Len(t, got.Moves, 4)
	assert.Equal(t, dataset.OWins, got.Result)
}

func TestImportRefuses(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "a.games", []byte("old"), 0o644))
	require.NoError(t, afero.WriteFile(disk, filepath.Join("bad", record.Name), []byte("hello"), 0o644))
	for want, args := range map[string][]string{
		"-out: want a file":             {"run"},
		"want the folder of a run":      {"-out", "a.games"},
		"games.jsonl: no log of the":    {"-out", "a.games", "nowhere"},
		"want a log of the arena":       {"-out", "a.games", "bad"},
		"flag provided but not defined": {"-in", "a.games"},
	} {
		code, _, said := tune(t, disk, args...)
		assert.NotZero(t, code)
		assert.Contains(t, said, want)
	}
	left, err := afero.ReadFile(disk, "a.games")
	require.NoError(t, err)
	assert.Equal(t, "old", string(left))
	code, out, _ := tune(t, disk, "-h")
	assert.Zero(t, code)
	assert.Contains(t, out, "-scores LABEL")
}
