package fileproto_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/file/filetest"
	"tahoun/fileproto/watchdog"
	"tahoun/search"
)

const brain = "Tahoun " + search.Version

// A folder is the content of each file in a working folder, by name.
type folder map[string]string

// eachDisk runs a test in memory and on a real disk: they accept different calls.
func eachDisk(t *testing.T, test func(t *testing.T, disk afero.Fs)) {
	t.Run("memory", func(t *testing.T) { test(t, afero.NewMemMapFs()) })
	t.Run("disk", func(t *testing.T) { test(t, afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())) })
}

// put writes all files of f to disk.
func put(t testing.TB, disk afero.Fs, f folder) {
	t.Helper()
	for name, content := range f {
		require.NoError(t, afero.WriteFile(disk, name, []byte(content), 0o644))
	}
}

// get returns all files in the root of disk.
func get(t testing.TB, disk afero.Fs) folder {
	t.Helper()
	infos, err := afero.ReadDir(disk, ".")
	require.NoError(t, err)
	f := folder{}
	for _, info := range infos {
		if info.IsDir() {
			continue
		}
		content, err := afero.ReadFile(disk, info.Name())
		require.NoError(t, err)
		f[info.Name()] = string(content)
	}
	return f
}

// randomEnd ends the name of a file that is to replace another one.
var randomEnd = regexp.MustCompile(`\.[0-9a-f]{16}\.tahoun-new$`)

// steady returns name, with .new for a random end.
func steady(name string) string { return randomEnd.ReplaceAllString(name, ".new") }

// age makes a file as old as one whose writer has died.
func age(t testing.TB, disk afero.Fs, name string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	require.NoError(t, disk.Chtimes(name, then, then))
}

// readFolder returns all files in the real folder dir.
func readFolder(t testing.TB, dir string) folder {
	t.Helper()
	return get(t, afero.NewReadOnlyFs(afero.NewBasePathFs(afero.NewOsFs(), absolute(t, dir))))
}

func absolute(t testing.TB, dir string) string {
	t.Helper()
	path, err := filepath.Abs(dir)
	require.NoError(t, err)
	return path
}

// with returns f with one more file, or another content for one.
func (f folder) with(name, content string) folder {
	g := maps.Clone(f)
	g[name] = content
	return g
}

// without returns f without some files.
func (f folder) without(names ...string) folder {
	g := maps.Clone(f)
	for _, n := range names {
		delete(g, n)
	}
	return g
}

// plain is a folder with nothing odd about it, and limit 0.
var plain = folder{
	"PLOCHA.DAT":   "-----\n--x--\n--o--\n-----\n-----\n",
	"TAH.DAT":      "x\n",
	"TIMEOUTS.DAT": "0\n2147483647\n",
	"INFO.DAT":     "timeout_turn 0\ntimeout_match 0\nmax_memory 0\ngame_type 1\nrule 0\ntime_left 2147483647\n",
	"MSG.DAT":      "",
}

// A script is a Job with fixed answers. Fields that are nil do nothing.
type script struct {
	deadline time.Time
	early    board.Point
	instant  func()
	think    func(ctx context.Context, better func(board.Point, string))
}

func (s script) Deadline() time.Time { return s.deadline }

func (s script) StaticMove() (board.Point, string) {
	if s.instant != nil {
		s.instant()
	}
	return s.early, "early"
}

func (s script) Think(ctx context.Context, better func(board.Point, string)) {
	if s.think != nil {
		s.think(ctx, better)
	}
}

// engine returns the function from which a Turn gets its Job.
func (s script) engine() func(fileproto.Task) watchdog.Job {
	return func(fileproto.Task) watchdog.Job { return s }
}

// realSearch is the search as the executable wires it.
func realSearch(task fileproto.Task) watchdog.Job {
	l := task.Limits
	return search.New(task.Rule).NewJob(task.Board, task.Side, search.Limits{
		Start: time.Now(), Turn: l.Turn, Match: l.Match, Left: l.Left, Memory: l.Memory,
	})
}

// instantMove plays one move on disk with the first empty square as the answer, and returns the task
// that was understood. Its clock does not run yet: how long the disk takes does not matter.
func instantMove(disk afero.Fs) (fileproto.Result, error) {
	return fileproto.Turn{FS: disk, Start: time.Now().Add(later), Brain: brain, NewJob: firstSquare}.Play()
}

// firstSquare answers the first empty square.
func firstSquare(task fileproto.Task) watchdog.Job {
	for p, s := range task.Board.Points {
		if s == board.Empty {
			return script{early: p}
		}
	}
	panic("no empty square")
}

// report returns the report of a turn, in lines.
func report(result fileproto.Result) string { return strings.Join(result.Report, "\n") }

// at is a point, short for tables.
func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

func TestMain(m *testing.M) { os.Exit(filetest.Run(m)) }
