package fileproto_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
)

// A slowDisk takes its time for one call of a kind. In these tests time passes only while everything waits.
type slowDisk struct {
	afero.Fs
	call string // such as "open INFO.DAT"
	time time.Duration
}

// after returns once call has taken its time.
func (d *slowDisk) after(call string) {
	if call == d.call {
		time.Sleep(d.time)
	}
}

func (d *slowDisk) Open(name string) (afero.File, error) {
	d.after("open " + name)
	f, err := d.Fs.Open(name)
	if err != nil {
		return nil, err
	}
	return slowFile{f, d, name}, nil
}

func (d *slowDisk) OpenFile(name string, flag int, mode os.FileMode) (afero.File, error) {
	d.after("create " + steady(name))
	return d.Fs.OpenFile(name, flag, mode)
}

func (d *slowDisk) Stat(name string) (os.FileInfo, error) {
	d.after("stat " + name)
	return d.Fs.Stat(name)
}

func (d *slowDisk) Rename(from, to string) error {
	d.after("rename " + steady(from))
	return d.Fs.Rename(from, to)
}

// A slowFile is an open file on a slowDisk.
type slowFile struct {
	afero.File
	disk *slowDisk
	name string
}

func (f slowFile) Read(b []byte) (int, error) {
	f.disk.after("read " + f.name)
	return f.File.Read(b)
}

func (f slowFile) Readdirnames(n int) ([]string, error) {
	f.disk.after("list " + f.name)
	return f.File.Readdirnames(n)
}

// secondSquare is a fallback that nothing else would choose.
func secondSquare(*board.Board, board.Stone, board.Rule) board.Point { return at(1, 0) }

// delay is how long the calls of these tests take.
const delay = 3 * time.Second

// patient thinks until it has to stop, 30 ms before limit is over.
func patient(start time.Time, limit time.Duration) script {
	return script{deadline: start.Add(limit - 30*time.Millisecond), early: at(4, 4), think: func(ctx context.Context, b better) {
		b(at(3, 3), "found")
		<-ctx.Done()
	}}
}

// A slow disk makes no move late but at the board and at the move itself: the optional files count as absent, and the
// message is given up.
func TestSlowDisk(t *testing.T) {
	const limit = 600 * time.Millisecond
	files := plain.with("INFO.DAT", "timeout_turn 600\ntime_left 600000\n").with("TIMEOUTS.DAT", "0\n600000\n")
	for _, call := range []string{
		"list .", "stat INFO.DAT", "open INFO.DAT", "read INFO.DAT",
		"stat TIMEOUTS.DAT", "open TIMEOUTS.DAT", "read TIMEOUTS.DAT",
		"stat MSG.DAT", "create MSG.DAT.new", "rename MSG.DAT.new",
		"stat bin/tahoun.cfg", "open bin/tahoun.cfg", "read bin/tahoun.cfg",
	} {
		t.Run(call, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer time.Sleep(2 * time.Hour) // the calls and searches that were left to themselves end
				files := files.with("bin/tahoun.cfg", "threads 1\n")
				if strings.HasSuffix(call, "TIMEOUTS.DAT") {
					files = files.with("INFO.DAT", "timeout_turn 600\n") // so that it is asked for what is left
				}
				disk := &slowDisk{afero.NewMemMapFs(), call, delay}
				put(t, disk.Fs, files)
				start := time.Now()
				_, warnings := fileproto.ReadSettings(disk, "bin/tahoun.cfg")
				result, err := fileproto.Turn{FS: disk, Start: start, Brain: brain, NewJob: patient(start, limit).engine(), Warnings: warnings}.Play()
				took := time.Since(start)
				require.NoError(t, err)
				assert.Less(t, took, limit)
				assert.Equal(t, at(3, 3), result.Move)
				assert.Equal(t, "3,3\n", get(t, disk.Fs)["TAH.DAT"])
				if !strings.HasPrefix(call, "list") && !strings.HasPrefix(call, "stat MSG") && call != "stat INFO.DAT" && call != "stat TIMEOUTS.DAT" {
					assert.Contains(t, report(result), "the disk does not answer")
				}
			})
		})
	}
}

// The board and the move are waited for, and the time that this takes is the move's.
func TestSlowDiskAtTheBoard(t *testing.T) {
	const limit = 600 * time.Millisecond
	for _, call := range []string{
		"stat PLOCHA.DAT", "open PLOCHA.DAT", "read PLOCHA.DAT", "open TAH.DAT", "read TAH.DAT", "create TAH.DAT.new", "rename TAH.DAT.new",
	} {
		t.Run(call, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer time.Sleep(2 * time.Hour) // the calls and searches that were left to themselves end
				disk := &slowDisk{afero.NewMemMapFs(), call, delay}
				put(t, disk.Fs, plain.with("INFO.DAT", "timeout_turn 600\ntime_left 600000\n"))
				start := time.Now()
				result, err := fileproto.Turn{FS: disk, Start: start, Brain: brain, NewJob: patient(start, limit).engine()}.Play()
				require.NoError(t, err)
				if !strings.Contains(call, "TAH.DAT.new") { // that is later
					assert.Regexp(t, `^[36]000 ms of the move's time had passed before the search began$`, report(result))
				}
				assert.Equal(t, result.Move.String()+"\n", get(t, disk.Fs)["TAH.DAT"])
				assert.Contains(t, get(t, disk.Fs)["MSG.DAT"], brain+": 4,4 early", "there was no time to think")
			})
		})
	}
}

// Writing the answer again costs as much as the first time: the search ends that much earlier.
func TestSlowDiskAtTheSecondWrite(t *testing.T) {
	const limit, slow = time.Second, 300 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		defer time.Sleep(2 * time.Hour)
		disk := &slowDisk{afero.NewMemMapFs(), "rename TAH.DAT.new", slow}
		put(t, disk.Fs, plain.with("INFO.DAT", "timeout_turn 1000\n"))
		start := time.Now()
		result, err := fileproto.Turn{FS: disk, Start: start, Brain: brain, NewJob: patient(start, limit).engine()}.Play()
		require.NoError(t, err)
		assert.Less(t, time.Since(start), limit)
		assert.Equal(t, at(3, 3), result.Move)
		assert.Equal(t, "3,3\n", get(t, disk.Fs)["TAH.DAT"])
	})
}

// A search that is kept from the processor for long has as long to answer as the limit allows, and where it answers at
// all, its answer counts.
func TestStalledSearch(t *testing.T) {
	tests := []struct {
		name  string
		limit time.Duration
		stall time.Duration // before the instant answer
		want  string        // the message
	}{
		{"within the limit", time.Minute, 5200 * time.Millisecond, "3,3 found"},
		{"to the end of the limit", time.Minute, time.Hour, "1,0 " + fallbackNote},
		{"beyond a short limit", time.Second, 5200 * time.Millisecond, "1,0 " + fallbackNote},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer time.Sleep(2 * time.Hour) // the calls and searches that were left to themselves end
				disk := afero.NewMemMapFs()
				put(t, disk, plain.with("INFO.DAT", fmt.Sprintf("timeout_turn %d\n", test.limit.Milliseconds())))
				start := time.Now()
				engine := patient(start, test.limit)
				engine.instant = func() { time.Sleep(test.stall) }
				result, err := fileproto.Turn{FS: disk, Start: start, Brain: brain, NewJob: engine.engine(), Fallback: secondSquare}.Play()
				require.NoError(t, err)
				assert.Less(t, time.Since(start), test.limit)
				assert.Equal(t, brain+": "+test.want+"\n", get(t, disk)["MSG.DAT"])
				assert.Equal(t, result.Move.String()+"\n", get(t, disk)["TAH.DAT"])
			})
		})
	}
}
