package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

// A cramped disk has room for so many bytes of each new file whose name contains a word.
type cramped struct {
	afero.Fs
	word string
	room int
}

func (d *cramped) OpenFile(name string, flag int, mode fs.FileMode) (afero.File, error) {
	f, err := d.Fs.OpenFile(name, flag, mode)
	if err == nil && strings.Contains(name, d.word) {
		return &crampedFile{f, d.room}, nil
	}
	return f, err
}

type crampedFile struct {
	afero.File
	room int
}

func (f *crampedFile) Write(b []byte) (int, error) {
	n, err := f.File.Write(b[:min(len(b), f.room)])
	if f.room -= n; n < len(b) {
		err = errors.Join(err, errors.New("disk full"))
	}
	return n, err
}

func (f *crampedFile) WriteString(text string) (int, error) { return f.Write([]byte(text)) }

// TestReportStays: a report for which there is no room leaves the one of an earlier run as it was.
func TestReportStays(t *testing.T) {
	disk := afero.NewMemMapFs()
	name := filepath.Join("run", "report.html")
	const args = "-p file:a -p file:b -size 8 -openings openings.txt -out run -pairs "
	code, _, said := arena(t.Context(), t, disk, robots, args+"1")
	require.Equal(t, 0, code, said)
	before, err := afero.ReadFile(disk, name)
	require.NoError(t, err)

	for _, room := range []int{0, 1000, len(before) - 1} {
		code, out, said := arena(t.Context(), t, &cramped{disk, "report", room}, robots, args+"2")
		assert.Equal(t, 1, code)
		assert.Contains(t, said, "disk full")
		assert.Contains(t, out, "\nrun: games and log\n")
		after, err := afero.ReadFile(disk, name)
		require.NoError(t, err)
		assert.Equal(t, string(before), string(after))
		names, err := afero.Glob(disk, filepath.Join("run", "report*"))
		require.NoError(t, err)
		assert.Equal(t, []string{name}, names)
	}

	code, _, said = arena(t.Context(), t, disk, robots, args+"2")
	require.Equal(t, 0, code, said)
	after, err := afero.ReadFile(disk, name)
	require.NoError(t, err)
	assert.Greater(t, len(after), len(before))
}

// TestGamesOnAFullDisk: a game whose file finds no room counts as not played, and leaves no half of a file.
func TestGamesOnAFullDisk(t *testing.T) {
	const args = "-p file:a -p file:b -size 8 -pairs 1 -j 1 -out run"
	whole := afero.NewMemMapFs()
	code, want, said := arena(t.Context(), t, whole, robots, args)
	require.Equal(t, 0, code, said)
	for _, kind := range []string{"sgf", "psq"} {
		disk := afero.NewMemMapFs()
		file := filepath.Join("run", kind, "game-00002."+kind)
		code, _, said := arena(t.Context(), t, &cramped{disk, filepath.Base(file), 50}, robots, args)
		require.Equal(t, 1, code)
		assert.Contains(t, said, "disk full")
		exists, err := afero.Exists(disk, file)
		require.NoError(t, err)
		assert.False(t, exists, file)

		code, got, said := arena(t.Context(), t, disk, robots, args)
		require.Equal(t, 0, code, said)
		assert.Equal(t, want, got)
		assert.Equal(t, fingerprint(t, whole), fingerprint(t, disk))
		assert.Contains(t, said, "game 2, ", "played again")
		assert.NotContains(t, said, "game 1, ")
	}
}

// A talker says the same long text with every move.
type talker struct {
	robot
	text string
}

func (r talker) Move(ctx context.Context, ask player.Request) (player.Answer, error) {
	answer, err := r.robot.Move(ctx, ask)
	answer.Message = r.text
	return answer, err
}

// TestTalkativeMatch: brains that say 64 KB a move make no log and no report to speak of.
func TestTalkativeMatch(t *testing.T) {
	for text, most := range map[string]int{
		"depth 9 eval +12 pv h8 i9\n": 200_000, // bytes of a game
		"<>&":                         900_000, // the page escapes them in six bytes each
		"\x1b[2J\u202e\u009b":         200_000,
	} {
		disk := afero.NewMemMapFs()
		var open match.Open = func(spec player.Spec, _ player.Setting) (player.Player, error) {
			return talker{robot{spec.Label}, strings.Repeat(text, 1<<16/len(text))}, nil
		}
		const args = "-p file:a -p file:b -size 12 -pairs 1 -out run"
		code, _, said := arena(t.Context(), t, disk, open, args)
		require.Equal(t, 0, code, said)
		code, _, said = arena(t.Context(), t, disk, open, args) // goes on from its log
		require.Equal(t, 0, code, said)
		for _, name := range []string{record.Name, "report.html", "sgf/game-00001.sgf"} {
			page, err := afero.ReadFile(disk, filepath.Join("run", name))
			require.NoError(t, err)
			games := 2
			if strings.HasPrefix(name, "sgf") {
				games = 1
			}
			assert.Less(t, len(page), games*most+100_000, "%s of %q", name, text)
			assert.Contains(t, string(page), "[cut", "%s of %q", name, text)
			for _, harm := range []string{"\x1b", "\u202e", "\u009b", `\u001b`, `\u202e`, `\u009b`} {
				assert.NotContains(t, string(page), harm, fmt.Sprintf("%s: %q", name, harm))
			}
		}
	}
}

// TestPlainLabels: a label that commands a terminal reaches neither the terminal nor a file.
func TestPlainLabels(t *testing.T) {
	disk := afero.NewMemMapFs()
	code, out, said := arena(t.Context(), t, disk, robots, "-p file,label=\x1b[2J\u202ered\x07:a -p file,label=\u009b5n:b -size 8 -pairs 1 -v -out run")
	require.Equal(t, 0, code, said)
	code, _, refused := arena(t.Context(), t, disk, robots, "-p file,label=\x1b[2J\u202ered\x07:a -p file,label=\u009b5n:nowhere")
	require.Equal(t, 2, code)
	all := out + said + refused
	require.NoError(t, afero.Walk(disk, "run", func(path string, info fs.FileInfo, err error) error {
		require.NoError(t, err)
		if info.IsDir() {
			return nil
		}
		text, err := afero.ReadFile(disk, path)
		require.NoError(t, err)
		all += path + string(text)
		return nil
	}))
	assert.Contains(t, all, "?[2J?red?")
	assert.Contains(t, all, "?5n")
	assert.NotContains(t, all, "\x1b")
	assert.NotContains(t, all, "\u202e")
	assert.NotContains(t, all, "\u009b")
	assert.NotContains(t, all, "\a")
}
