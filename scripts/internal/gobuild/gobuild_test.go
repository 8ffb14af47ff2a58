package gobuild_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
)

func TestFile(t *testing.T) {
	assert.Equal(t, "tahoun.exe", gobuild.Target{OS: "windows", Arch: "386"}.File("tahoun"))
	assert.Equal(t, "tahoun", gobuild.Target{OS: "darwin", Arch: "arm64"}.File("tahoun"))
}

func TestRoot(t *testing.T) {
	t.Run("from a folder of the module", func(t *testing.T) {
		root, err := gobuild.Root()
		require.NoError(t, err)
		assert.FileExists(t, filepath.Join(root, "scripts", "internal", "gobuild", "gobuild.go"))
	})
	t.Run("outside", func(t *testing.T) {
		t.Chdir(t.TempDir())
		_, err := gobuild.Root()
		assert.ErrorContains(t, err, "no go.mod")
	})
}

// The same source gives the same bytes from another folder, another environment and another person's settings.
func TestExecutableIsReproducible(t *testing.T) {
	first := build(t, "package main\n\nfunc main() {}\n")
	settings := filepath.Join(t.TempDir(), "env")
	require.NoError(t, os.WriteFile(settings, []byte("GOEXPERIMENT=nogreenteagc\nGOFLAGS=-tags=another\n"), 0o644))
	t.Setenv("GOENV", settings)
	t.Setenv("GOFLAGS", "-tags=other")
	t.Setenv("GOAMD64", "v3")
	t.Setenv("CGO_ENABLED", "1")
	t.Setenv("GO_EXTLINK_ENABLED", "1")
	assert.True(t, string(first) == string(build(t, "package main\n\nfunc main() {}\n")), "bytes differ")
}

func TestExecutableSaysWhatIsWrong(t *testing.T) {
	err := gobuild.Executable(module(t, "package main\n\nfunc main() { nonsense() }\n"), gobuild.Host(),
		filepath.Join(t.TempDir(), "out"))
	assert.ErrorContains(t, err, "undefined: nonsense")
}

func build(t *testing.T, source string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	require.NoError(t, gobuild.Executable(module(t, source), gobuild.Host(), out))
	content, err := os.ReadFile(out)
	require.NoError(t, err)
	return content
}

// module writes a module with one main package into a fresh folder.
func module(t *testing.T, source string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module example\n\ngo 1.26\n", "main.go": source} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644))
	}
	return dir
}

// A tree with changes is told from one that is committed, and where nobody knows there is an error.
func TestChanged(t *testing.T) {
	root := repository(t)
	_, err := gobuild.Changed(root)
	assert.ErrorContains(t, err, "git status: exit status 128: fatal: not a git repository")
	changed := func() bool {
		is, err := gobuild.Changed(root)
		require.NoError(t, err)
		return is
	}
	require.NoError(t, exec.Command("git", "init", root).Run())
	assert.False(t, changed(), "nothing in it")
	require.NoError(t, os.WriteFile(filepath.Join(root, "main.go"), []byte("package main\n"), 0o644))
	assert.True(t, changed(), "a file more")
	require.NoError(t, exec.Command("git", "-C", root, "config", "status.showUntrackedFiles", "no").Run())
	assert.True(t, changed(), "a file more that git status does not show")
	t.Setenv("PATH", t.TempDir())
	_, err = gobuild.Changed(root)
	assert.ErrorContains(t, err, `exec: "git": executable file not found`)
}

// repository makes an empty folder the working one, of which git knows nothing yet.
func repository(t *testing.T) (root string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	root = t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // which hooks have
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	t.Chdir(root)
	return root
}

// commitAll makes a repository of the working folder, and a commit of its files.
func commitAll(t *testing.T) {
	t.Helper()
	for _, args := range [][]string{
		{"init"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-m", "a"},
	} {
		require.NoError(t, exec.Command("git", args...).Run(), args)
	}
}

// The commit of a module is that of its working tree, and told as modified where that differs.
func TestCommit(t *testing.T) {
	repository(t)
	assert.Equal(t, "unknown", gobuild.Commit(), "no module")
	require.NoError(t, os.WriteFile("go.mod", []byte("module camel\n"), 0o644))
	assert.Equal(t, "unknown", gobuild.Commit(), "no repository")
	assert.Equal(t, "unknown", gobuild.Day(), "no repository")
	t.Setenv("GIT_COMMITTER_DATE", "2026-11-21T23:30:00-0800")
	commitAll(t)
	assert.Equal(t, "2026-11-21", gobuild.Day())
	commit := gobuild.Commit()
	assert.Regexp(t, "^[0-9a-f]{12}$", commit)
	require.NoError(t, os.WriteFile("go.mod", []byte("module dromedary\n"), 0o644))
	assert.Equal(t, commit+" modified", gobuild.Commit())
}

// A commit's files are written as they were, whatever the working tree has meanwhile, and git knows nothing of it.
func TestCheckout(t *testing.T) {
	root := repository(t)
	require.NoError(t, os.MkdirAll(filepath.Join("below", "deep"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join("below", "deep", "a.go"), []byte("package old\n"), 0o644))
	require.NoError(t, os.WriteFile("above.go", []byte("package above\n"), 0o644))
	commitAll(t)
	require.NoError(t, os.WriteFile(filepath.Join("below", "deep", "a.go"), []byte("package changed\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join("below", "new.go"), []byte("package untracked\n"), 0o644))
	commit, err := gobuild.Resolve(root, "HEAD")
	require.NoError(t, err)
	assert.Regexp(t, "^[0-9a-f]{12}$", commit)

	dir := t.TempDir()
	require.NoError(t, gobuild.Checkout(filepath.Join(root, "below"), commit, dir))
	content, err := os.ReadFile(filepath.Join(dir, "deep", "a.go"))
	require.NoError(t, err)
	assert.Equal(t, "package old\n", string(content))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
	trees, err := exec.Command("git", "worktree", "list").Output()
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(trees), "\n"))

	_, err = gobuild.Resolve(root, "nowhere")
	assert.ErrorContains(t, err, "git rev-parse: exit status 128: fatal: Needed a single revision")
	assert.ErrorContains(t, gobuild.Checkout(root, "nowhere", dir), "git archive: ")
}
