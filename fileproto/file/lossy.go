package file

import (
	"io"
	"slices"
	"sync/atomic"
	"time"
)

// Lossy returns a writer to w that waits no longer than patience for whoever reads there: text that is not taken by
// then is lost, and so is all that follows.
func Lossy(w io.Writer, patience time.Duration) io.Writer { return &lossy{w: w, patience: patience} }

type lossy struct {
	w        io.Writer
	patience time.Duration
	stuck    atomic.Bool
}

func (l *lossy) Write(text []byte) (int, error) {
	if l.stuck.Load() {
		return len(text), nil
	}
	own := slices.Clone(text) // the caller may use text again while w still reads it
	n, err := Patiently(l.patience, func() (int, error) { return l.w.Write(own) })
	if err == ErrSlow {
		l.stuck.Store(true)
		return len(text), nil
	}
	return n, err
}
