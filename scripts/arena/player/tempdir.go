package player

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"tahoun/scripts/internal/proctree"
)

// Every player has a home for a game: a temporary folder that holds the others. Whoever runs the game holds a lock in
// it, which the system gives up when that process ends, in whatever way. So a home whose lock nobody holds is left over
// from an arena that was killed.
const (
	tempPrefix = "arena-"
	lockName   = "lock"
)

// newTempDir makes a home and takes its lock.
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
		_ = os.RemoveAll(dir) // another arena swept it away between two steps
	}
	return "", nil, err
}

// stillNamed tells whether the file called name is still the one that is open.
func stillNamed(open *os.File, name string) bool {
	is, err := open.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(is, named)
}

// RemoveStale ends the programs of arenas that were killed, and removes their homes. Nobody whose arena runs is
// touched.
func RemoveStale() {
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), tempPrefix) {
			continue
		}
		home := filepath.Join(os.TempDir(), e.Name())
		lock, err := openLock(filepath.Join(home, lockName), false)
		if err != nil { // held, somebody else's, or no home at all
			continue
		}
		proctree.KillOrphans(home)
		lock.Close()
		if os.RemoveAll(home) != nil {
			unlock(home)
			_ = os.RemoveAll(home)
		}
	}
}
