package search

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/search/position"
	"tahoun/search/table"
	"tahoun/search/weights"
	"tahoun/search/weights/weightstest"
)

// timed returns a job after its static move, with an hour to think and a table of a few MB.
func timed(b *board.Board, side board.Stone) *Job {
	j := engine(board.Freestyle).NewJob(b, side, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Memory: 20 << 20})
	j.StaticMove()
	return j
}

// runDeep lets j think until it has searched so deep, no node more, and returns how many nodes that took.
func runDeep(j *Job, plies int) (nodes uint64) {
	depth := firstDepth
	j.Think(context.Background(), func(board.Point, string) {
		if depth++; depth > plies {
			nodes = j.worker.nodes
			j.worker.ended = true
		}
	})
	return nodes
}

// The entries that one process saves are in the next one's table, to the last one.
func TestLoadBringsBackWhatWasSaved(t *testing.T) {
	b := boardtest.Middle(rand.New(rand.NewPCG(12, 0)), 12, 19)
	first := timed(b, board.X)
	first.Load(nil)
	runDeep(first, 11)
	kept := first.Save()
	second := timed(b, board.X)
	second.Load(kept)
	all := entries(first.engine.table)
	for key, want := range all {
		got, ok := second.engine.table.Probe(key)
		require.True(t, ok)
		require.Equal(t, want&^table.Generations, got&^table.Generations)
	}
	assert.Greater(t, len(all), 300)
	assert.Len(t, kept, savedHead+len(all)*savedItem)
}

// Where the expected reply comes, the next move is as deep after fewer nodes.
func TestLoadSparesNodes(t *testing.T) {
	var without, with uint64
	for seed := range uint64(5) {
		b := boardtest.Sprinkle(rand.New(rand.NewPCG(seed, 11)), 15, 15, 6, 0)
		first := timed(b, board.X)
		first.Load(nil)
		runDeep(first, 11)
		line := first.roots[0].line
		if first.settled || len(line) < 2 {
			continue
		}
		b.Lay(board.X, first.p.Point(line[0]), first.p.Point(line[1]))
		fresh, knowing := timed(b, board.X), timed(b, board.X)
		knowing.Load(first.Save())
		if alone, reminded := runDeep(fresh, 9), runDeep(knowing, 9); alone > 0 && reminded > 0 {
			without, with = without+alone, with+reminded
		}
	}
	assert.NotZero(t, with)
	assert.Less(t, with, without*9/10)
}

// Nothing is believed that is damaged or was kept in another kind of game.
func TestLoadRefuses(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(3, 3)), 15, 15, 6, 1)
	first := timed(b, board.X)
	first.Load(nil)
	runDeep(first, 6)
	kept := first.Save()
	require.Greater(t, len(kept), savedHead+2*savedItem)
	recalls := func(j *Job, kept []byte) bool {
		j.Load(kept)
		return len(entries(j.engine.table)) > 0
	}
	require.True(t, recalls(timed(b, board.X), kept), "what is whole is recalled")

	for _, length := range []int{0, 1, savedHead - 1, savedHead, len(kept) - savedItem, len(kept) - 1} {
		assert.False(t, recalls(timed(b, board.X), kept[:length]), "cut to %d bytes", length)
	}
	for at := range savedHead + 2*savedItem {
		damaged := bytes.Clone(kept)
		damaged[at] ^= 1 << (at % 8)
		assert.False(t, recalls(timed(b, board.X), damaged), "byte %d damaged", at)
	}

	walled := b.Clone()
	walled.Set(boardtest.Empties(b)[0], board.Wall)
	assert.False(t, recalls(timed(walled, board.X), kept), "another wall")
	assert.False(t, recalls(timed(boardtest.Sprinkle(rand.New(rand.NewPCG(3, 3)), 15, 14, 6, 1), board.X), kept), "another size")
	assert.False(t, recalls(timed(boardtest.Sprinkle(rand.New(rand.NewPCG(3, 3)), 9, 25, 6, 0), board.X), kept), "another width")
	exact := engine(board.ExactFive).NewJob(b, board.X, Limits{Start: time.Now(), Turn: time.Hour, Left: NoLimit, Hash: 1 << 22})
	exact.StaticMove()
	assert.False(t, recalls(exact, kept), "another rule")
	limited := testJob(b, board.X, board.Freestyle, 1000)
	limited.StaticMove()
	assert.False(t, recalls(limited, kept), "a node limit")
}

// A move that is no square of the board is not recalled, be the rest whole: the search would put a stone there.
func TestLoadRefusesMovesOffTheBoard(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(3, 3)), 15, 15, 6, 1)
	for _, c := range []position.Cell{225, 1 << (position.CellBits - 1), 1 << position.CellBits, position.NoCell} {
		thought := timed(b, board.X)
		kept := binary.LittleEndian.AppendUint64(make([]byte, 4), thought.fingerprint())
		kept = binary.LittleEndian.AppendUint64(kept, thought.p.Now().Key)
		kept = binary.LittleEndian.AppendUint64(kept, uint64(table.NewEntry(c, 0, 1, table.Exact)))
		binary.LittleEndian.PutUint32(kept, crc32.ChecksumIEEE(kept[4:]))
		thought.Load(kept)
		assert.Empty(t, entries(thought.engine.table), c)
	}
}

// entries returns all entries of a table by key.
func entries(t *table.Table) map[uint64]table.Entry {
	all := map[uint64]table.Entry{}
	if t != nil {
		t.Best(1<<30, func() bool { return false }, func(key uint64, e table.Entry) { all[key] = e })
	}
	return all
}

// Where nobody asks for it, where there is no time, or nothing to search, there is nothing to keep.
func TestSavesNothing(t *testing.T) {
	b := boardtest.Sprinkle(rand.New(rand.NewPCG(7, 7)), 20, 20, 6, 0)
	unasked := timed(b, board.X)
	runDeep(unasked, 6)
	assert.Nil(t, unasked.Save())

	recalling := func(j *Job) *Job {
		j.StaticMove()
		j.Load(nil)
		j.Think(context.Background(), func(board.Point, string) {})
		return j
	}
	short := engine(0).NewJob(b, board.X, Limits{Start: time.Now(), Turn: leastToSave, Left: NoLimit})
	assert.Nil(t, recalling(short).Save())
	assert.Nil(t, recalling(testJob(b, board.X, 0, 1000)).Save())
	assert.Nil(t, recalling(timed(boardtest.Parse("oxxxx-\n------\n------\n------\n------"), board.O)).Save())
}

// Nothing is recalled once a number of judgement has changed, on either side, or a parameter of the search.
func TestFingerprintCoversWhatJudges(t *testing.T) {
	b := board.New(15, 15)
	fingerprint := func(rule board.Rule, sets weights.Sets, change func(*Params)) uint64 {
		e := NewWith(rule, sets)
		change(&e.Params)
		return e.NewJob(b, board.X, Limits{}).fingerprint()
	}
	same := func(*Params) {}
	for _, rule := range boardtest.EveryRule {
		before := fingerprint(rule, nil, same)
		assert.Equal(t, before, fingerprint(rule, nil, same))
		for _, side := range []board.Stone{board.X, board.O} {
			set, w := weights.Of(rule, side)
			other := *w
			other.ThreatValue[weights.ThreatSets-1]++
			sets := weights.Sets{}
			require.NoError(t, sets.Load(weightstest.File(set, &other)))
			assert.NotEqual(t, before, fingerprint(rule, sets, same), "%v, %v", rule, side)
		}
		assert.NotEqual(t, before, fingerprint(rule, nil, func(p *Params) { p.RFPMargin++ }))
	}
}

// full returns a job whose table holds n entries of depths from 1 to 8, the first half of an earlier move.
func full(n uint64) *Job {
	j := timed(boardtest.Sprinkle(rand.New(rand.NewPCG(7, 7)), 20, 20, 6, 0), board.X)
	j.Load(nil)
	j.engine.table = table.New(table.BucketSize * int64(n))
	for i := range n {
		if i == n/2 {
			j.engine.table.Age()
		}
		j.engine.table.Store((i+1)*0x9e3779b97f4a7c15, table.NewEntry(1, 0, 1+int(i%8), table.Exact))
	}
	return j
}

// A move that is too short for the table follows the proof tree.
func TestShortMoveFollowsTheProof(t *testing.T) {
	b := boardtest.Parse(forcedWin)
	limits := Limits{Start: time.Now(), Turn: 24 * time.Hour, Left: NoLimit, MaxNodes: 100_000, Hash: 1 << 22, Threads: 1}
	long := engine(board.Renju).NewJob(b, board.O, limits)
	long.StaticMove()
	long.Load(nil)
	long.Think(context.Background(), func(board.Point, string) {})
	kept := long.Save()

	short := engine(board.Renju).NewJob(b, board.O, Limits{Start: time.Now(), Turn: leastToSave, Left: NoLimit, MaxNodes: 1})
	short.StaticMove()
	require.Less(t, short.best.score, position.SureScore)
	short.Load(kept)
	short.Think(context.Background(), func(board.Point, string) {})
	assert.Equal(t, long.best.score, short.best.score)
	assert.True(t, short.engine.table == nil, "no time for the table")
	assert.Nil(t, short.Save())
}

// However many entries there are, the file stays small. Entries of this move come first, and deeper ones.
func TestSavesTheBest(t *testing.T) {
	kept := full(4 * savedEntries).Save()
	assert.LessOrEqual(t, len(kept), 2_097_168, "2.1 MB")
	assert.Greater(t, len(kept), savedHead+savedEntries*savedItem*8/10, "of eight depths one may be too many")
	for items := kept[savedHead:]; len(items) > 0; items = items[savedItem:] {
		m := table.Entry(binary.LittleEndian.Uint64(items[8:]))
		require.NotZero(t, m&table.Generations)
		require.Greater(t, m.Depth(), 4)
	}
}

// Wherever it is put, the same is kept, as far as there is room.
func TestSavesInTheMemoryThatThereIs(t *testing.T) {
	const most = savedHead + savedEntries*savedItem
	thought := full(savedEntries * 7 / 8)
	want := thought.Save()
	require.Less(t, len(want), most)
	for _, room := range []int{0, most / 2, len(want), most, 2 * most} {
		thought.saved = make([]byte, room/2, room)
		assert.True(t, bytes.Equal(want, thought.Save()), room)
	}
	room := most*3/4 + 5
	thought.saved = make([]byte, room)
	assert.Len(t, thought.Save(), savedHead+(room-savedHead)/savedItem*savedItem)
}

// A move whose time is over saves nothing: an earlier move's entries stay.
func TestNothingIsSavedTooLate(t *testing.T) {
	job := full(savedEntries)
	require.NotNil(t, job.Save())
	late := *job.timeMan.Load()
	late.save = time.Now().Add(writeTime / 2)
	job.timeMan.Store(&late)
	assert.Nil(t, job.Save())
}

// BenchmarkSave and BenchmarkLoad measure the greatest cost for a move, without the disk.
func BenchmarkSave(b *testing.B) {
	j := full(savedEntries)
	for b.Loop() {
		j.saved = j.Save()
	}
}

func BenchmarkLoad(b *testing.B) {
	j := full(savedEntries)
	kept := j.Save()
	for b.Loop() {
		j.engine.table = nil
		j.Load(kept)
	}
}
