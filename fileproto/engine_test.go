package fileproto_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
)

// soon is a deadline for Jobs that must be cut off, late enough for the steps before it on a system that is
// busy with something else; later one that a test never waits for.
const (
	soon  = 2 * time.Second
	later = time.Hour
)

// fallbackNote is the note of a move that no Job chose.
const fallbackNote = "static fallback move, no answer from the search"

// hang blocks for ever.
func hang() { select {} }

// better is the type of the function that a Job gives its answers to.
type better = func(board.Point, string)

// The move of a search that fails is written, and its failure is reported; package watchdog has the other liars.
func TestFailingSearch(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain)
	failing := script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); panic("oh no") }}
	result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: failing.engine()})
	require.NoError(t, err)
	assert.Equal(t, at(3, 3), result.Move)
	assert.Equal(t, "3,3\n", get(t, disk)["TAH.DAT"])
	assert.Equal(t, "the search failed in Think: oh no", report(result))
	assert.Equal(t, brain+": 3,3 found; the search failed in Think: oh no\n", get(t, disk)["MSG.DAT"])
}

// A Job that hangs before its first answer does not keep a legal move from the disk.
func TestHangingJob(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain)
	_, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: script{instant: hang}.engine()})
	require.NoError(t, err)
	assert.Equal(t, "0,0\n", get(t, disk)["TAH.DAT"])
}

// playInTime fails the test if a move takes far longer than any of these can.
func playInTime(t *testing.T, turn fileproto.Turn) (result fileproto.Result, err error) {
	t.Helper()
	done := make(chan bool)
	go func() { result, err = turn.Play(); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		require.Fail(t, "the move does not end")
	}
	return result, err
}

// The early move is on the disk before the search begins.
func TestEarlyMoveIsWrittenFirst(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		put(t, disk, plain)
		var seen string
		engine := script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) {
			content, _ := afero.ReadFile(disk, "TAH.DAT")
			seen = string(content)
			b(at(3, 3), "")
		}}
		_, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: engine.engine()})
		require.NoError(t, err)
		assert.Equal(t, "4,4\n", seen)
		assert.Equal(t, "3,3\n", get(t, disk)["TAH.DAT"])
	})
}

// A search that takes more memory than is allowed is stopped, in good time for its best answer.
func TestMemoryLimit(t *testing.T) {
	var used atomic.Int64
	greedy := script{deadline: time.Now().Add(later), early: at(4, 4), think: func(ctx context.Context, b better) {
		b(at(3, 3), "found")
		for ctx.Err() == nil {
			used.Add(1 << 20)
			time.Sleep(100 * time.Microsecond)
		}
	}}
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("INFO.DAT", "timeout_turn 5000\nmax_memory 104857600\n"))
	turn := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: greedy.engine(), Resident: func() (int64, bool) {
		return used.Load(), true
	}}
	result, err := playInTime(t, turn)
	require.NoError(t, err)
	assert.Equal(t, at(3, 3), result.Move)
	assert.Regexp(t, `^the search stopped at \d+ MiB of memory$`, report(result))
}

// Where every square is forbidden one is played all the same, and said so.
func TestOnlyForbiddenSquares(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("PLOCHA.DAT", "#xxx-xx#\n").with("INFO.DAT", "timeout_turn 0\nrule 4\n")) // a row of six
	result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: realSearch})
	require.NoError(t, err)
	assert.Equal(t, at(4, 0), result.Move)
	assert.Contains(t, report(result), "4,0 is forbidden to x")
	assert.Contains(t, get(t, disk)["MSG.DAT"], "4,0 is forbidden to x")
}
