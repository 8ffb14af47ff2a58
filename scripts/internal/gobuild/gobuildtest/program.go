// Package gobuildtest builds programs of Tahoun for tests.
package gobuildtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file/filetest"
	"tahoun/scripts/internal/gobuild"
)

// Program builds the main package in a folder of the module and writes it to dir under a name; it returns its path. The
// settings are those of the tests, and not of a release, so that nothing is compiled a second time.
func Program(t testing.TB, folder, dir, name string) string {
	t.Helper()
	root, err := gobuild.Root()
	require.NoError(t, err)
	file := filepath.Join(dir, gobuild.Host().File(name))
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, filetest.Build(".", filepath.Join(root, folder), file))
	return file
}
