package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/arena/output"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/docs"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

var update = flag.Bool("update", false, "rewrite the tables of matches in the pages from the kept logs")

const (
	root    = "../.." // of the repository
	matches = "scripts/arena/matches"
)

// TestTablesOfMatches: the tables in the pages are those that the kept logs give.
func TestTablesOfMatches(t *testing.T) {
	t.Chdir(root)
	disk := afero.NewOsFs()
	for page, args := range map[string]string{"README.md": "table -short", "scripts/arena/README.md": "table"} {
		code, table, said := arenaAlone(t.Context(), t, disk, robots, args)
		require.Equal(t, 0, code, said)
		docs.Table(t, page, "go run ./scripts/arena "+args, table, *update)
	}
}

// TestMatches: every row of the table is played with a thread each, from openings that are still open, by a brain of
// files against one of pipes, with a pause that trips nobody. Of those that were played the logs are small, and Tahoun's
// version is the one that it told.
func TestMatches(t *testing.T) {
	t.Chdir(root)
	disk := afero.NewOsFs()
	names, err := filepath.Glob(matches + "/*.cfg")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		s, err := settings.OfMatch(disk, name)
		require.NoError(t, err)
		require.Len(t, s.Players, 2, name)
		own, other := s.Players[0], s.Players[1]
		assert.Regexp(t, `^Tahoun \d+\.\d+\.\d+$`, own.Label, name)
		assert.Regexp(t, `^\pL+ \d+(\.\d+)+`, other.Label, name)
		assert.Equal(t, []player.Protocol{player.File, player.Pipe}, []player.Protocol{own.Protocol, other.Protocol}, name)
		assert.Equal(t, []int{1, 1, 1}, []int{own.Threads, other.Threads, s.Jobs}, name)
		require.NotNil(t, other.Pause, name)
		assert.Equal(t, 100*time.Millisecond, *other.Pause, name)
		assert.Regexp(t, `-even\.txt$`, s.Openings, name)
		assert.LessOrEqual(t, s.Plan.Pairs, len(s.Plan.Openings), "%s: no opening twice", name)
		checkKept(t, disk, s, strings.TrimSuffix(name, ".cfg")+".jsonl.gz")
	}
}

func checkKept(t *testing.T, disk afero.Fs, s settings.Settings, name string) {
	info, err := disk.Stat(name)
	if os.IsNotExist(err) {
		return // not played yet
	}
	require.NoError(t, err)
	assert.Less(t, info.Size(), int64(200_000), name)
	told := ""
	require.NoError(t, record.ReadKept(disk, name, s.Description(), func(g *game.Game) error {
		for _, m := range g.Moves {
			if version := regexp.MustCompile(`^Tahoun [0-9.]+[0-9]`).FindString(m.Message); told == "" {
				told = version
			}
		}
		return nil
	}))
	assert.Equal(t, s.Players[0].Label, told, name)
}

// TestKeep: a match that is kept is a row of the table, the one that the match itself printed. A match that was broken
// off is kept when it is over.
func TestKeep(t *testing.T) {
	disk := afero.NewMemMapFs()
	const config = "p file,label=strong,time=250ms:a\np file,label=weak:b\nrule renju\nsize 12\nmoves 44\npairs 2\nopenings openings.txt\n"
	require.NoError(t, afero.WriteFile(disk, "m/first.cfg", []byte(config), 0o644))
	require.NoError(t, afero.WriteFile(disk, "m/first-caro.cfg", []byte(strings.Replace(config, "renju", "caro", 1)), 0o644))
	require.NoError(t, afero.WriteFile(disk, "openings.txt", []byte(someOpenings), 0o644))
	code, out, said := arenaAlone(t.Context(), t, disk, robots, "table m")
	require.Equal(t, 0, code, said)
	assert.Empty(t, out, "nothing was played")

	printed := ""
	for _, name := range []string{"first", "first-caro"} {
		args := "-config m/" + name + ".cfg -keep m/" + name + ".jsonl.gz -j 1 -out " + name
		code, out, said = arenaAlone(t.Context(), t, disk, robots, args)
		require.Equal(t, 0, code, said)
		row := regexp.MustCompile(`(?m)^\| strong .*\n`).FindString(out)
		printed += strings.Replace(row, "| "+name+" |", "| ["+name+"](matches/"+name+".cfg) |", 1)
	}
	code, out, said = arenaAlone(t.Context(), t, disk, robots, "table m")
	require.Equal(t, 0, code, said)
	assert.Equal(t, output.RowHead+printed, out)
	assert.Contains(t, out, "| strong | weak | renju, 12x12 | 250 ms against 1 s | 4 | ")
	code, out, said = arenaAlone(t.Context(), t, disk, robots, "table -short m")
	require.Equal(t, 0, code, said)
	assert.Regexp(t, `(?m)^\| weak \| 250 ms against 1 s \|  \|  \| \S+ : \S+, \S+ ±\d+ \| \S+ : \S+, \S+ ±\d+ \|$`, out)

	for name, tt := range map[string]struct{ config, want string }{
		"other settings": {strings.Replace(config, "moves 44", "moves 40", 1), "first.jsonl.gz: first.jsonl.gz:1: the log is of another run: moves was 44"},
		"more pairs":     {strings.Replace(config, "pairs 2", "pairs 3", 1), "first.jsonl.gz: want 6 games, got 4"},
		"fewer pairs":    {strings.Replace(config, "pairs 2", "pairs 1", 1), "game 3 was played, but only 2 are wanted"},
		"three players":  {config + "p file:cheat\n", "first.cfg: want two players, got 3"},
		"no settings":    {"", "first.cfg: match: want two players or more, got 0"},
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, afero.WriteFile(disk, "m/first.cfg", []byte(tt.config), 0o644))
			code, out, said := arenaAlone(t.Context(), t, disk, robots, "table m")
			assert.Equal(t, 1, code)
			assert.Empty(t, out)
			assert.Contains(t, said, tt.want)
		})
	}
}

// TestKeepWhenOver: a match that was broken off is kept when it is over.
func TestKeepWhenOver(t *testing.T) {
	disk := afero.NewMemMapFs()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	code, _, _ := arena(ctx, t, disk, interrupting(9, stop),
		"-p file:strong -p file:weak -size 12 -moves 44 -pairs 2 -j 1 -openings openings.txt -out run -keep kept.jsonl.gz")
	require.Equal(t, 1, code)
	there, err := afero.Exists(disk, "kept.jsonl.gz")
	require.NoError(t, err)
	assert.False(t, there)
	for range 2 { // the second only shows the match
		require.NoError(t, disk.RemoveAll("kept.jsonl.gz"))
		code, _, said := arenaAlone(t.Context(), t, disk, robots, "-continue run -keep kept.jsonl.gz")
		require.Equal(t, 0, code, said)
		there, err = afero.Exists(disk, "kept.jsonl.gz")
		require.NoError(t, err)
		assert.True(t, there)
	}
}
