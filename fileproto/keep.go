package fileproto

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/file"
	"tahoun/fileproto/watchdog"
)

// A Keeper is a Job that can hand its results to the Job of the next move, which is another
// process. The bytes wait in a file: they may come back damaged, from another game or from another
// build, and Load must detect that.
type Keeper interface {
	watchdog.Job

	// Load gets the bytes of an earlier Save, nil if there are none. It is called before Think,
	// where something may be kept at all.
	Load(kept []byte)

	// Save returns the results that help at the next move, no more than keptLimit bytes, or nil. It is
	// called after Think has returned, from another goroutine, and may reuse the bytes that Load got.
	Save() []byte

	// SaveUntil returns when Save must have returned and its bytes must be written, or are given up.
	SaveUntil() time.Time
}

const (
	// keptFile lies in the brain's folder for temporary files.
	keptFile = "memory.bin"

	// temporaryLimit is how many bytes all temporary files of a brain may have together.
	temporaryLimit = 20_000_000

	// keptLimit is how many bytes may be kept; a longer file is not read.
	keptLimit = 8 << 20

	// recallShare is the part of the time to think within which a disk must return the kept bytes.
	recallShare = 16
)

// A store is where kept bytes lie between two moves. Nothing depends on it: failures and timeouts are ignored silently.
type store struct {
	disk     afero.Fs
	folder   string                        // the brain's folder for temporary files; "": nothing is kept
	dry      bool                          // write nothing
	finished atomic.Pointer[loadingKeeper] // set when its Think has returned
}

// loading returns job, with the bytes of the last move if it is a Keeper and there is a folder: below
// the working folder, and not that itself.
func (s *store) loading(job watchdog.Job) watchdog.Job {
	if keeper, ok := job.(Keeper); ok && s.folder != "." && filepath.IsLocal(s.folder) {
		return &loadingKeeper{Keeper: keeper, store: s}
	}
	return job
}

// A loadingKeeper loads the saved bytes before Think.
type loadingKeeper struct {
	Keeper
	store *store
}

// Think loads and thinks. If it fails, the loaded bytes may be the reason: they are removed.
func (r *loadingKeeper) Think(ctx context.Context, better func(board.Point, string)) {
	failed := true
	defer func() {
		if failed && !r.store.dry {
			_ = r.store.disk.Remove(r.store.path())
		}
	}()
	r.Load(r.store.read(r.Deadline()))
	r.Keeper.Think(ctx, better)
	failed = false
	r.store.finished.Store(r)
}

// read returns the bytes that the last move kept, nil if the disk does not return them soon.
func (s *store) read(deadline time.Time) []byte {
	kept, err := file.Within(time.Until(deadline)/recallShare, func() ([]byte, error) {
		return file.Read(s.disk, s.path(), keptLimit)
	})
	if err != nil {
		return nil
	}
	return kept
}

// keep writes the bytes of the Keeper, if that has finished thinking and there is time.
func (s *store) keep() {
	r := s.finished.Load()
	if r == nil || s.dry {
		return
	}
	_, _ = file.Within(time.Until(r.SaveUntil()), func() (struct{}, error) {
		kept := r.Save()
		if kept == nil {
			return struct{}{}, nil
		}
		return struct{}{}, s.write(kept)
	})
}

// write makes kept the whole content of the file, unless that is too much beside the files of others in the folder. Old
// and new content exist together for a moment: where that is too much, the old one goes first.
func (s *store) write(kept []byte) error {
	if err := s.disk.MkdirAll(s.folder, 0o755); err != nil {
		return err
	}
	file.Sweep(s.disk, s.folder)
	own, others, err := s.sizes()
	if err != nil || others+int64(len(kept)) > temporaryLimit {
		return err
	}
	if own+others+int64(len(kept)) > temporaryLimit {
		if err := s.disk.Remove(s.path()); err != nil {
			return err
		}
	}
	return file.ReplaceByRename(s.disk, s.path(), file.Content(kept))
}

// sizes returns how many bytes the kept file has, and all other files in the folder.
func (s *store) sizes() (own, others int64, err error) {
	err = afero.Walk(s.disk, s.folder, func(path string, info fs.FileInfo, err error) error {
		switch {
		case err != nil || info.IsDir():
		case filepath.Clean(path) == s.path():
			own = info.Size()
		default:
			others += info.Size()
		}
		return err
	})
	return own, others, err
}

func (s *store) path() string { return filepath.Join(s.folder, keptFile) }
