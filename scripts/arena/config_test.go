package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
