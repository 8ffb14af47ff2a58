package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/pbrain/session"
	"tahoun/search"
)

// END during a turn of many searches ends them all.
func TestEndAmongManySearches(t *testing.T) {
	for _, stones := range []string{"", "7,7\n8,9\n9,5\n"} {
		t.Run(fmt.Sprintf("after %d stones", strings.Count(stones, "\n")), func(t *testing.T) {
			began := make(chan int, 100)
			o := scripted(func(n int, b *board.Board, _ search.Limits) *script {
				return &script{early: firstEmpty(b), think: func(ctx context.Context, _ func(board.Point, string)) {
					if began <- n; n == 0 {
						<-ctx.Done()
					}
				}}
			})
			m := newManager(t, o)
			m.send("START 15\nINFO timeout_turn 3600000\nSWAP2BOARD\n" + stones + "DONE\n")
			assert.Equal(t, "OK", m.answer())
			assert.Zero(t, <-began)
			m.send("END\n")
			assert.Zero(t, m.end())
			assert.Empty(t, began, "searches that began after END")
		})
	}
}

// If out fails during a search, the session ends at once, even if there is time left.
func TestOutputFailsDuringSearch(t *testing.T) {
	o := scripted(func(_ int, b *board.Board, _ search.Limits) *script {
		return &script{early: firstEmpty(b), think: func(context.Context, func(board.Point, string)) { hang() }}
	})
	in, manager := io.Pipe()
	defer manager.Close()
	exit := make(chan int, 1)
	go func() { exit <- session.Run(in, &failsAfter{lines: 1}, o) }()
	fmt.Fprint(manager, "START 15\nINFO timeout_turn 3600000\nBEGIN\n")
	select {
	case code := <-exit:
		assert.Equal(t, 1, code)
	case <-time.After(patience):
		assert.Fail(t, "the search goes on")
	}
}

// After the end of the input a move takes a minute at most, or its own limit if that is less.
func TestEndOfInput(t *testing.T) {
	for told, want := range map[string]time.Duration{
		"2147483647": time.Minute, "3600000": time.Minute, "20000": 20 * time.Second,
	} {
		t.Run(told, func(t *testing.T) {
			thinking, turns := make(chan bool), make(chan time.Duration, 100)
			o := scripted(func(int, *board.Board, search.Limits) *script {
				return &script{
					retimed: func(l search.Limits) { turns <- l.Turn },
					think: func(_ context.Context, better func(board.Point, string)) {
						close(thinking)
						for <-turns != want {
						}
						better(board.Point{X: 3, Y: 3}, "in the end")
					},
				}
			})
			m := newManager(t, o)
			m.send("START 15\nINFO timeout_turn " + told + "\nBEGIN\n")
			assert.Equal(t, "OK", m.answer())
			<-thinking
			m.in.Close()
			assert.Equal(t, "3,3", m.answer())
			assert.Zero(t, m.end())
		})
	}
}

// A failsAfter accepts some lines, then fails.
type failsAfter struct{ lines int }

func (f *failsAfter) Write(text []byte) (int, error) {
	if f.lines--; f.lines < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(text), nil
}
