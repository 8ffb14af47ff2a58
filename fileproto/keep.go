package fileproto

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/fileproto/watch"
)

// A Keeper is a Thinker that can hand what it found out to the one of the next move, which is another
// process. The bytes lie in a file meanwhile: they may come back damaged, from another game or from
// another build, and whoever recalls them must find that out.
type Keeper interface {
	watch.Thinker

	// Recall gets what an earlier Keep returned, nil if nothing can be had. It is called before Think,
	// where something may be kept at all.
	Recall(kept []byte)

	// Keep returns what is worth knowing at the next move, no more than keptLimit bytes, or nil. It is
	// called after Think has returned, from another goroutine, and may write over what Recall got.
	Keep() []byte
}

const (
	// keptFile lies in the brain's folder for temporary files.
	keptFile = "memory.bin"

	// temporaryLimit is how many bytes all temporary files of a brain may have together.
	temporaryLimit = 20_000_000

	// keptLimit is how many of them may be kept: the old and the new ones lie there together for a moment.
	keptLimit = 8 << 20

	// recallShare is the part of the time to think that a disk may take to hand out what was kept.
	recallShare = 16
)

// A store is where kept bytes lie between two moves. Nothing depends on it: what fails, or takes too
// long, is done without and not worth a word.
type store struct {
	disk    afero.Fs
	folder  string                   // the brain's folder for temporary files; "": nothing is kept
	dry     bool                     // write nothing
	thought atomic.Pointer[reminded] // set when its Think has returned
}

// remind returns thinker, with the memory of the last move if it is a Keeper and there is a folder: below
// the working folder, and not that itself.
func (s *store) remind(thinker watch.Thinker) watch.Thinker {
	if keeper, ok := thinker.(Keeper); ok && s.folder != "." && filepath.IsLocal(s.folder) {
		return &reminded{Keeper: keeper, store: s}
	}
	return thinker
}

// A reminded Keeper recalls before it thinks.
type reminded struct {
	Keeper
	store    *store
	deadline time.Time
}

// Think recalls and thinks. What it recalled may be why it failed: it is not left to the next move.
func (r *reminded) Think(ctx context.Context, better func(board.Point, string)) {
	failed := true
	defer func() {
		if failed && !r.store.dry {
			_ = r.store.disk.Remove(r.store.path())
		}
	}()
	r.deadline = r.Deadline()
	r.Recall(r.store.read(r.deadline))
	r.Keeper.Think(ctx, better)
	failed = false
	r.store.thought.Store(r)
}

// read returns what the last move kept, nil if the disk does not hand it out soon.
func (s *store) read(deadline time.Time) []byte {
	var kept []byte
	var err error
	read := func() { kept, err = readUpTo(s.disk, s.path(), keptLimit) }
	if within(time.Until(deadline)/recallShare, read) && err == nil {
		return kept
	}
	return nil
}

// keep writes what the Keeper wants to be kept, if it has come to its end, as long as there is time.
func (s *store) keep() {
	r := s.thought.Load()
	if r == nil || s.dry {
		return
	}
	within(time.Until(r.deadline), func() {
		if kept := r.Keep(); kept != nil {
			s.write(kept)
		}
	})
}

// write makes kept the whole content of the file, unless that is too much beside what else lies there:
// old and new content exist together for a moment.
func (s *store) write(kept []byte) {
	if s.disk.MkdirAll(s.folder, 0o755) != nil {
		return
	}
	used, err := size(s.disk, s.folder)
	if err == nil && used+int64(len(kept)) <= temporaryLimit {
		_ = replaceByRename(s.disk, s.path(), kept)
	}
}

func (s *store) path() string { return filepath.Join(s.folder, keptFile) }

// size returns how many bytes all files in folder have.
func size(disk afero.Fs, folder string) (int64, error) {
	var total int64
	err := afero.Walk(disk, folder, func(_ string, info fs.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			total += info.Size()
		}
		return err
	})
	return total, err
}

// within lets do run in a goroutine of its own and tells whether it came to its end in time. If not, or
// if it panics, it is left to itself.
func within(limit time.Duration, do func()) bool {
	if limit <= 0 {
		return false
	}
	done := make(chan bool, 1)
	go func() {
		ended := false
		defer func() {
			_ = recover()
			done <- ended
		}()
		do()
		ended = true
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case ended := <-done:
		return ended
	case <-timer.C:
		return false
	}
}
