package file_test

import (
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file"
)

const second = time.Second

// A call that takes longer than its limit is given up, and one that fails in its own way has its own error.
func TestWithin(t *testing.T) {
	errOwn := errors.New("own")
	tests := []struct {
		name  string
		limit time.Duration
		do    func() (int, error)
		want  int
		err   error
	}{
		{"in time", 2 * second, func() (int, error) { time.Sleep(second); return 7, nil }, 7, nil},
		{"too late", second, func() (int, error) { time.Sleep(2 * second); return 7, nil }, 0, file.ErrSlow},
		{"fails", second, func() (int, error) { return 0, errOwn }, 0, errOwn},
		{"no time", 0, func() (int, error) { panic("must not be called") }, 0, file.ErrSlow},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for _, within := range []func(time.Duration, func() (int, error)) (int, error){file.Within[int], file.Patiently[int]} {
					start := time.Now()
					got, err := within(test.limit, test.do)
					assert.LessOrEqual(t, time.Since(start), test.limit)
					assert.Equal(t, test.want, got)
					assert.Equal(t, test.err, err)
				}
				time.Sleep(2 * second)
			})
		})
	}
}

// A call that panics or ends its goroutine has failed, and nobody waits for it.
func TestWithinACallThatNeverReturns(t *testing.T) {
	for _, do := range []func() (int, error){
		func() (int, error) { panic("oh no") },
		func() (int, error) { runtime.Goexit(); return 7, nil },
	} {
		_, err := file.Within(time.Hour, do)
		assert.Error(t, err)
		assert.NotEqual(t, file.ErrSlow, err)
	}
}

// A file that is longer than wanted is read up to there.
func TestReadTooLong(t *testing.T) {
	disk := afero.NewMemMapFs()
	require.NoError(t, afero.WriteFile(disk, "f", []byte("12345"), 0o644))
	for most, want := range map[int64]error{4: file.ErrTooLong, 5: nil, 6: nil} {
		data, err := file.Read(disk, "f", most)
		assert.Equal(t, want, err)
		assert.Equal(t, "12345"[:min(most, 5)], string(data))
	}
}

// A reader that stops reading holds up nobody for longer than patience, and only once.
func TestLossy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		lossy := file.Lossy(w, second)
		read := make([]byte, 5)
		go func() { _, _ = io.ReadFull(r, read) }()
		n, err := lossy.Write([]byte("taken"))
		assert.Equal(t, 5, n)
		require.NoError(t, err)
		assert.Equal(t, "taken", string(read))
		start := time.Now()
		for range 3 {
			n, err = lossy.Write([]byte("lost"))
			assert.Equal(t, 4, n)
			assert.NoError(t, err)
		}
		assert.Equal(t, second, time.Since(start))
		require.NoError(t, r.Close())
		_, err = file.Lossy(w, second).Write([]byte("nobody there"))
		assert.Error(t, err)
	})
}
