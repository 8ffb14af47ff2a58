// Package gobuildtest builds programs of Tahoun for tests.
package gobuildtest

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/gobuild"
)

// Program builds the main package in a folder of the module and writes it to dir under a name; it returns its path. The
// settings are those of the tests, and not of a release, so that nothing is compiled a second time.
func Program(t testing.TB, folder, dir, name string) string {
	t.Helper()
	root, err := gobuild.Root()
	require.NoError(t, err)
	file := filepath.Join(dir, gobuild.Host().File(name))
	build := exec.Command("go", "build", "-o", file, ".")
	build.Dir = filepath.Join(root, folder)
	said, err := build.CombinedOutput()
	require.NoError(t, err, "%s", said)
	return file
}
