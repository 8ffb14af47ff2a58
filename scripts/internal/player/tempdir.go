package player

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"tahoun/scripts/internal/proctree"
)

// Every player has a temporary folder for a game, which contains its other folders. The arena holds a lock in it. The
// system releases the lock when the arena ends, also when it is killed. So a folder whose lock nobody holds is left
// over from an arena that was killed.
const (
	tempPrefix = "arena-"
	lockName   = "lock"
)

func newTempDir() (dir string, lock *os.File, err error) {
	for range 10 {
		if dir, err = os.MkdirTemp("", tempPrefix); err != nil {
			return "", nil, err
		}
		name := filepath.Join(dir, lockName)
		if lock, err = openLock(name, true); err == nil {
			if stillNamed(lock, name) {
				return dir, lock, nil
			}
			lock.Close()
			err = errors.New(name + " was removed")
		}
		_ = os.RemoveAll(dir) // another arena removed it between two steps
	}
	return "", nil, err
}

// stillNamed reports whether the file called name is still the open one.
func stillNamed(open *os.File, name string) bool {
	is, err := open.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(is, named)
}

// RemoveStale kills the programs of arenas that were killed, and removes their temporary folders. It leaves those of
// running arenas alone.
func RemoveStale() {
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), tempPrefix) {
			continue
		}
		dir := filepath.Join(os.TempDir(), e.Name())
		lock, err := openLock(filepath.Join(dir, lockName), false)
		if err != nil { // held, of another user, or no arena's folder
			continue
		}
		proctree.KillOrphans(dir)
		lock.Close()
		if os.RemoveAll(dir) != nil {
			unlock(dir)
			_ = os.RemoveAll(dir)
		}
	}
}
