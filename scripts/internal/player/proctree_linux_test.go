package player_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tahoun/board"
)

// A child that left its parent's session and is dead before its parent is: nothing but its number is left to see.
func TestDeadChildrenAreReaped(t *testing.T) {
	t.Parallel()
	note := filepath.Join(t.TempDir(), "pid")
	_, err := seated(t, fileSpec(t, "child-died", note), board.X).Move(t.Context(), empty())
	require.NoError(t, err)
	requireGone(t, pidIn(t, note))
}
