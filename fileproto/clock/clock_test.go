package clock_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/fileproto/clock"
	"tahoun/search"
)

const ms = time.Millisecond

// after returns the record that a side has left behind after a move with that much time left, and what it knew.
func after(known clock.Record, left time.Duration, filled int, own, thought time.Duration) clock.Record {
	r := known.Next(left, filled)
	r.Own, r.Thought = own, thought
	return r
}

// costs returns what r has learned, in milliseconds.
func costs(r clock.Record) [2]int64 {
	outside, fixed := r.Costs()
	return [2]int64{outside.Milliseconds(), fixed.Milliseconds()}
}

func TestRecordLearnsTheCosts(t *testing.T) {
	r := after(clock.Record{}, 15000*ms, 4, 600*ms, 590*ms)
	assert.Equal(t, [2]int64{}, costs(r))
	r = after(r, 14320*ms, 6, 500*ms, 480*ms)
	assert.Equal(t, [2]int64{80, 90}, costs(r))
	r = after(r, 13720*ms, 8, 10*ms, 0)
	assert.Equal(t, [2]int64{90, 105}, costs(r))
	r = after(r, 13720*ms, 10, 10*ms, 0)
	assert.Equal(t, [2]int64{57, 70}, costs(r), "less than its own time")
}

// A single slow start counts little, and lasting slowness counts in full soon.
func TestRecordFollowsTheMachine(t *testing.T) {
	left, filled, r := time.Hour, 0, clock.Record{}
	move := func(start int64) [2]int64 {
		r = after(r, left, filled, 200*ms, 190*ms)
		left -= 200*ms + time.Duration(start)*ms
		filled += 2
		return costs(r)
	}
	for range 20 {
		move(10)
	}
	move(2000)
	assert.LessOrEqual(t, move(10)[0], int64(25))
	for range 30 {
		move(500)
	}
	assert.InDelta(t, 500, move(500)[0], 30)
	assert.InDelta(t, 510, move(500)[1], 30)
	for range 80 {
		move(0)
	}
	assert.LessOrEqual(t, move(0)[0], int64(5))
	assert.InDelta(t, 10, move(0)[1], 5)
}

// Where a manager rounds the time left, what is too much in one move is too little in another one.
func TestRecordOfAManagerThatRounds(t *testing.T) {
	left, r := time.Hour, clock.Record{}
	for i := range 100 {
		r = after(r, left.Truncate(100*ms), 2*i, 333*ms, 333*ms)
		left -= 333 * ms
	}
	assert.LessOrEqual(t, costs(r)[1], int64(20))
}

func TestRecordIgnoresNonsense(t *testing.T) {
	known := after(after(clock.Record{}, 10*time.Second, 4, 500*ms, 490*ms), 9420*ms, 6, 500*ms, 490*ms)
	require.Equal(t, [2]int64{80, 90}, costs(known))
	tests := []struct {
		name   string
		left   time.Duration
		filled int
	}{
		{"the time left rose", 10 * time.Second, 8},
		{"a new game", 15 * time.Second, 0},
		{"a move taken back", 9420 * ms, 6},
		{"a move that left no record", 8 * time.Second, 10},
		{"much less than the process's own time", 9420*ms - 1, 8},
		{"a stop of seconds", 4 * time.Second, 8},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := known
			if test.name == "much less than the process's own time" {
				r.Own = 5 * time.Second
			}
			next := r.Next(test.left, test.filled)
			assert.Equal(t, costs(known), costs(next))
			assert.Equal(t, known.Samples, next.Samples)
			next.Own = 500 * ms
			again := next.Next(test.left-580*ms, test.filled+2)
			assert.Equal(t, known.Samples+1, again.Samples, "the next move counts again")
		})
	}
}

func TestRecordsAsBytes(t *testing.T) {
	x := clock.Record{Filled: 14399, Samples: 8, Left: -time.Second, Own: time.Hour, Thought: time.Hour, Outside: 80 * ms, Fixed: 90 * ms}
	o := clock.Record{Filled: 7, Samples: 1, Left: 15 * time.Second, Own: 12345678, Outside: -3 * ms, Fixed: -ms}
	for _, all := range []clock.Records{{x, o}, {x, {}}, {{}, o}, {}} {
		data := all.Bytes()
		assert.Len(t, data, clock.Size)
		assert.Equal(t, all, clock.Parse(data))
	}
}

func TestParseIgnoresDamage(t *testing.T) {
	x := clock.Record{Filled: 6, Samples: 2, Left: time.Second, Own: time.Second, Outside: 80 * ms, Fixed: 90 * ms}
	o := clock.Record{Filled: 7, Samples: 1, Left: 15 * time.Second, Own: time.Second}
	data := clock.Records{x, o}.Bytes()
	for i := range data {
		damaged := slices.Clone(data)
		damaged[i] ^= 4
		want := clock.Records{x, o}
		want[i*2/len(data)] = clock.Record{}
		assert.Equal(t, want, clock.Parse(damaged), "byte %d", i)
	}
	for _, foreign := range [][]byte{nil, data[:len(data)-1], append(slices.Clone(data), 0), make([]byte, clock.Size), make([]byte, 1<<20)} {
		assert.Zero(t, clock.Parse(foreign), "%d bytes", len(foreign))
	}
	for _, forged := range []clock.Record{
		{Outside: time.Hour}, {Outside: -time.Hour}, {Fixed: time.Hour}, {Own: -1}, {Own: 1 << 62}, {Own: 1, Thought: 2}, {Left: 1 << 62}, {Left: -1 << 62}, {Samples: 17},
	} {
		assert.Zero(t, clock.Parse(clock.Records{forged, forged}.Bytes()), "%+v", forged)
	}
}

// What can be read is written again as it was, and no later move overflows.
func FuzzParse(f *testing.F) {
	x := clock.Record{Filled: 6, Samples: 2, Left: time.Second, Own: time.Second, Outside: 80 * ms, Fixed: 90 * ms}
	f.Add(clock.Records{x, x}.Bytes(), int64(980*ms), 8)
	f.Add(clock.Records{{}, x}.Bytes(), int64(-ms), 0)
	f.Add([]byte("nonsense"), int64(1)<<62, 8)
	f.Fuzz(func(t *testing.T, data []byte, left int64, filled int) {
		all := clock.Parse(data)
		require.Equal(t, all, clock.Parse(all.Bytes()))
		for _, r := range all {
			outside, fixed := r.Next(time.Duration(left), filled).Costs()
			require.GreaterOrEqual(t, outside, time.Duration(0))
			require.GreaterOrEqual(t, fixed, outside)
			require.LessOrEqual(t, fixed, 3*time.Second)
		}
	})
}

// A player uses a part of the time that the search has until its deadline, each move anew.
type player struct {
	name string
	part func(*rand.Rand) float64
}

// The target of a move is a third of the time to the deadline; half of it to all is used, and half more where a score
// drops.
var toTarget, toDeadline = player{"to the target", func(r *rand.Rand) float64 { return 0.16 + 0.3*r.Float64() }},
	player{"to the deadline", func(*rand.Rand) float64 { return 1 }}

// No match of 15 s is lost on time where each start of the process costs as much as on a slow system. The clock is
// artificial, each move is a new process, and games last longer than any seen.
func TestMatchesAreNeverLostOnTime(t *testing.T) {
	tests := []struct {
		size, moves   int           // own moves
		outside, work time.Duration // of the fixed cost, that of the process is work
		noise         float64       // the fixed cost is more or less by up to this share
		player        player
		known         bool // from an earlier game
	}{
		{15, 100, 80 * ms, 8 * ms, 0, toTarget, false},
		{15, 75, 80 * ms, 8 * ms, 0, toDeadline, false},
		{15, 90, 80 * ms, 8 * ms, 0.5, toTarget, false},
		{15, 100, 0, 88 * ms, 0, toTarget, false},
		{15, 90, 30 * ms, 60 * ms, 0.5, toTarget, false},
		{15, 90, 100 * ms, 8 * ms, 0, toTarget, false},
		{15, 105, 50 * ms, 8 * ms, 0, toTarget, false},
		{20, 100, 80 * ms, 8 * ms, 0, toTarget, false},
		{20, 80, 80 * ms, 8 * ms, 0, toDeadline, true},
		{20, 90, 80 * ms, 8 * ms, 0.5, toTarget, false},
		{20, 85, 80 * ms, 8 * ms, 1, toTarget, false},
		{20, 92, 100 * ms, 8 * ms, 0, toTarget, true},
		{20, 130, 5 * ms, 8 * ms, 0.5, toTarget, false},
	}
	all := 0
	for _, test := range tests {
		name := fmt.Sprintf("%d moves, %v and %v each, noise %v, %s, known %v",
			test.moves, test.outside, test.work, test.noise, test.player.name, test.known)
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			engine := search.New(board.Freestyle)
			for game := range boardtest.Sweep(2) {
				var kept []byte
				if test.known {
					kept = clock.Records{{Filled: 200, Samples: 8, Outside: test.outside, Fixed: test.outside + test.work}, {}}.Bytes()
				}
				b := board.New(test.size, test.size)
				left, thought := 15*time.Second, time.Duration(0)
				for move := range test.moves {
					records := clock.Parse(kept)
					r := records[0].Next(left, 2*move)
					outside, fixed := r.Costs()
					start := time.Date(2004, 1, 1, 0, 0, 0, 0, time.UTC)
					job := engine.NewJob(b, board.X, search.Limits{
						Start: start, Turn: 5 * time.Second, Match: 15 * time.Second, Left: left, Outside: outside, Fixed: fixed,
					})
					granted := job.Deadline().Sub(start)
					job.Release()
					factor := 1 + test.noise*(2*random.Float64()-1)
					work := time.Duration(float64(test.work) * factor)
					r.Thought = time.Duration(float64(max(granted-work, 0)) * test.player.part(random))
					r.Own = work + r.Thought
					records[0] = r
					kept = records.Bytes()
					thought += r.Thought
					left -= time.Duration(float64(test.outside)*factor) + r.Own
					require.GreaterOrEqual(t, left, time.Duration(0), "game %d, move %d", game, move)
					all++
					fill(b, 2)
				}
				assert.Less(t, left, 4*time.Second, "time that nobody used, beside %v", thought)
			}
		})
	}
	assert.GreaterOrEqual(t, all, 2000)
}

// fill plays on the next n squares, so that there is no row.
func fill(b *board.Board, n int) {
	for p, s := range b.Points {
		if n == 0 {
			return
		}
		if s == board.Empty {
			b.Set(p, board.X+board.Stone((p.X+p.Y/2)%2))
			n--
		}
	}
}
