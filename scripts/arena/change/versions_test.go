package change

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The working tree is built with its files that are not committed, and a commit as it was. The same source gives the same
// bytes, committed or not.
func TestRepositoryBuilds(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // which hooks have
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	brain := filepath.Join(root, "scripts", "pbrain")
	write := func(name, content string) {
		require.NoError(t, writeProgram(name, content))
	}
	write(filepath.Join(root, "go.mod"), "module example\n\ngo 1.26\n")
	write(filepath.Join(brain, "main.go"), "package main\n\nfunc main() { println(1) }\n")
	t.Chdir(brain)
	git := func(args ...string) {
		require.NoError(t, exec.Command("git", append([]string{"-C", root}, args...)...).Run(), args)
	}
	git("init")
	git("add", ".")
	git("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-m", "a")

	v, err := hereVersions()
	require.NoError(t, err)
	changed, err := v.changed()
	require.NoError(t, err)
	assert.False(t, changed)
	head, err := v.resolve("HEAD")
	require.NoError(t, err)
	newer, older := executables(t.TempDir())
	equal := func() bool {
		require.NoError(t, v.buildTree(newer))
		require.NoError(t, v.buildCommit(head, older))
		newBytes, err := os.ReadFile(newer)
		require.NoError(t, err)
		oldBytes, err := os.ReadFile(older)
		require.NoError(t, err)
		return string(newBytes) == string(oldBytes)
	}
	write(filepath.Join(brain, "comment.go"), "package main\n\n// No code.\n")
	changed, err = v.changed()
	require.NoError(t, err)
	assert.True(t, changed)
	assert.True(t, equal(), "a comment")
	write(filepath.Join(brain, "untracked.go"), "package main\n\nfunc init() { println(2) }\n")
	assert.False(t, equal(), "code that is not committed")
}

// Without git, without a repository or without a commit nobody knows whether there is a change, and that is said.
func TestChangeWithoutVersions(t *testing.T) {
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} { // which hooks have
		t.Setenv(name, "")
		require.NoError(t, os.Unsetenv(name))
	}
	require.NoError(t, writeProgram(filepath.Join(root, "go.mod"), "module example\n\ngo 1.26\n"))
	t.Chdir(root)
	_, err := hereVersions()
	assert.ErrorContains(t, err, "want a working folder in Tahoun's source, from which the brain is built: ")
	require.NoError(t, writeProgram(filepath.Join(root, "scripts", "pbrain", "main.go"), "package main\n\nfunc main() {}\n"))
	v, err := hereVersions()
	require.NoError(t, err)

	opponent := func() string {
		_, err := (&change{versions: v}).opponent()
		require.Error(t, err)
		return err.Error()
	}
	const want = "want git and a repository with the commit to play against: "
	if git, err := exec.LookPath("git"); err == nil {
		assert.Contains(t, opponent(), want+"git status: exit status 128: fatal: not a git repository")
		require.NoError(t, exec.Command(git, "init").Run())
		assert.Contains(t, opponent(), want+"git rev-parse: ", "no commit")
	}
	t.Setenv("PATH", t.TempDir())
	assert.Contains(t, opponent(), want+`exec: "git": executable file not found`)
}
