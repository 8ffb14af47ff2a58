package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/record"
)

const sharded = "-p file:strong -p file:weak -size 12 -openings openings.txt -turned -moves 60 "

// playShard plays shard i of n into the folder s/i.
func playShard(t *testing.T, disk afero.Fs, i, n int, args string) {
	t.Helper()
	code, _, said := arena(t.Context(), t, disk, robots, fmt.Sprintf("%s -shard %d/%d -out %s", args, i, n, filepath.Join("s", fmt.Sprint(i))))
	require.Equal(t, 0, code, said)
}

// loggedGames returns the games of a log without the times.
func loggedGames(t *testing.T, disk afero.Fs, dir string) map[int]string {
	t.Helper()
	all := map[int]string{}
	_, err := record.Read(disk, dir, func(g *game.Game) error {
		all[g.ID] = fmt.Sprint(g.X, g.O, g.Opening, g.Result)
		for _, m := range g.Moves {
			all[g.ID] += fmt.Sprint(m.Side, m.At)
		}
		return nil
	})
	require.NoError(t, err)
	return all
}

// TestShards: the merged shards are the run that was not sharded: the same games, table and verdict.
func TestShards(t *testing.T) {
	for name, args := range map[string]string{
		"pairs":         sharded + "-pairs 7 -seed 3",
		"SPRT":          sharded + "-pairs 40 -sprt 0,400",
		"three players": sharded + "-p file:other -pairs 5 -anchor weak",
	} {
		t.Run(name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			code, table, said := arena(t.Context(), t, disk, robots, args+" -out whole -j 1")
			require.Equal(t, 0, code, said)
			for i := range 3 {
				playShard(t, disk, i+1, 3, args)
			}
			code, merged, said := arena(t.Context(), t, disk, robots, "merge -out whole2 s")
			require.Equal(t, 0, code, said)
			want := strings.Replace(table, "whole: ", "whole2: ", 1)
			if name == "SPRT" { // shards play on after the test would have stopped the run
				require.Contains(t, table, "accepted")
				assert.Equal(t, verdict(table), verdict(merged))
				return
			}
			assert.Equal(t, want, merged)
			games := loggedGames(t, disk, "whole")
			assert.Equal(t, games, loggedGames(t, disk, "whole2"))
			for id := range games {
				name := fmt.Sprintf("game-%05d.sgf", game.Number(id))
				assert.Equal(t, read(t, disk, "whole/sgf/"+name), read(t, disk, "whole2/sgf/"+name))
			}
			code, again, said := arenaAlone(t.Context(), t, disk, robots, "-continue whole2")
			require.Equal(t, 0, code, said)
			assert.Equal(t, merged, again, "the merged run is a run")
		})
	}
}

func read(t *testing.T, disk afero.Fs, name string) string {
	t.Helper()
	text, err := afero.ReadFile(disk, filepath.FromSlash(name))
	require.NoError(t, err)
	return string(text)
}

// verdict returns the line of the test.
func verdict(table string) string {
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "SPRT") {
			return line
		}
	}
	return ""
}

// TestShardGoesOn: a shard goes on as itself only.
func TestShardGoesOn(t *testing.T) {
	disk := afero.NewMemMapFs()
	playShard(t, disk, 2, 3, sharded+"-pairs 4")
	code, out, said := arenaAlone(t.Context(), t, disk, robots, "-continue s/2 -pairs 8")
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "6 of 6 games") // pairs 1, 4 and 7
	for id := range loggedGames(t, disk, "s/2") {
		assert.Equal(t, 1, id/2%3)
	}
	code, _, said = arena(t.Context(), t, disk, robots, sharded+"-pairs 8 -out s/2 -shard 3/3")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "the log is of another run: shard was \"2/3\" and is \"3/3\"")
}

// TestMissing: merge tells what is missing, and the merged run can play it.
func TestMissing(t *testing.T) {
	disk := afero.NewMemMapFs()
	playShard(t, disk, 1, 3, sharded+"-pairs 6")
	playShard(t, disk, 3, 3, sharded+"-pairs 6")
	code, out, said := arena(t.Context(), t, disk, robots, "merge -out m s/1 s/3")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "8 of 12 games")
	assert.Contains(t, said, "arena merge: 4 of 12 games are missing; no folder of shard 2/3\n")
	code, out, said = arenaAlone(t.Context(), t, disk, robots, "-continue m")
	require.Equal(t, 0, code, said)
	assert.Contains(t, out, "12 of 12 games")
	assert.Equal(t, 4, strings.Count(said, "\n"), "the games of the missing shard: "+said)
	code, _, said = arena(t.Context(), t, disk, robots, "merge -out m s")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "m holds a run that was not merged, or went on; want another -out")
}

// TestMergeOverwritesNoRun: merge writes over no run, also not over one of an older version, which had no settings.
func TestMergeOverwritesNoRun(t *testing.T) {
	disk := afero.NewMemMapFs()
	playShard(t, disk, 1, 1, sharded+"-pairs 2")
	code, _, said := arena(t.Context(), t, disk, robots, sharded+"-pairs 1 -out old")
	require.Equal(t, 0, code, said)
	require.NoError(t, disk.Remove("old/arena.cfg"))
	before := read(t, disk, "old/games.jsonl")
	code, _, said = arena(t.Context(), t, disk, robots, "merge -out old s")
	assert.Equal(t, 1, code)
	assert.Contains(t, said, "old holds a run that was not merged")
	assert.Equal(t, before, read(t, disk, "old/games.jsonl"))
}

func TestMergeRefuses(t *testing.T) {
	args := sharded + "-pairs 6 "
	for name, tt := range map[string]struct{ other, want string }{
		"another seed":     {args + "-seed 9 -shard 2/3", "s/2 is no shard of the same run as s/1: the log is of another run: seed was 1 and is 9"},
		"another rule":     {args + "-rule renju -shard 2/3", "rule was 0 and is 4"},
		"the same shard":   {args + "-shard 1/3", "s/1 and s/2 are both shard 1/3"},
		"another count":    {args + "-shard 2/4", "s/2 is shard 2/4, but s/1 one of 3"},
		"another, longer":  {sharded + "-pairs 9 -seed 9 -shard 2/3", "seed was 1 and is 9"},
		"more pairs":       {sharded + "-pairs 9 -shard 2/3", "s/2 has 9 pairs, but s/1 6"},
		"a test":           {args + "-sprt 0,20 -shard 2/3", `s/2 has the test "0,20", but s/1 ""`},
		"a whole run":      {args, "s/2: want a shard, got a whole run"},
		"another engine":   {strings.Replace(args, "file:weak", "file:other", 1) + "-shard 2/3", "players.1.Args.0 was \"weak\" and is \"other\""},
		"another openings": {strings.Replace(args, "openings.txt", "others.txt", 1) + "-shard 2/3", "openings was "},
	} {
		t.Run(name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			require.NoError(t, afero.WriteFile(disk, "others.txt", []byte("0,0\n"), 0o644))
			playShard(t, disk, 1, 3, args)
			code, _, said := arena(t.Context(), t, disk, robots, tt.other+" -out s/2")
			require.Equal(t, 0, code, said)
			code, out, said := arena(t.Context(), t, disk, robots, "merge -out m s")
			assert.Equal(t, 1, code)
			assert.Empty(t, out)
			assert.Contains(t, filepath.ToSlash(said), tt.want)
		})
	}
	for args, want := range map[string]string{
		"merge":                                "want the folders of shards",
		"merge nowhere":                        "nowhere: no shard of a run there",
		sharded + "-pairs 6 -shard 0/3":        "-shard 0/3: want a shard such as 3/16",
		sharded + "-sprt 0,20 -shard 1/3":      "-shard: want -pairs",
		sharded + "-pairs 2 -shard 3/3":        "-shard 3/3: want more -pairs",
		sharded + "-pairs 6 -shard 1/3 -log x": "-log: a shard is no whole trial",
	} {
		_, _, said := arena(t.Context(), t, afero.NewMemMapFs(), robots, args)
		assert.Contains(t, said, want, args)
	}
}

// TestMergeAgain: a merge may be repeated. Its own folder among the shards is none of them, its trial is added once, and
// showing it does not take it from merge.
func TestMergeAgain(t *testing.T) {
	disk := afero.NewMemMapFs()
	playShard(t, disk, 1, 2, sharded+"-pairs 4")
	playShard(t, disk, 2, 2, sharded+"-pairs 4")
	for _, args := range []string{
		"merge -log trials.jsonl -out s/m s", "merge s s/1 -log trials.jsonl -out s/../s/m",
		"-continue s/m", "merge -log trials.jsonl -out s/m s",
	} {
		code, out, said := arenaAlone(t.Context(), t, disk, robots, args)
		require.Equal(t, 0, code, said)
		assert.Contains(t, out, "8 of 8 games")
	}
	assert.Equal(t, 1, strings.Count(read(t, disk, "trials.jsonl"), "\n"))
}

// TestMergeTornLog: a shard that is writing a line gives the lines before it.
func TestMergeTornLog(t *testing.T) {
	disk := afero.NewMemMapFs()
	playShard(t, disk, 1, 2, sharded+"-pairs 4")
	playShard(t, disk, 2, 2, sharded+"-pairs 4")
	log := read(t, disk, "s/2/games.jsonl")
	require.NoError(t, afero.WriteFile(disk, filepath.Join("s", "2", "games.jsonl"), []byte(log[:len(log)-20]), 0o644))
	code, out, said := arena(t.Context(), t, disk, robots, "merge -out m s")
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "7 of 8 games")
	assert.Contains(t, said, "1 of 8 games are missing\n")
}

// TestWatch: merge -watch begins before the shards and ends when they are whole, or when the test has decided.
func TestWatch(t *testing.T) {
	for name, tt := range map[string]struct {
		args   string
		shards int
	}{
		"whole":   {sharded + "-pairs 6", 3},
		"decided": {sharded + "-pairs 40 -sprt 0,400", 3},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				disk := afero.NewMemMapFs()
				var out, said bytes.Buffer
				code := make(chan int)
				go func() {
					code <- command(t.Context(), disk, robots, strings.Fields("merge -watch -out m s"), &out, &said)
				}()
				for i := range tt.shards {
					playShard(t, disk, i+1, tt.shards, tt.args)
					synctest.Wait()
				}
				assert.Equal(t, 0, <-code, said.String())
				assert.NotEmpty(t, out.String())
				assert.NotContains(t, read(t, disk, "m/report.html"), "http-equiv=\"refresh\"")
			})
		})
	}
}
