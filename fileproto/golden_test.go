package fileproto_test

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
	"tahoun/search"
)

var update = flag.Bool("update", false, "rewrite want/ of every golden case from what the program now does")

// goldenCases holds a folder for each case, named by its special trait:
//
//	in/    the working folder as the manager leaves it; never written by a test
//	want/  the files that the move creates or changes, byte for byte but for VERSION, which stands for the
//	       version, and beside them
//	       stderr, the program's standard error, if there is any, and
//	       exit, its exit code, if it is not 0
//	instant is there if the files give time to think: the case is then played at limit 0, so that the
//	       answer is the same on every machine
//
// Files that are not in want/ must stay as they are in in/. A message file that is not in want/ is
// not compared, so that a case need not hold the search's note. `go test ./fileproto
// -update` rewrites want/; a message file that was taken out of it stays out.
const goldenCases = "../testdata/moves"

// goldenBrain stands for the brain's name and version in want/.
const goldenBrain = "Tahoun VERSION"

// tries is how often the executable may play a case until it answers as it should: one that the system keeps from
// running for half a second answers in haste, with the first square.
const tries = 8

// An outcome is the result of a move.
type outcome struct {
	files  folder
	stderr string
	exit   int
}

func TestGolden(t *testing.T) {
	cases, err := filepath.Glob(goldenCases + "/*/in")
	require.NoError(t, err)
	require.NotEmpty(t, cases, "no cases in %s", goldenCases)
	kind := ""
	for _, in := range cases {
		dir := filepath.Dir(in)
		trait := filepath.Base(dir)
		before := kind
		kind, _, _ = strings.Cut(trait, "-")
		first := kind != before // one of each kind shows that the executable hands all on
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			files := readFolder(t, in)
			_, err := os.Stat(filepath.Join(dir, "instant"))
			instant := err == nil
			got := play(t, afero.NewMemMapFs(), files, instant)
			if *update {
				updateGolden(t, dir, files, got)
			}
			want := readGolden(t, dir, files)
			assert.Equal(t, want, got.comparable(want), "in memory")
			disk := afero.NewBasePathFs(afero.NewOsFs(), t.TempDir())
			assert.Equal(t, want, play(t, disk, files, instant).comparable(want), "on a disk")
			for try := 0; first && try < tries; try++ {
				if got = playExecutable(t, files, instant).comparable(want); assert.ObjectsAreEqual(want, got) {
					break
				}
			}
			assert.Equal(t, want, got.comparable(want), "the executable")
		})
	}
}

// comparable returns o without the message file if there is none in want.
func (o outcome) comparable(want outcome) outcome {
	if name := messageFile(want.files); name == "" {
		o.files = o.files.without(messageFile(o.files))
	}
	return o
}

// messageFile returns the name of the message file in f, "" if there is none.
func messageFile(f folder) string {
	for name := range f {
		if strings.EqualFold(name, "MSG.DAT") {
			return name
		}
	}
	return ""
}

// play plays one move on disk with these files, as the executable does.
func play(t *testing.T, disk afero.Fs, files folder, instant bool) outcome {
	put(t, disk, files)
	start := time.Now().Add(later) // no haste
	turn := fileproto.Turn{FS: disk, Start: start, Brain: brain, NewJob: realSearch, Fallback: search.FallbackMove}
	if instant {
		turn.Override = func(task *fileproto.Task) { task.Limits.Turn = 0 }
	}
	result, err := turn.Play()
	var o outcome
	for _, line := range result.Report {
		o.stderr += "tahoun: " + line + "\n"
	}
	if err != nil {
		o.exit = 1
	}
	o.files = get(t, disk)
	return o
}

// playExecutable lets the executable play one move in a real folder with these files.
func playExecutable(t *testing.T, files folder, instant bool) outcome {
	dir := realFolder(t, files)
	var args []string
	if instant {
		args = []string{"-time", "0s"}
	}
	got := runBrain(t, dir, args...)
	assert.Empty(t, got.stdout, "a manager wants nothing there")
	return outcome{readFolder(t, dir), got.stderr, got.exit}
}

// readGolden returns the outcome in want/.
func readGolden(t *testing.T, dir string, in folder) outcome {
	want := folder{}
	for name, content := range readFolder(t, filepath.Join(dir, "want")) {
		want[name] = strings.ReplaceAll(content, goldenBrain, brain)
	}
	o := outcome{stderr: want["stderr"]}
	if text, ok := want["exit"]; ok {
		code, err := strconv.Atoi(strings.TrimSpace(text))
		require.NoError(t, err)
		o.exit = code
	}
	want = want.without("stderr", "exit")
	o.files = in.without(messageFile(in))
	for name, content := range want {
		o.files = o.files.with(name, content)
	}
	return o
}

// updateGolden writes want/ anew.
func updateGolden(t *testing.T, dir string, in folder, got outcome) {
	path := filepath.Join(dir, "want")
	changed := folder{}
	for name, content := range got.files {
		if before, ok := in[name]; !ok || before != content {
			changed[name] = strings.ReplaceAll(content, brain, goldenBrain)
		}
	}
	if _, err := os.Stat(path); err == nil {
		if messageFile(readFolder(t, path)) == "" {
			changed = changed.without(messageFile(changed))
		}
	}
	if got.stderr != "" {
		changed["stderr"] = got.stderr
	}
	if got.exit != 0 {
		changed["exit"] = strconv.Itoa(got.exit) + "\n"
	}
	require.NoError(t, os.RemoveAll(path))
	require.NoError(t, os.MkdirAll(path, 0o755))
	put(t, afero.NewBasePathFs(afero.NewOsFs(), absolute(t, path)), changed)
}
