package session_test

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"tahoun/board"
	"tahoun/scripts/internal/thinking"
	"tahoun/scripts/pbrain/session"
	"tahoun/search"
)

// Memory over the limit stops the search, not the brain.
func TestMemoryLimit(t *testing.T) {
	o := scripted(func(int, *board.Board, search.Limits) *script {
		return &script{think: func(context.Context, func(board.Point, string)) { hang() }}
	})
	o.Resident = func() (int64, bool) { return 200 << 20, true }
	m := newManager(t, o)
	m.send("START 15\nINFO timeout_turn 3600000\nINFO max_memory 104857600\nBEGIN\n")
	assert.Equal(t, "OK", m.answer())
	assert.Equal(t, "0,0", m.answer())
	assert.Zero(t, m.end())
}

// A search gets the smaller of the system's and the manager's memory limit.
func TestMemoryOfTheSystem(t *testing.T) {
	got := make(chan search.Limits, 1)
	o := recordingLimits(got, 0)
	o.Memory = 300 << 20
	m := newManager(t, o)
	m.send("START 15\n")
	assert.Equal(t, "OK", m.answer())
	for _, tt := range []struct {
		told string
		want int64
	}{{"", 300 << 20}, {"INFO max_memory 104857600\n", 100 << 20}, {"INFO max_memory 1048576000\n", 300 << 20}} {
		m.send(tt.told + "RESTART\nBEGIN\n")
		assert.Equal(t, "OK", m.answer())
		assert.NotEmpty(t, m.answer())
		assert.Equal(t, tt.want, (<-got).Memory, tt.told)
	}
	assert.Zero(t, m.end())
}

// A search gets the memory that the process occupied before the first search.
func TestMemoryBeforeTheFirstSearch(t *testing.T) {
	got := make(chan search.Limits, 1)
	o := recordingLimits(got, 0)
	var looks atomic.Int64
	o.Resident = func() (int64, bool) { return looks.Add(1) * 20 << 20, true }
	m := newManager(t, o)
	m.send("START 15\n")
	assert.Equal(t, "OK", m.answer())
	for range 2 {
		m.send("RESTART\nBEGIN\n")
		assert.Equal(t, "OK", m.answer())
		assert.NotEmpty(t, m.answer())
		assert.EqualValues(t, 20<<20, (<-got).Occupied)
	}
	assert.Zero(t, m.end())
}

// occupied returns the memory that the process has from the system, by Go's runtime.
func occupied() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// If less memory or another rule replaces an engine, its memory returns to the system before the next search: that search
// is complete and below the limit.
func TestMemoryIsGivenBack(t *testing.T) {
	const table = 64 << 20
	for _, change := range []string{"INFO max_memory %d\n", "INFO rule 1\nINFO max_memory %d\n"} {
		t.Run(change, func(t *testing.T) {
			debug.FreeOSMemory()
			limit := (occupied() + table/2) * 8 / 7 // an eighth is left
			var looks, engines atomic.Int32
			o := withTables(func() []byte {
				if engines.Add(1) == 1 {
					return make([]byte, table)
				}
				return nil
			}, &looks)
			m := newManager(t, o)
			m.send(fmt.Sprintf("START 15\nINFO timeout_turn 3600000\nINFO max_memory %d\nBEGIN\n", limit+2*table))
			assert.Equal(t, "OK", m.answer())
			assert.Equal(t, "3,3", m.answer())
			m.send(fmt.Sprintf(change, limit) + "TURN 8,8\n")
			assert.Equal(t, "4,3", m.answer())
			m.send("TURN 9,9\n")
			assert.Equal(t, "5,3", m.answer())
			assert.EqualValues(t, 2, engines.Load(), "one engine for as long as nothing changes")
			assert.Zero(t, m.end())
		})
	}
}

// withTables returns options whose engines hold a table each. A search answers 3,3, or the next empty square right of
// it, after the memory was measured some times.
func withTables(newTable func() []byte, looks *atomic.Int32) session.Options {
	o := options(0)
	o.Prepare = func(int64, int) int { return 1 }
	o.Resident = func() (int64, bool) {
		looks.Add(1)
		return occupied(), true
	}
	o.NewEngine = func(board.Rule) thinking.NewJob {
		table := newTable()
		return func(b *board.Board, _ board.Stone, l search.Limits) thinking.Job {
			s := &script{early: firstEmpty(b), think: func(ctx context.Context, better func(board.Point, string)) {
				for seen := looks.Load(); ctx.Err() == nil && looks.Load() < seen+3; {
					time.Sleep(time.Millisecond)
				}
				runtime.KeepAlive(table)
				at := board.Point{X: 3, Y: 3}
				for b.At(at) != board.Empty {
					at.X++
				}
				better(at, "whole")
			}}
			s.Retime(l)
			return s
		}
	}
	return o
}
