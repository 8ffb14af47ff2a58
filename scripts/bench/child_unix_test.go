//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A child that outlives its brain would slow the next moves.
func TestChildrenEndWithTheMove(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	_, err := play(t.Context(), t.TempDir(), fake(t, childCommand+note), position{[]string{"--", "x-"}, "o"}, limits{}, launch)
	require.NoError(t, err)
	text, err := os.ReadFile(note)
	require.NoError(t, err)
	pid, err := strconv.Atoi(string(text))
	require.NoError(t, err)
	defer func() { _ = syscall.Kill(pid, syscall.SIGKILL) }()
	assert.Eventually(t, func() bool { return syscall.Kill(pid, 0) != nil }, 20*time.Second, 5*time.Millisecond)
}
