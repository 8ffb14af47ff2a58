package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/arena/run"
	"tahoun/scripts/arena/settings"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/gobuild"
	"tahoun/scripts/internal/koth"
	"tahoun/scripts/internal/lines"
	"tahoun/scripts/internal/player"
	"tahoun/scripts/internal/record"
)

// The test binary is also a small bot of the king-of-the-hill, or the arena, with one of these words as its first
// argument, or the arena's reaper.
const (
	smallBot = "small-bot"
	asArena  = "as-arena"
)

func TestMain(m *testing.M) {
	// Under the race detector every process would sleep for a second before it ends.
	os.Setenv("GORACE", "atexit_sleep_ms=0")
	if len(os.Args) > 2 && os.Args[1] == smallBot {
		playSmall(os.Args[2])
		return
	}
	if len(os.Args) > 1 && os.Args[1] == asArena {
		os.Args = os.Args[1:]
		main()
	}
	if player.Reaps(os.Args) {
		return
	}
	os.Exit(withPrograms(m.Run, "a", "b", "c", "strong", "weak", "cheat", "other"))
}

// testPrograms is a folder that is there while the tests run.
var testPrograms string

// withPrograms runs do where programs of these names are found, though none of them can run: tests bring robots that
// play for them.
func withPrograms(do func() int, names ...string) int {
	dir, err := os.MkdirTemp("", "arena-test-")
	for _, name := range names {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, gobuild.Host().File(name)), nil, 0o755))
	}
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	testPrograms = dir
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return do()
}

// small returns a player: the small bot with an answer to B.
func small(t *testing.T, label, answer string) string {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	return fmt.Sprintf("koth,label=%s:'%s' %s '%s'", label, self, smallBot, answer)
}

// playSmall is the small bot: it answers B as it is told and otherwise puts its stones as near to the middle as it
// can; its opening is white's, with the only stone of use.
func playSmall(answer string) {
	for l := range lines.Read(os.Stdin, koth.MaxLine) {
		m, err := koth.ParseMessage(l.Text)
		switch {
		case err != nil || m.Phase == koth.Exit:
			return
		case m.Phase == koth.Open:
			fmt.Println("(0,0) (14,14) (8,8)")
		case m.Phase == koth.Answer:
			fmt.Println(answer)
		case m.Phase == koth.Choose:
			fmt.Println("W")
		default:
			fmt.Printf("(%v)\n", middle(m.Stones))
		}
	}
}

// middle returns the empty square next to the middle.
func middle(stones []koth.Stone) (best board.Point) {
	b := board.New(koth.Size, koth.Size)
	for _, s := range stones {
		b.Set(s.At, s.Side)
	}
	least := 1 << 20
	for p, s := range b.Points {
		if far := (p.X-7)*(p.X-7) + (p.Y-7)*(p.Y-7); s == board.Empty && far < least {
			best, least = p, far
		}
	}
	return best
}

// kothRun plays a match of the king-of-the-hill and returns its games, its output, and its folder.
func kothRun(t *testing.T, args ...string) (games []*game.Game, out, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "run")
	args = append(args, "-time", "20s", "-grace", "20s", "-out", dir)
	var stdout, said bytes.Buffer
	require.Equal(t, 0, command(t.Context(), afero.NewOsFs(), player.New, args, &stdout, &said), said.String())
	s, err := settings.Parse(afero.NewOsFs(), args, &said, nil)
	require.NoError(t, err)
	log, err := record.Open(afero.NewOsFs(), dir, s.Description())
	require.NoError(t, err)
	require.NoError(t, log.Close())
	return log.Games, stdout.String(), dir
}

// kothBrain builds our bot and returns a player of few nodes, whose answers no slow machine cuts short.
func kothBrain(t *testing.T) string {
	t.Helper()
	return fmt.Sprintf("koth,label=%%s:'%s' -nodes 100 -ceiling 1h", built(t, "scripts/koth", "koth-tahoun"))
}

// TestKoth lets our bot play itself and small bots: no faults, and the same seeds give the same games twice.
func TestKoth(t *testing.T) {
	ours := kothBrain(t)
	args := []string{
		"-p", fmt.Sprintf(ours, "ours"), "-p", fmt.Sprintf(ours, "again"), "-p", small(t, "black", "B"),
		"-p", small(t, "two", "(7,7) (3,3)"), "-pairs", "1",
	}
	var first []*game.Game
	for range 2 {
		games, out, dir := kothRun(t, args...)
		assert.Contains(t, out, "12 of 12 games")
		assert.NotContains(t, out, "fault:")
		require.Len(t, games, 12)
		stones := map[int]int{}
		for i, g := range games {
			stones[len(g.Opening)]++
			assert.Contains(t, []game.Reason{game.Row, game.Full}, g.Result.Reason, g.Result.Detail)
			if strings.Contains("ours again", g.X) != strings.Contains("ours again", g.O) && g.Result.Winner != board.Empty {
				winner := map[board.Stone]string{board.X: g.X, board.O: g.O}[g.Result.Winner]
				assert.Contains(t, "ours again", winner, "game %d", g.ID)
			}
			if first != nil {
				require.Equal(t, moves(first[i]), moves(g))
			}
		}
		assert.Len(t, stones, 3, "all ways to answer B")
		learnt, err := filepath.Glob(filepath.Join(dir, "players", "1", "koth-tahoun", "*.txt"))
		require.NoError(t, err)
		assert.Len(t, learnt, 3, "a file for each opponent")
		first = games
	}
}

// TestNobodyReads: where nobody reads the arena's output (`| head`, or a Ctrl-C that ends `| tee` as well), it plays
// on, and ends with its report written.
func TestNobodyReads(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "run")
	arena := exec.Command(self, asArena, "-p", small(t, "a", "B"), "-p", small(t, "b", "B"), "-pairs", "1", "-v",
		"-time", "20s", "-grace", "20s", "-out", dir)
	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, r.Close())
	arena.Stdout, arena.Stderr = w, w
	var exit *exec.ExitError
	require.ErrorAs(t, arena.Run(), &exit)
	assert.Equal(t, 1, exit.ExitCode())
	assert.FileExists(t, filepath.Join(dir, "report.html"))
}

// moves returns all that must be the same twice.
func moves(g *game.Game) string {
	text := fmt.Sprint(g.ID, g.X, g.O, g.Opening, g.Result)
	for _, m := range g.Moves {
		text += fmt.Sprint(" ", m.Side, m.At)
	}
	return text
}

// A win is two points, whoever opened and whichever side it took.
func TestKothPoints(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	good := fmt.Sprintf("koth,label=good:'%s' %s B", self, smallBot)
	bad := fmt.Sprintf("koth,label=bad:'%s' %s hello", self, smallBot) // its answer to B loses
	games, out, _ := kothRun(t, "-p", good, "-p", bad, "-pairs", "3", "-moves", "9")
	require.Len(t, games, 6)
	assert.Regexp(t, `good +6 +9 +75\.0 % +3/3/0 +0\n`, out)
	assert.Regexp(t, `good - bad +9 : 3 +3/3/0 +0 0 0 3 0 `, out)
	assert.Contains(t, out, "bad lost games by its own fault: 3 by illegal move.")
}

func TestKothUse(t *testing.T) {
	const two = "-p koth:a -p koth:b "
	for args, want := range map[string]string{
		"-p koth:a -p file:b":           "-p b: the file protocol has no word for choosing a side",
		two + "-size 15":                "-size: koth players have a fixed board and rule",
		two + "-rule 0":                 "-rule: koth players",
		two + "-walls 1,1":              "-walls: koth players",
		two + "-spare 0":                "-spare: koth players",
		two + "-turned":                 "-turned: koth players",
		two + "-order sequential":       "-order: koth players",
		"-p koth,label=TIE:a -p koth:b": "no player may be called TIE",
	} {
		code, _, said := arena(t.Context(), t, afero.NewMemMapFs(), robots, args)
		assert.Equal(t, 2, code)
		assert.Contains(t, said, want)
	}
}

// Bots keep a folder for the match, or the one that they bring.
func TestKothFolders(t *testing.T) {
	s, err := settings.Parse(afero.NewMemMapFs(), strings.Fields("-p koth:a -p koth,folder=mine:b -out run"), &bytes.Buffer{}, nil)
	require.NoError(t, err)
	players := run.Participants(robots, s)
	assert.Equal(t, filepath.Join("run", "players", "1"), players[0].Spec.Folder)
	assert.Equal(t, "mine", players[1].Spec.Folder)
	assert.Empty(t, s.Players[0].Folder, "the description of the run knows nothing of it")
}
