package fileproto

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/experience"
	"tahoun/fileproto/file"
	"tahoun/fileproto/watchdog"
)

// A Keeper is a Job that can hand its results to the Job of the next move, which is another process. The bytes wait in
// a file: they may come back damaged, from another game or from another build, and Load must detect that.
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

// loading returns job, with the bytes of the last move if it is a Keeper and there is a folder: below the working
// folder, and not that itself. Such a job also uses the experience of a learner, nil for none, on the task.
func (s *store) loading(job watchdog.Job, task Task, l *experience.Learner) watchdog.Job {
	if keeper, ok := job.(Keeper); ok && s.folder != "." && filepath.IsLocal(s.folder) {
		q := experience.Question{Board: task.Board, Side: task.Side, Rule: task.Rule}
		return &loadingKeeper{Keeper: keeper, store: s, learner: l, question: q}
	}
	return job
}

// A loadingKeeper loads the saved bytes before Think. The learner's decisions of the game lie behind those of the
// Keeper.
type loadingKeeper struct {
	Keeper
	store    *store
	learner  *experience.Learner
	question experience.Question
	loaded   []byte // the bytes that the Keeper got
}

// Think loads and thinks. If it fails, the loaded bytes may be the reason: they are removed.
func (k *loadingKeeper) Think(ctx context.Context, better func(board.Point, string)) {
	failed := true
	defer func() {
		if failed && !k.store.dry {
			_ = k.store.disk.Remove(k.store.path())
		}
	}()
	k.loaded = k.learner.TakeFrom(k.store.read(k.Deadline()))
	k.Load(k.loaded)
	k.learner.Think(ctx, k.question, k.Keeper, better)
	failed = false
	k.store.finished.Store(k)
}

// Save returns the Keeper's bytes and the learner's. The learner learns first: the move has been made by now.
func (k *loadingKeeper) Save() []byte {
	k.learner.Learn()
	kept := k.Keeper.Save()
	if kept == nil && k.learner != nil { // no search, or no time: the next move still has use for the old entries
		kept = k.loaded
	}
	return k.learner.AppendTo(kept)
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
	k := s.finished.Load()
	if k == nil || s.dry {
		return
	}
	_, _ = file.Within(time.Until(k.SaveUntil()), func() (struct{}, error) {
		kept := k.Save()
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
