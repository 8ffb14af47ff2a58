package file

import (
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"time"
)

var errPanic = errors.New("the call failed")

// Within returns the result of do, which runs in a goroutine of its own, or ErrSlow if do takes longer
// than limit. The goroutine then runs on, and its result is dropped.
func Within[T any](limit time.Duration, do func() (T, error)) (T, error) { return await(limit, 1, do) }

// Patiently is Within for calls that must not fail because this process was kept from the processor: the limit is cut
// into slices, and a slice in which the whole process stood still counts as one.
func Patiently[T any](limit time.Duration, do func() (T, error)) (T, error) {
	return await(limit, 8, do)
}

func await[T any](limit time.Duration, slices int, do func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	if limit > 0 {
		go func() {
			r := result{err: errPanic}
			defer func() {
				_ = recover()
				done <- r
			}()
			r.value, r.err = do()
		}()
	}
	slice := time.NewTimer(limit / time.Duration(slices))
	defer slice.Stop()
	for range slices {
		select {
		case r := <-done:
			return r.value, r.err
		case <-slice.C:
			slice.Reset(limit / time.Duration(slices))
		}
	}
	select {
	case r := <-done:
		return r.value, r.err
	default:
		return result{}.value, ErrSlow
	}
}

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
