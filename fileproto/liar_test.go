package fileproto_test

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/watchdog"
)

// soon is a deadline for Engines that must be cut off, far enough for what comes before it on a system that is
// busy with something else; later one that a test never waits for.
const (
	soon  = 2 * time.Second
	later = time.Hour
)

// fallbackNote is what is said of a move that no Engine chose.
const fallbackNote = "fallback by static look, no answer from the search"

// hang blocks for ever.
func hang() { select {} }

// better is the type of the function that an Engine gives its answers to.
type better = func(board.Point, string)

func TestLiars(t *testing.T) {
	tests := []struct {
		name   string
		liar   func() script
		want   board.Point
		note   string
		report string
	}{
		{
			"honest", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "final") }}
			},
			at(3, 3), "final", "",
		},
		{
			"has nothing better", func() script { return script{deadline: time.Now().Add(later), early: at(4, 4)} },
			at(4, 4), "early", "",
		},
		{
			"thinks though time is up", func() script {
				return script{deadline: time.Now().Add(-time.Second), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "final") }}
			},
			at(4, 4), "early", "",
		},
		{
			"hangs in Think", func() script {
				return script{deadline: time.Now().Add(soon), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); hang() }}
			},
			at(3, 3), "found", "",
		},
		{
			"is busy for ever", func() script {
				return script{deadline: time.Now().Add(soon), early: at(4, 4), think: func(ctx context.Context, b better) {
					for n := 0; ctx.Err() == nil; n++ { // the test ends it, a real one would go on
						b(at(3, 3), "found")
					}
				}}
			},
			at(3, 3), "found", "",
		},
		{
			"panics in Think", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); panic("oh no") }}
			},
			at(3, 3), "found", "the search failed in Think: oh no",
		},
		{
			"reads past the end in Think", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(context.Context, better) { _ = make([]int, 3)[len(board.Directions)] }}
			},
			at(4, 4), "early", "the search failed in Think: runtime error: index out of range [4] with length 3",
		},
		{
			"ends its goroutine", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(context.Context, better) { runtime.Goexit() }}
			},
			at(4, 4), "early", "",
		},
		{
			"panics in StaticMove", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), instant: func() { panic("oh no") }}
			},
			at(0, 0), fallbackNote, "the search failed in StaticMove: oh no",
		},
		{
			"answers a stone", func() script {
				return script{deadline: time.Now().Add(later), early: at(2, 1)}
			},
			at(0, 0), fallbackNote, "the search offered 2,1, which is no empty square",
		},
		{
			"answers a point off the board", func() script {
				return script{deadline: time.Now().Add(later), early: at(-1, math.MaxInt)}
			},
			at(0, 0), fallbackNote, "the search offered -1," + atMost + ", which is no empty square",
		},
		{
			"thinks of a stone", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); b(at(2, 2), "stone") }}
			},
			at(3, 3), "found", "the search offered 2,2, which is no empty square",
		},
		{
			"answers late", func() script {
				return script{deadline: time.Now().Add(soon), early: at(4, 4), think: func(ctx context.Context, b better) { <-ctx.Done(); time.Sleep(soon); b(at(3, 3), "late") }}
			},
			at(4, 4), "early", "",
		},
		{
			"answers from other goroutines", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) {
					done := make(chan bool)
					for range 4 {
						go func() { b(at(3, 3), "found"); done <- true }()
					}
					for range 4 {
						<-done
					}
				}}
			},
			at(3, 3), "found", "",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			disk := afero.NewMemMapFs()
			put(t, disk, plain)
			result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: test.liar().engine()})
			require.NoError(t, err)
			assert.Equal(t, test.want, result.Move)
			assert.Equal(t, test.note, result.Note)
			assert.Equal(t, test.report, report(result))
			assert.Equal(t, test.want.String()+"\n", get(t, disk)["TAH.DAT"])
			assert.Contains(t, get(t, disk)["MSG.DAT"], test.report)
		})
	}
}

// atMost is the largest int, which is not the same everywhere.
var atMost = board.Point{X: math.MaxInt}.String()[:len(board.Point{X: math.MaxInt}.String())-len(",0")]

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

// An Engine that never comes to an instant answer does not keep a legal move from the disk.
func TestLiarsBeforeTheInstantAnswer(t *testing.T) {
	tests := []struct {
		name      string
		newEngine func(fileproto.Task) watchdog.Engine
		report    string
	}{
		{"panics in New", func(fileproto.Task) watchdog.Engine { panic("oh no") }, "the search failed in New: oh no"},
		{"is none", func(fileproto.Task) watchdog.Engine { return nil }, "the search failed in Deadline: runtime error: invalid memory address or nil pointer dereference"},
		{"hangs in New", func(fileproto.Task) watchdog.Engine { hang(); return nil }, ""},
		{"hangs in StaticMove", script{instant: hang}.engine(), ""},
		{"fills the board with stones", func(task fileproto.Task) watchdog.Engine {
			for p := range task.Board.Points {
				task.Board.Set(p, board.X)
			}
			panic("done")
		}, "the search failed in New: done"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			disk := afero.NewMemMapFs()
			put(t, disk, plain)
			result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: test.newEngine})
			require.NoError(t, err)
			assert.Equal(t, at(0, 0), result.Move)
			assert.Equal(t, test.report, report(result))
			assert.Equal(t, "0,0\n", get(t, disk)["TAH.DAT"])
		})
	}
}

// A slow instant answer replaces the move that was written for it.
func TestSlowInstantAnswer(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain)
	written := func() bool { return get(t, disk)["TAH.DAT"] == "0,0\n" }
	slow := script{early: at(4, 4), instant: func() {
		for range 400 {
			if written() {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}}
	result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now().Add(time.Minute), Brain: brain, NewEngine: slow.engine()})
	require.NoError(t, err)
	assert.Equal(t, at(4, 4), result.Move)
	assert.Equal(t, "4,4\n", get(t, disk)["TAH.DAT"])
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
		_, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: engine.engine()})
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
	turn := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: greedy.engine(), Resident: func() (int64, bool) {
		return used.Load(), true
	}}
	result, err := playInTime(t, turn)
	require.NoError(t, err)
	assert.Equal(t, at(3, 3), result.Move)
	assert.Regexp(t, `^the search stopped at \d+ MiB of memory$`, report(result))
}

// However low the limit, there is an instant answer.
func TestMemoryLimitBelowAnyProcess(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("INFO.DAT", "timeout_turn 5000\nmax_memory 1\n"))
	slow := script{deadline: time.Now().Add(later), early: at(4, 4), instant: func() { time.Sleep(20 * time.Millisecond) }, think: func(ctx context.Context, _ better) { <-ctx.Done() }}
	turn := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: slow.engine(), Resident: func() (int64, bool) {
		return 10 << 20, true
	}}
	result, err := playInTime(t, turn)
	require.NoError(t, err)
	assert.Equal(t, at(4, 4), result.Move)
}

// A system that cannot tell what is used does not stop the search.
func TestMemoryUnknown(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("INFO.DAT", "timeout_turn 5000\nmax_memory 1\n"))
	engine := script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { time.Sleep(30 * time.Millisecond); b(at(3, 3), "final") }}
	turn := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: engine.engine(), Resident: func() (int64, bool) { return 0, false }}
	result, err := playInTime(t, turn)
	require.NoError(t, err)
	assert.Equal(t, at(3, 3), result.Move)
}

// Without an Engine's word, x does not step on a forbidden square of renju if there is another.
func TestFirstLegalMoveIsNotForbidden(t *testing.T) {
	const doubleThree = "-------\n-------\n-xx----\n---x---\n---x---\n-------\n-------\n" // 3,2 makes two open threes
	tests := []struct {
		name   string
		board  string
		want   board.Point
		report string
	}{
		{"another square", "######--######\n######xx######\n#xxxx-x-xxx###\n######xx######\n", at(6, 0), "the search failed in New: oh no"},
		{"double three is not first", doubleThree, at(0, 0), "the search failed in New: oh no"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, plain.with("PLOCHA.DAT", test.board).with("INFO.DAT", "timeout_turn 0\nrule 4\n"))
			result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: func(fileproto.Task) watchdog.Engine { panic("oh no") }})
			require.NoError(t, err)
			assert.Equal(t, test.want, result.Move)
			assert.Equal(t, test.report, report(result))
		})
	}
}

// Where every square is forbidden one is played all the same, and said so.
func TestOnlyForbiddenSquares(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("PLOCHA.DAT", "#xxx-xx#\n").with("INFO.DAT", "timeout_turn 0\nrule 4\n")) // a row of six
	result, err := playInTime(t, fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewEngine: realSearch})
	require.NoError(t, err)
	assert.Equal(t, at(4, 0), result.Move)
	assert.Contains(t, report(result), "4,0 is forbidden to x")
	assert.Contains(t, get(t, disk)["MSG.DAT"], "4,0 is forbidden to x")
}
