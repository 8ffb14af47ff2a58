package filetest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	_ "tahoun/fileproto/process" // so that the cache of test results knows of all that the executable is built of
)

// brainFolder is where the executable lies, "" if no test has needed it.
var brainFolder string

// Build builds a main package, by its path or its folder below dir, and writes the executable to file. Go's cache keeps
// executables for go run, but not for go build: so it is linked again only where it has changed. dir "" is the current
// folder; env is added to the environment.
func Build(main, dir, file string, env ...string) error {
	build := exec.Command("go", "run", "-exec", "cp", main, file)
	if runtime.GOOS == "windows" { // has no program that copies
		build = exec.Command("go", "build", "-o", file, main)
	}
	build.Dir, build.Env = dir, append(os.Environ(), env...)
	if said, err := build.CombinedOutput(); err != nil {
		return errors.New(string(said))
	}
	return nil
}

// buildBrain builds the executable, without cgo as it is released.
var buildBrain = sync.OnceValues(func() (path string, err error) {
	if brainFolder, err = os.MkdirTemp("", "tahoun-test-"); err != nil {
		return "", err
	}
	for _, main := range []string{"../main.go", "../../main.go"} {
		_, _ = os.Stat(main) // from either folder of tests, so that the cache of test results knows of it
	}
	path = filepath.Join(brainFolder, "tahoun")
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	return path, Build("tahoun", "", path, "CGO_ENABLED=0")
})

// Brain returns the path of the executable, which is built for the first test that needs it.
func Brain(t testing.TB) string {
	t.Helper()
	path, err := buildBrain()
	require.NoError(t, err)
	return path
}

// Run runs the tests of a package that needs the executable, and removes it after them. It returns the exit code.
func Run(m *testing.M) int {
	code := m.Run()
	if brainFolder != "" {
		os.RemoveAll(brainFolder)
	}
	return code
}
