//go:build unix

package experience

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board/boardtest"
	"tahoun/fileproto/file"
	"tahoun/fileproto/file/filetest"
)

// childVariable names the environment variable that makes this test binary a child: "FOLDER CAPACITY NUMBER".
const childVariable = "TAHOUN_EXPERIENCE_CHILD"

func TestMain(m *testing.M) {
	if as := os.Getenv(childVariable); as != "" {
		appendForEver(as)
	}
	os.Exit(filetest.Run(m))
}

// appendForEver appends the records of a child until the process is killed. A batch that cannot be written because
// others hold the lock is tried again.
func appendForEver(as string) {
	var folder string
	var capacity, child int
	if n, err := fmt.Sscan(as, &folder, &capacity, &child); n != 3 {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	s := Open(afero.NewOsFs(), folder, "tahoun", freestyle, int64(capacity+1)*RecordSize)
	for sequence := 0; ; {
		size := batchSize(child, sequence)
		var batch []Record
		for i := range size {
			batch = append(batch, childRecord(child, sequence+i))
		}
		if s.add(batch) == nil {
			sequence += size
		}
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
	}
}

// batchSize returns how many records a child adds at once: up to 90, which is more than two pages.
func batchSize(child, sequence int) int {
	if n := mix(uint64(child)<<32 | uint64(sequence)); n%8 == 0 {
		return 1 + int(n/8%90)
	}
	return 1 + child%3
}

// childRecord returns a record that says whose it is.
func childRecord(child, sequence int) Record {
	r := numbered(int(mix(uint64(child)<<32|uint64(sequence)) >> 34))
	r.Nodes, r.Score, r.Day = uint32(sequence), child%1000, child
	r.Position.Stones = append(r.Position.Stones, uint16(child%225), uint16(sequence%225))
	return r
}

// startChild starts this test binary as a child.
func startChild(t testing.TB, s *Store, folder string, child int) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+folder+" "+strconv.Itoa(s.Capacity())+" "+strconv.Itoa(child), "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	return cmd
}

// killChildren lets three children at a time append to one store, kills each at a random instant and starts another,
// until so many have been killed. Checks follow each tenth kill of all.
func killChildren(t testing.TB, s *Store, folder string, kills int, check func()) {
	t.Helper()
	const together = 3
	child := 0
	for killed := 0; killed < kills; {
		var running []*exec.Cmd
		for range together {
			child++
			running = append(running, startChild(t, s, folder, child))
		}
		for range 9 {
			time.Sleep(time.Duration(2000+rand.IntN(12_000)) * time.Microsecond)
			i := rand.IntN(together)
			require.NoError(t, running[i].Process.Kill())
			require.EqualError(t, running[i].Wait(), "signal: killed")
			killed++
			child++
			running[i] = startChild(t, s, folder, child)
		}
		for _, cmd := range running {
			require.NoError(t, cmd.Process.Kill())
			require.EqualError(t, cmd.Wait(), "signal: killed")
			killed++
		}
		if f, err := os.OpenFile(s.path, os.O_RDWR, 0); err == nil {
			require.NoError(t, file.Lock(f, time.Millisecond), "the lock of killed processes is free at once")
			require.NoError(t, f.Close())
		} else {
			require.ErrorIs(t, err, os.ErrNotExist)
		}
		check()
	}
	t.Logf("%d kills, %d children", kills, child)
}

// requireWhole checks that the file's records are those of children, whole, and each there once, and returns them in
// their order in the file. At most so many may be damaged.
func requireWhole(t testing.TB, s *Store, damaged int) (all []Record) {
	t.Helper()
	b := content(t, s)
	all, torn := wholeRecords(t, b)
	require.LessOrEqual(t, torn, damaged)
	seen := map[[2]int]bool{}
	for _, r := range all {
		child, sequence := r.Day, int(r.Nodes)
		want := childRecord(child, sequence)
		want.Number = r.Number
		require.Equal(t, want, r)
		require.False(t, seen[[2]int{child, sequence}], "twice: record %d of child %d", sequence, child)
		seen[[2]int{child, sequence}] = true
	}
	return all
}

// Processes that append to one growing file and are killed leave whole records, each once and in their order; only the
// tail may be cut.
func TestKilledWhileGrowing(t *testing.T) {
	folder := t.TempDir()
	s := Open(afero.NewOsFs(), folder, "tahoun", freestyle, 1<<30)
	var all []Record
	killChildren(t, s, folder, boardtest.Sweep(36), func() {
		if _, err := os.Stat(s.path); err == nil {
			all = requireWhole(t, s, 0)
		}
	})
	next := map[int]int{}
	for _, r := range all {
		child, sequence := r.Day, int(r.Nodes)
		require.Equal(t, next[child], sequence, "child %d", child)
		next[child]++
	}
	t.Logf("%d records of %d children", len(all), len(next))
	require.NotEmpty(t, all)
	require.NoError(t, s.add([]Record{childRecord(9999, 0)}))
	require.Len(t, requireWhole(t, s, 0), len(all)+1)
}

// In a ring, a record may be torn where the last process was killed, until the next one writes there.
func TestKilledInARing(t *testing.T) {
	const capacity = 500
	folder := t.TempDir()
	s := Open(afero.NewOsFs(), folder, "tahoun", freestyle, (capacity+1)*RecordSize)
	killChildren(t, s, folder, boardtest.Sweep(36), func() {
		if _, err := os.Stat(s.path); err == nil {
			requireWhole(t, s, 5) // one for each that was killed before the ring came round
			require.LessOrEqual(t, int64(len(content(t, s))), s.maxSize)
		}
	})
	for sequence, full := 0, false; !full; full = int64(len(content(t, s))) == s.maxSize { // no kill may have filled it
		var batch []Record
		for range 90 {
			batch = append(batch, childRecord(9999, sequence))
			sequence++
		}
		require.NoError(t, s.add(batch))
	}
	all := requireWhole(t, s, 0)
	assert.Len(t, all, capacity)
}

// Numbers rise along a growing file, also where processes were killed.
func TestNumbersRiseAfterKills(t *testing.T) {
	folder := t.TempDir()
	s := Open(afero.NewOsFs(), folder, "tahoun", freestyle, 1<<30)
	killChildren(t, s, folder, boardtest.Sweep(24), func() {})
	var last uint32
	falls := 0
	for _, r := range requireWhole(t, s, 0) {
		if r.Number <= last {
			falls++
		}
		last = r.Number
	}
	assert.Zero(t, falls, "a record has a number that an earlier one has")
}
