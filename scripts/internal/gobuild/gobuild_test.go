package gobuild_test

import (
	"os"
	"os/exec"
	"path/filepath"
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

// A tree with changes is told from one that is committed, and where nobody knows nothing is said.
func TestChanged(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // which hooks have
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	assert.False(t, gobuild.Changed(root), "no repository")
	require.NoError(t, exec.Command("git", "init", root).Run())
	assert.False(t, gobuild.Changed(root), "nothing in it")
	require.NoError(t, os.WriteFile(filepath.Join(root, "main.go"), []byte("package main\n"), 0o644))
	assert.True(t, gobuild.Changed(root), "a file more")
}

// The commit of a module is that of its working tree, and told as modified where that differs.
func TestCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // which hooks have
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	t.Chdir(root)
	assert.Equal(t, "unknown", gobuild.Commit(), "no module")
	require.NoError(t, os.WriteFile("go.mod", []byte("module camel\n"), 0o644))
	assert.Equal(t, "unknown", gobuild.Commit(), "no repository")
	for _, args := range [][]string{
		{"init"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-m", "a"},
	} {
		require.NoError(t, exec.Command("git", args...).Run(), args)
	}
	commit := gobuild.Commit()
	assert.Regexp(t, "^[0-9a-f]{12}$", commit)
	require.NoError(t, os.WriteFile("go.mod", []byte("module dromedary\n"), 0o644))
	assert.Equal(t, commit+" modified", gobuild.Commit())
}
