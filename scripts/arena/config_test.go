package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/player"
)

// TestContinue: a run goes on with nothing but its folder, and plays the games that it would have played.
func TestContinue(t *testing.T) {
	const match = "-p file:strong -p file:weak -size 12 -openings openings.txt -turned -seed 5 -moves 60 "
	whole, part := afero.NewMemMapFs(), afero.NewMemMapFs()
	code, table, said := arena(t.Context(), t, whole, robots, match+"-games 12 -out run -j 1")
	require.Equal(t, 0, code, said)
	code, _, said = arena(t.Context(), t, part, robots, match+"-games 4 -out run")
	require.Equal(t, 0, code, said)
	require.NoError(t, part.Remove("openings.txt"))
	config, err := afero.ReadFile(part, filepath.Join("run", "arena.cfg"))
	require.NoError(t, err)
	for _, line := range []string{"\np file:strong\n", "\ngames 4\n", "\nturned true\n", "\nsize 12\n", "\nopenings openings.txt\n"} {
		assert.Contains(t, string(config), line)
	}
	for _, again := range []string{"-continue run -pairs 6", "-continue run"} { // the second only shows the table
		code, goesOn, said := arenaAlone(t.Context(), t, part, robots, again)
		require.Equal(t, 0, code, said)
		assert.Equal(t, table, goesOn)
	}
}

func TestConfig(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "my.cfg", []byte("\ufeff# a match\r\np file:strong\r\n"+
		"p\tfile,label=b:weak\r\n\r\nturned\r\n  size  13  \r\npairs 3\r\nseed 7"), 0o644))
	o, err := parse(disk, []string{"-config", "my.cfg", "-pairs", "2"}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"strong", "b"}, o.labels())
	assert.True(t, o.plan.Turned)
	assert.Equal(t, 13, o.plan.Terms.Width)
	assert.Equal(t, uint64(7), o.plan.Seed)
	assert.Equal(t, 2, o.plan.Pairs, "the command line wins")
	o, err = parse(disk, []string{"-config", "my.cfg", "-p", "file:cheat", "-p", "file:other"}, nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"cheat", "other"}, o.labels())
}

func TestConfigUse(t *testing.T) {
	for name, tt := range map[string]struct{ config, args, want string }{
		"no file":       {"", "-config other.cfg", "other.cfg"},
		"no setting":    {"p file:a\nspeed 3\n", "-config a.cfg", `a.cfg:2: no setting "speed"`},
		"of one call":   {"out run\n", "-config a.cfg", `a.cfg:1: no setting "out"`},
		"no value":      {"pairs\n", "-config a.cfg", "a.cfg:1: pairs: "},
		"wrong value":   {"rule gomoku\n", "-config a.cfg", "a.cfg:1: rule gomoku: want five or more (0)"},
		"no run":        {"", "-continue run", "-continue run: no arena.cfg there; runs of older versions go on by their command with -out run"},
		"two folders":   {"", "-continue run -out other", "-continue: want neither -config nor -out beside it"},
		"two settings":  {"", "-continue run -config a.cfg", "-continue: want neither"},
		"own openings":  {"", "-continue run -openings openings.txt", "-continue: want no -openings, since the run has its own"},
		"a key twice":   {"size 15\np file:a\np file:b\nsize 20\n", "-config a.cfg", "a.cfg:4: size is in line 1 already"},
		"twice, unused": {"size 15\nsize 20\n", "-config a.cfg -size 9", "a.cfg:2: size is in line 1 already"},
		"too large":     {strings.Repeat("# more\n", 150_000), "-config a.cfg", "a.cfg: larger than 1 MiB"},
		"broken player": {"p file\n", "-config a.cfg", `player "file"`},
	} {
		t.Run(name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			require.NoError(t, afero.WriteFile(disk, "a.cfg", []byte(tt.config), 0o644))
			code, _, said := arena(t.Context(), t, disk, robots, tt.args)
			assert.Equal(t, 2, code)
			assert.Contains(t, said, tt.want)
		})
	}
}

// TestFolderOfPlayers: programs are found from another current folder, and names that are in PATH stay as they are.
func TestFolderOfPlayers(t *testing.T) {
	o := options{dir: filepath.FromSlash("/home/me")}
	for name, want := range map[string]string{
		"./tahoun":       "/home/me/tahoun",
		"../old/tahoun":  "/home/old/tahoun",
		"/opt/tahoun":    "/opt/tahoun",
		"pbrain-tahoun":  "pbrain-tahoun",
		"engines/tahoun": "/home/me/engines/tahoun",
	} {
		if filepath.Separator != '/' && filepath.IsAbs(name) {
			continue
		}
		spec, err := player.Parse("file,folder=keep:"+name+" -x", player.Spec{})
		require.NoError(t, err)
		spec = o.located(spec)
		assert.Equal(t, []string{filepath.FromSlash(want), "-x"}, spec.Args)
		assert.Equal(t, filepath.FromSlash("/home/me/keep"), spec.Folder)
	}
}
