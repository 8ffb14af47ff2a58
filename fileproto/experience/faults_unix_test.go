//go:build unix

package experience

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto/file/filetest"
)

// A move that needs no search keeps the entries of the transposition table that the moves before it saved.
func TestForcedMoveKeepsTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("thinks for half a second")
	}
	const least = 20_000 // bytes of a table
	g := &brainGame{t: t, brain: filetest.Brain(t), dir: t.TempDir(), folder: t.TempDir(), board: board.New(15, 15), side: board.X}
	for p, s := range map[board.Point]board.Stone{at(7, 7): board.X, at(6, 9): board.X, at(5, 8): board.O, at(6, 8): board.O, at(7, 8): board.O} {
		g.board.Set(p, s)
	}
	saved := func() int64 {
		info, err := os.Stat(filepath.Join(g.dir, "tahoun", "memory.bin"))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	for range 5 { // on a busy machine a move has no time to save
		if _, answered := g.run(250, 0); answered && saved() >= least {
			break
		}
	}
	if saved() < least {
		t.Skip("this machine is too busy")
	}
	g.board.Lay(board.X, at(8, 8), at(4, 8)) // a four that must be stopped
	move, answered := g.run(250, 0)
	require.True(t, answered)
	require.Equal(t, at(3, 8), move)
	assert.GreaterOrEqual(t, saved(), int64(least))
}
