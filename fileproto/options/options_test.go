package options_test

import (
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/options"
)

// Values of the command line replace those of the files; others stay.
func TestOverride(t *testing.T) {
	task := fileproto.Task{Side: board.O, Rule: board.Caro}
	task.Limits.Turn, task.Limits.Match, task.Limits.Left = time.Second, time.Minute, time.Minute
	before := task
	o, err := options.Parse(nil)
	require.NoError(t, err)
	o.Override(&task)
	assert.Equal(t, before, task)

	o, err = options.Parse(strings.Fields("-n -time 300ms game/ -side x -rule 4 -top 3 -proof win.sgf"))
	require.NoError(t, err)
	o.Override(&task)
	assert.True(t, o.Dry)
	assert.Equal(t, 3, o.Top)
	assert.False(t, o.Balanced)
	assert.Equal(t, "win.sgf", o.Proof)
	assert.Equal(t, board.X, task.Side)
	assert.Equal(t, board.Renju, task.Rule)
	assert.Equal(t, fileproto.Limits{Turn: 300 * time.Millisecond, Left: fileproto.NoLimit}, task.Limits)
}

// The flag -balance is -top for other moves.
func TestBalance(t *testing.T) {
	o, err := options.Parse(strings.Fields("-balance 4"))
	require.NoError(t, err)
	assert.True(t, o.Balanced)
	assert.Equal(t, 4, o.Top)
}

// The flags -rule and -v are for -experience too.
func TestExperience(t *testing.T) {
	o, err := options.Parse(strings.Fields("-experience dir -v -rule renju"))
	require.NoError(t, err)
	assert.True(t, o.Experience.Given())
	assert.True(t, o.Experience.Verbose)
	assert.Equal(t, board.Renju, *o.Experience.Rule)
}

// Wrong use is an error that says what is wanted.
func TestWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"one two":             `"two": want one folder`,
		"-top 0":              "want a number of moves, 1 or more",
		"-balance x":          "want a number of moves, 1 or more",
		"-balance 3 -top 2":   "want -top or -balance, and once",
		"-time -1s":           "want a time such as 2s or 300ms",
		"-side #":             "want x or o",
		"-rule none":          "none",
		"-experience dir one": `"one": want no folder besides that of -experience`,
		"-unknown":            "flag provided but not defined: -unknown",
	} {
		_, err := options.Parse(strings.Fields(args))
		assert.ErrorContains(t, err, want, args)
	}
	_, err := options.Parse([]string{""})
	assert.ErrorContains(t, err, `"": want one folder`)
	_, err = options.Parse([]string{"-h"})
	assert.ErrorIs(t, err, flag.ErrHelp)
	assert.Contains(t, options.Help(), "-experience DIR")
}

// The working folder is the one that is named; without a name it is the current one.
func TestFolder(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "/game/PLOCHA.DAT", nil, 0o644))
	folder := func(args ...string) (afero.Fs, error) {
		o, err := options.Parse(args)
		require.NoError(t, err)
		return o.Folder(disk)
	}
	current, err := folder()
	require.NoError(t, err)
	assert.Equal(t, disk, current)
	named, err := folder("/game")
	require.NoError(t, err)
	exists, err := afero.Exists(named, "PLOCHA.DAT")
	require.NoError(t, err)
	assert.True(t, exists)
	_, err = folder("/game/PLOCHA.DAT")
	assert.EqualError(t, err, "/game/PLOCHA.DAT: want a folder with a PLOCHA.DAT")
}
