package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/run"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

// longArgs are the arguments of a finished run with so many pairs.
func longArgs(dir string, pairs int) []string {
	return strings.Fields(fmt.Sprintf("-p file,label=one:/bin/true -p file,label=two:/bin/false -pairs %d -size 20 -match 180s -out %s", pairs, dir))
}

// longRun makes the folder of a finished run with 60 moves a game and 300 bytes of messages a move.
func longRun(tb testing.TB, dir string, pairs int, more ...string) {
	tb.Helper()
	disk := afero.NewOsFs()
	s, err := settings.Parse(disk, append(longArgs(dir, pairs), more...), &bytes.Buffer{}, nil)
	require.NoError(tb, err)
	require.NoError(tb, run.MakeFolder(disk, s.Out))
	require.NoError(tb, s.Write(disk))
	log, err := record.Open(disk, dir, s.Description())
	require.NoError(tb, err)
	rng := rand.New(rand.NewPCG(1, 2))
	for p := range s.Plan.Schedule().Games(nil) {
		g := &game.Game{
			ID: p.ID, Pair: p.Pair, Round: p.Round, Width: 20, Height: 20, X: s.Labels()[p.X], O: s.Labels()[p.O],
			Start: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).Add(time.Duration(p.ID) * time.Minute),
		}
		squares := rng.Perm(400)
		for n := range 60 {
			at := board.Point{X: squares[n] % 20, Y: squares[n] / 20}
			g.Add(game.Move{
				At: at, Side: board.X + board.Stone(n%2), Time: time.Duration(rng.Int64N(1e9)), Limit: time.Second,
				Left: time.Duration(180e9 - rng.Int64N(1e11)), Memory: 9<<20 + rng.Int64N(1<<24),
				Message: fmt.Sprintf("Tahoun 0.2.0: %v score %d depth 13-21 nodes %d time 131 ms line%s", at,
					rng.IntN(600)-300, rng.IntN(1e6), strings.Repeat(" 10,11", 37)),
			})
			require.NoError(tb, log.Move(g))
		}
		g.End(game.Result{Winner: board.Stone(rng.IntN(3)), Reason: game.Row})
		if g.Result.Winner == board.Empty {
			g.Result.Reason = game.Full
		}
		require.NoError(tb, record.Files(disk, dir, g))
		require.NoError(tb, log.Game(g))
	}
	require.NoError(tb, log.Close())
}

// reportTimes reports the time of a turn beside the time that encoding/json takes on one core to check the lines of the
// logs, which is the least that a program does to read them.
func reportTimes(b *testing.B, logs string) {
	turn := b.Elapsed() / time.Duration(b.N)
	names, err := filepath.Glob(logs)
	require.NoError(b, err)
	require.NotEmpty(b, names)
	start := time.Now()
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(b, err)
		for line := range bytes.Lines(text) {
			require.True(b, json.Valid(line))
		}
	}
	b.ReportMetric(float64(turn)/float64(time.Since(start)), "of-a-check")
}

// BenchmarkMerge joins four shards with their files of single games.
func BenchmarkMerge(b *testing.B) {
	for _, games := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			dir := b.TempDir()
			if keep := os.Getenv("ARENA_KEEP"); keep != "" {
				dir = filepath.Join(keep, fmt.Sprint("merge", games))
			}
			for i := range 4 {
				shard := filepath.Join(dir, "shards", fmt.Sprint(i+1))
				longRun(b, shard, games/2, "-shard", fmt.Sprintf("%d/4", i+1))
			}
			for n := 0; b.Loop(); n++ {
				var out, said bytes.Buffer
				args := []string{"merge", "-out", filepath.Join(dir, fmt.Sprint("merged", n)), filepath.Join(dir, "shards")}
				code := command(b.Context(), afero.NewOsFs(), robots, args, &out, &said)
				require.Zero(b, code, said.String())
			}
			reportTimes(b, filepath.Join(dir, "shards", "*", "games.jsonl"))
		})
	}
}

// BenchmarkLongRun reads a finished run, prints its table and writes its report, in runs of a thousand and of ten
// thousand games. Where ARENA_KEEP names a folder, the runs stay there.
func BenchmarkLongRun(b *testing.B) {
	for _, games := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			dir := filepath.Join(b.TempDir(), "run")
			if keep := os.Getenv("ARENA_KEEP"); keep != "" {
				dir = filepath.Join(keep, fmt.Sprint(games))
			}
			longRun(b, dir, games/2)
			for b.Loop() {
				var out, said bytes.Buffer
				code := command(b.Context(), afero.NewOsFs(), robots, longArgs(dir, games/2), &out, &said)
				require.Zero(b, code, said.String())
			}
			reportTimes(b, filepath.Join(dir, "games.jsonl"))
			page, err := os.Stat(filepath.Join(dir, "report.html"))
			require.NoError(b, err)
			b.ReportMetric(float64(page.Size())/1e6, "page-MB")
		})
	}
}
