package search

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
)

// The table lives through a game, whose moves never have quite the same time, and gives way where it is far
// too small or larger than is allowed.
// A limit of the table holds whatever the time and the memory.
func TestHashLimit(t *testing.T) {
	for hash, want := range map[int64]int64{0: LargestTable, 1: 1 << 20, 5 << 20: 5 << 20, 1 << 50: LargestTable} {
		j := engine(0).NewJob(board.New(15, 15), board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: hash})
		size, most := j.tableSize()
		assert.Equal(t, want, most, hash)
		assert.LessOrEqual(t, size, want)
	}
}

func TestTableLivesOn(t *testing.T) {
	e := engine(board.Freestyle)
	keeps := func(size, most int64) bool {
		before := e.table
		e.prepareTable(size, most)
		return e.table == before
	}
	const mb = 1 << 20
	assert.False(t, keeps(10*mb, 100*mb))
	for _, size := range []int64{10*mb + 64, 9 * mb, 1 * mb, 19 * mb} {
		assert.True(t, keeps(size, 100*mb), size)
	}
	assert.False(t, keeps(21*mb, 100*mb))
	assert.False(t, keeps(8*mb, 8*mb))
	assert.LessOrEqual(t, e.table.Size(), int64(8*mb))
}

func TestTableSize(t *testing.T) {
	if bits.UintSize == 64 {
		assert.EqualValues(t, 1<<30, LargestTable)
	}
	tests := []struct {
		name       string
		limits     Limits
		size, most int64
	}{
		{"a node limit keeps nothing old", Limits{Nodes: 1 << 20, Left: NoLimit}, 16 << 20, 0},
		{"many nodes, the same where words have 32 bits", Limits{Nodes: 1 << 40, Left: NoLimit}, 256 << 20, 0},
		{"no time", Limits{Left: NoLimit}, 1 << 20, LargestTable},
		{"an hour", Limits{Turn: time.Hour, Left: NoLimit}, LargestTable, LargestTable},
		{"nearly a minute for many threads", Limits{Turn: 59 * time.Second, Left: NoLimit, Threads: 64}, LargestTable, LargestTable},
		{"little memory", Limits{Turn: time.Hour, Left: NoLimit, Memory: 57 << 20}, 30 << 20, 30 << 20},
		{"a process that is large before it searches", Limits{Turn: time.Hour, Left: NoLimit, Memory: 67 << 20, Occupied: 15 << 20}, 30 << 20, 30 << 20},
		{"more memory than there can be", Limits{Turn: time.Hour, Left: NoLimit, Memory: 1 << 62}, LargestTable, LargestTable},
		{"hardly any memory", Limits{Turn: time.Hour, Left: NoLimit, Memory: 1}, 1 << 20, 1 << 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.limits.Start = time.Now()
			size, most := engine(0).NewJob(board.New(15, 15), board.X, tt.limits).tableSize()
			assert.Equal(t, tt.size, size)
			assert.Equal(t, tt.most, most)
		})
	}
}

// For any number of threads, their memory and the table leave room below seven eighths of the limit, where
// whoever watches the search stops it.
func TestThreadsFitIntoMemory(t *testing.T) {
	const alone = 10 << 20 // memory of a process without a table
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(4, 4)), 20, 20, 8, 0)
	var before, after runtime.MemStats
	thought := engine(0).NewJob(b, board.O, Limits{Left: NoLimit})
	runtime.ReadMemStats(&before)
	thought.newHelper(new(atomic.Bool))
	runtime.ReadMemStats(&after)
	each := int64(after.TotalAlloc - before.TotalAlloc)
	require.Positive(t, each)
	for _, memory := range []int64{24 << 20, 32 << 20, 48 << 20, 64 << 20, 80 << 20, 128 << 20, 350 << 20} {
		for _, threads := range []int{1, 2, 8, 48, 256} {
			for _, more := range []int64{0, min(18<<20, memory-24<<20)} { // a system may map so much into the process
				limits := Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Memory: memory, Occupied: 5<<20 + more, Threads: threads}
				thought := engine(0).NewJob(b, board.O, limits)
				size, _ := thought.tableSize()
				assert.LessOrEqual(t, alone+more+int64(thought.limits.Threads)*each+size, memory/8*7, "%d threads in %d MB, %d more", threads, memory>>20, more>>20)
			}
		}
	}
}
