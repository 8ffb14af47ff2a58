package player_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

// asNobody lets test use files as a user without rights, even where root runs the tests: to root no permission is
// refused. It holds only for the test's own thread.
func asNobody(t *testing.T, test func()) {
	const nobody = 65534
	if os.Getuid() != 0 {
		test()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
	defer func() { _, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, 0, 0, 0) }()
	test()
}

// Files that a program leaves in its folder do not prevent the next move, and are removed at the end.
func TestMessInTheFolder(t *testing.T) {
	idle, err := exec.LookPath("true")
	require.NoError(t, err)
	temp, err := os.MkdirTemp("", "mess-")
	require.NoError(t, err)
	defer os.RemoveAll(temp)
	require.NoError(t, os.Chmod(temp, 0o777))
	t.Setenv("TMPDIR", temp)

	locked := func(dir string) { // a folder whose entries cannot be removed
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "sub", "file"), nil, 0o644))
		require.NoError(t, os.Chmod(filepath.Join(dir, "sub"), 0o500))
		require.NoError(t, os.Chmod(dir, 0o100))
	}
	for name, mess := range map[string]func(work string){
		"a read-only folder":         func(work string) { locked(filepath.Join(work, "locked")) },
		"one in the place of a file": func(work string) { locked(filepath.Join(work, "TAH.DAT")) },
		"a read-only file in the place of one": func(work string) {
			require.NoError(t, os.WriteFile(filepath.Join(work, "TAH.DAT"), nil, 0o400))
		},
		"a link to nowhere in the place of one": func(work string) {
			require.NoError(t, os.Symlink("missing/file", filepath.Join(work, "TAH.DAT")))
		},
		"the working folder is read-only": func(work string) { require.NoError(t, os.Chmod(work, 0o100)) },
		"the one above is, too":           func(work string) { require.NoError(t, os.Chmod(filepath.Dir(work), 0o100)) },
		"no working folder":               func(work string) { require.NoError(t, os.RemoveAll(work)) },
	} {
		t.Run(name, func(t *testing.T) {
			asNobody(t, func() {
				spec := player.Spec{Protocol: player.File, Label: "idle", Args: []string{idle}, Files: manager.Unix, Turn: ample}
				p, err := player.New(spec, player.Setting{Width: 15, Height: 15, Side: board.X})
				require.NoError(t, err)
				work, err := filepath.Glob(filepath.Join(temp, "arena-*", "game"))
				require.NoError(t, err)
				require.Len(t, work, 1)
				mess(work[0])

				_, err = p.Move(t.Context(), empty())
				var fault *player.Fault
				if assert.ErrorAs(t, err, &fault) {
					assert.Equal(t, player.Fault{Reason: game.NoAnswer, Detail: "TAH.DAT is unchanged; exit code 0"}, *fault)
				}
				assert.NoError(t, p.End())
				left, err := os.ReadDir(temp)
				require.NoError(t, err)
				assert.Empty(t, left)
			})
			require.NoError(t, os.RemoveAll(temp))
			require.NoError(t, os.Mkdir(temp, 0o777))
			require.NoError(t, os.Chmod(temp, 0o777))
		})
	}
}
