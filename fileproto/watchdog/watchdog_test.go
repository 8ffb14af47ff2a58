package watchdog_test

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/fileproto/watchdog"
)

// soon is a deadline for Jobs that must be cut off, late enough for the steps before it on a busy system; later one that
// a test never waits for.
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

func at(x, y int) board.Point { return board.Point{X: x, Y: y} }

// A script is a Job with fixed answers. Fields that are nil do nothing.
type script struct {
	deadline time.Time
	early    board.Point
	instant  func()
	think    func(ctx context.Context, better func(board.Point, string))
}

func (s script) Deadline() time.Time { return s.deadline }

func (s script) StaticMove() (board.Point, string) {
	if s.instant != nil {
		s.instant()
	}
	return s.early, "early"
}

func (s script) Think(ctx context.Context, better func(board.Point, string)) {
	if s.think != nil {
		s.think(ctx, better)
	}
}

// A question is the position that the tests ask about.
const question = `
	-----
	-----
	--x--
	-----
	-----`

// A result is the end of a search, and the answers that were early.
type result struct {
	watchdog.Answer
	early []watchdog.Answer
	wrong []string
}

// ask runs an engine on a board under the watchdog. It fails the test if that takes far longer than
// any of these can.
func ask(t *testing.T, drawing string, rule board.Rule, memory watchdog.Memory, newJob func(*board.Board) watchdog.Job) (r result) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	asked, own := boardtest.Parse(drawing), boardtest.Parse(drawing)
	s := watchdog.Start(ctx, watchdog.Position{Board: own, Side: board.X, Rule: rule}, func() watchdog.Job { return newJob(asked) })
	done := make(chan bool)
	go func() {
		r.wrong = s.Wait(memory, time.Now(), func(a watchdog.Answer) { r.early = append(r.early, a) })
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		require.Fail(t, "the search does not end")
	}
	r.Answer = s.Answer()
	return r
}

// engine returns a function that makes s.
func (s script) engine() func(*board.Board) watchdog.Job {
	return func(*board.Board) watchdog.Job { return s }
}

// A liar breaks the contract of a Job. There is a legal answer all the same, the best that it gave.
func TestLiars(t *testing.T) {
	tests := []struct {
		name  string
		liar  func() script
		want  board.Point
		note  string
		wrong []string
	}{
		{
			"honest", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "final") }}
			},
			at(3, 3), "final", nil,
		},
		{
			"has nothing better", func() script { return script{deadline: time.Now().Add(later), early: at(4, 4)} },
			at(4, 4), "early", nil,
		},
		{
			"thinks though time is up", func() script {
				return script{deadline: time.Now().Add(-time.Second), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "final") }}
			},
			at(4, 4), "early", nil,
		},
		{
			"hangs in Think", func() script {
				return script{deadline: time.Now().Add(soon), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); hang() }}
			},
			at(3, 3), "found", nil,
		},
		{
			"is busy for ever", func() script {
				return script{deadline: time.Now().Add(soon), early: at(4, 4), think: func(ctx context.Context, b better) {
					for n := 0; ctx.Err() == nil; n++ { // the test ends it, a real one would go on
						if b(at(3, 3), "found"); n%1000 == 999 {
							time.Sleep(time.Millisecond)
						}
					}
				}}
			},
			at(3, 3), "found", nil,
		},
		{
			"panics in Think", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); panic("oh no") }}
			},
			at(3, 3), "found", []string{"the search failed in Think: oh no"},
		},
		{
			"reads past the end in Think", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(context.Context, better) { _ = make([]int, 3)[len(board.Directions)] }}
			},
			at(4, 4), "early", []string{"the search failed in Think: runtime error: index out of range [4] with length 3"},
		},
		{
			"ends its goroutine", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(context.Context, better) { runtime.Goexit() }}
			},
			at(4, 4), "early", nil,
		},
		{
			"panics in StaticMove", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), instant: func() { panic("oh no") }}
			},
			at(0, 0), fallbackNote, []string{"the search failed in StaticMove: oh no"},
		},
		{
			"answers a stone", func() script {
				return script{deadline: time.Now().Add(later), early: at(2, 2)}
			},
			at(0, 0), fallbackNote, []string{"the search offered 2,2, which is not an empty square"},
		},
		{
			"answers a point off the board", func() script {
				return script{deadline: time.Now().Add(later), early: at(-1, math.MaxInt)}
			},
			at(0, 0), fallbackNote, []string{"the search offered -1," + atMost + ", which is not an empty square"},
		},
		{
			"thinks of a stone", func() script {
				return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) { b(at(3, 3), "found"); b(at(2, 2), "stone") }}
			},
			at(3, 3), "found", []string{"the search offered 2,2, which is not an empty square"},
		},
		{
			"answers late", func() script {
				return script{deadline: time.Now().Add(soon), early: at(4, 4), think: func(ctx context.Context, b better) { <-ctx.Done(); time.Sleep(soon); b(at(3, 3), "late") }}
			},
			at(4, 4), "early", nil,
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
			at(3, 3), "found", nil,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := ask(t, question, board.Freestyle, watchdog.Memory{}, test.liar().engine())
			assert.Equal(t, watchdog.Answer{Move: test.want, Note: test.note}, r.Answer)
			assert.Equal(t, test.wrong, r.wrong)
		})
	}
}

// atMost is the largest int, which is not the same everywhere.
var atMost = board.Point{X: math.MaxInt}.String()[:len(board.Point{X: math.MaxInt}.String())-len(",0")]

// A Job that never comes to an instant answer does not prevent an early answer.
func TestLiarsBeforeTheInstantAnswer(t *testing.T) {
	tests := []struct {
		name   string
		newJob func(*board.Board) watchdog.Job
		wrong  []string
	}{
		{"panics in New", func(*board.Board) watchdog.Job { panic("oh no") }, []string{"the search failed in New: oh no"}},
		{"is none", func(*board.Board) watchdog.Job { return nil }, []string{"the search failed in Deadline: runtime error: invalid memory address or nil pointer dereference"}},
		{"hangs in New", func(*board.Board) watchdog.Job { hang(); return nil }, nil},
		{"hangs in StaticMove", script{instant: hang}.engine(), nil},
		{"fills the board with stones", func(b *board.Board) watchdog.Job {
			for p := range b.Points {
				b.Set(p, board.X)
			}
			panic("done")
		}, []string{"the search failed in New: done"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := ask(t, question, board.Freestyle, watchdog.Memory{}, test.newJob)
			assert.Equal(t, watchdog.Answer{Note: fallbackNote}, r.Answer)
			if r.wrong == nil { // it had not ended
				assert.Equal(t, []watchdog.Answer{r.Answer}, r.early)
			}
			assert.Equal(t, test.wrong, r.wrong)
		})
	}
}

// A slow instant answer replaces the early one.
func TestSlowInstantAnswer(t *testing.T) {
	early := make(chan bool)
	slow := script{early: at(4, 4), instant: func() { <-early }}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s := watchdog.Start(ctx, watchdog.Position{Board: boardtest.Parse(question), Side: board.X}, func() watchdog.Job { return slow })
	var all []board.Point
	s.Wait(watchdog.Memory{}, time.Now().Add(later), func(a watchdog.Answer) {
		if all = append(all, a.Move); len(all) == 1 {
			close(early)
		}
	})
	assert.Equal(t, []board.Point{at(0, 0), at(4, 4)}, all)
	assert.Equal(t, at(4, 4), s.Answer().Move)
}

// Soon after its context has ended the wait is over, whatever the Job does: with its best answer, that of its end too.
func TestStoppedWait(t *testing.T) {
	for name, test := range map[string]struct {
		engine func(stop func()) script
		want   watchdog.Answer
	}{
		"ends": {func(stop func()) script {
			return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(ctx context.Context, b better) {
				stop()
				<-ctx.Done()
				b(at(3, 3), "final")
			}}
		}, watchdog.Answer{Move: at(3, 3), Note: "final"}},
		"goes on": {func(stop func()) script {
			return script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) {
				b(at(3, 3), "found")
				stop()
				hang()
			}}
		}, watchdog.Answer{Move: at(3, 3), Note: "found"}},
		"has not begun": {func(stop func()) script {
			return script{deadline: time.Now().Add(later), early: at(4, 4), instant: stop, think: func(_ context.Context, b better) { hang() }}
		}, watchdog.Answer{Move: at(4, 4), Note: "early"}},
		"never answers": {func(stop func()) script {
			return script{deadline: time.Now().Add(later), instant: func() { stop(); hang() }}
		}, watchdog.Answer{Note: fallbackNote}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			engine := func() watchdog.Job { return test.engine(cancel) }
			s := watchdog.Start(ctx, watchdog.Position{Board: boardtest.Parse(question), Side: board.X}, engine)
			begun := time.Now()
			assert.Empty(t, s.Wait(watchdog.Memory{}, time.Now().Add(later), func(watchdog.Answer) {}))
			assert.Less(t, time.Since(begun), time.Minute)
			assert.Equal(t, test.want, s.Answer())
		})
	}
}

// A search that takes more memory than is allowed is stopped, with its best answer.
func TestMemoryLimit(t *testing.T) {
	var used atomic.Int64
	greedy := script{deadline: time.Now().Add(later), early: at(4, 4), think: func(ctx context.Context, b better) {
		b(at(3, 3), "found")
		for ctx.Err() == nil {
			used.Add(1 << 20)
			time.Sleep(100 * time.Microsecond)
		}
	}}
	memory := watchdog.Memory{Limit: 100 << 20, Resident: func() (int64, bool) { return used.Load(), true }}
	r := ask(t, question, board.Freestyle, memory, greedy.engine())
	assert.Equal(t, at(3, 3), r.Move)
	require.Len(t, r.wrong, 1)
	assert.Regexp(t, `^the search stopped at \d+ MiB of memory$`, r.wrong[0])
}

// However low the limit, there is an instant answer.
func TestMemoryLimitBelowAnyProcess(t *testing.T) {
	slow := script{
		deadline: time.Now().Add(later), early: at(4, 4), instant: func() { time.Sleep(20 * time.Millisecond) },
		think: func(ctx context.Context, _ better) { <-ctx.Done() },
	}
	memory := watchdog.Memory{Limit: 1, Resident: func() (int64, bool) { return 10 << 20, true }}
	assert.Equal(t, at(4, 4), ask(t, question, board.Freestyle, memory, slow.engine()).Move)
}

// A system that cannot measure memory does not stop the search.
func TestMemoryUnknown(t *testing.T) {
	engine := script{deadline: time.Now().Add(later), early: at(4, 4), think: func(_ context.Context, b better) {
		time.Sleep(30 * time.Millisecond)
		b(at(3, 3), "final")
	}}
	memory := watchdog.Memory{Limit: 1, Resident: func() (int64, bool) { return 0, false }}
	assert.Equal(t, at(3, 3), ask(t, question, board.Freestyle, memory, engine.engine()).Move)
}

// Without an answer of the Job, the fallback plays no square that renju forbids if there is another.
func TestFirstLegalMoveIsNotForbidden(t *testing.T) {
	const doubleThree = "-------\n-------\n-xx----\n---x---\n---x---\n-------\n-------\n" // 3,2 makes two open threes
	for drawing, want := range map[string]board.Point{
		"######--######\n######xx######\n#xxxx-x-xxx###\n######xx######\n": at(6, 0), // where x may play at all
		doubleThree: at(0, 0), // the forbidden square is not the first
	} {
		r := ask(t, drawing, board.Renju, watchdog.Memory{}, func(*board.Board) watchdog.Job { panic("oh no") })
		assert.Equal(t, want, r.Move)
		assert.Equal(t, []string{"the search failed in New: oh no"}, r.wrong)
	}
}

// The last resort comes after nine tenths of a move's time, however long that is.
func TestLastResort(t *testing.T) {
	start := time.Now()
	assert.Equal(t, start.Add(900*time.Millisecond), watchdog.LastResort(start, time.Second))
	assert.Equal(t, start.Add(54*time.Minute), watchdog.LastResort(start, time.Hour))
}
