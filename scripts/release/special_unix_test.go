//go:build unix

package main

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pipe in the place of a file is refused by its name.
func TestPipeForAFile(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "a.zip"), 0o644))
	err := writeAll(dir, []file{{"a.zip", plain, []byte("content")}})
	assert.ErrorContains(t, err, filepath.Join(dir, "a.zip")+": is a pipe, want a file")
}
