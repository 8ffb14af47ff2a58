// Package gobuildtest builds programs of Tahoun for tests.
package gobuildtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
)

// Program builds the main package in a folder of the module and writes it to dir under a name; it returns its path. The
// settings are those of the tests, and not of a release, so that nothing is compiled a second time. "go run" copies the
// executable: unlike "go build" it keeps it in Go's cache, and the next test links nothing.
func Program(t testing.TB, folder, dir, name string) string {
	t.Helper()
	root, err := gobuild.Root()
	require.NoError(t, err)
	file := filepath.Join(dir, gobuild.Host().File(name))
	build := exec.Command("go", "run", "-exec", "cp", ".", file)
	if runtime.GOOS == "windows" { // has no program that copies
		build = exec.Command("go", "build", "-o", file, ".")
	}
	build.Dir = filepath.Join(root, folder)
	require.NoError(t, os.MkdirAll(dir, 0o755))
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	return file
}
