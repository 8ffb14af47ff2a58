package fileproto_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
	"tahoun/fileproto/clock"
)

const clockFile = "tahoun/clock.bin"

// timed returns the files of a move of side with so many ms left of a match, before which filled squares are not empty.
func timed(side string, left, filled int) folder {
	squares := strings.Repeat("xo", filled)[:filled] + strings.Repeat("-", 25-filled)
	rows := ""
	for y := range 5 {
		rows += squares[5*y:5*y+5] + "\n"
	}
	return plain.with("PLOCHA.DAT", rows).with("TAH.DAT", side+"\n").
		with("INFO.DAT", fmt.Sprintf("timeout_turn 5000\ntimeout_match 15000\ntime_left %d\n", left))
}

// cost plays a move on files and returns the cost of a start that was known by then.
func cost(t *testing.T, disk afero.Fs, files folder) time.Duration {
	t.Helper()
	put(t, disk, files)
	result, err := timedTurn(disk).Play()
	require.NoError(t, err)
	return result.Task.Limits.Outside
}

// timedTurn returns a turn whose own time is 0, however long it takes.
func timedTurn(disk afero.Fs) fileproto.Turn {
	return fileproto.Turn{FS: disk, Start: time.Now().Add(later), Brain: brain, NewJob: firstSquare, Temporary: brainName}
}

// The cost of a start is learned from the second move on, and each side learns its own.
func TestClockOfBothSides(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		assert.Zero(t, cost(t, disk, timed("x", 15000, 0)))
		assert.Zero(t, cost(t, disk, timed("o", 15000, 1)))
		assert.Equal(t, 80*time.Millisecond, cost(t, disk, timed("x", 14920, 2)))
		assert.Equal(t, 30*time.Millisecond, cost(t, disk, timed("o", 14970, 3)))
		assert.Equal(t, 80*time.Millisecond, cost(t, disk, timed("x", 14840, 4)))
		assert.Equal(t, 30*time.Millisecond, cost(t, disk, timed("o", 14940, 5)))
		assert.Equal(t, 80*time.Millisecond, cost(t, disk, timed("x", 15000, 0)), "a new game")
		assert.Len(t, kept(t, disk)["clock.bin"], clock.Size)
	})
}

// With an increment the time left may grow from move to move; the cost of a start is learned all the same.
func TestClockWithAnIncrement(t *testing.T) {
	gaining := func(left, filled int) folder {
		told := timed("x", left, filled)
		return told.with("INFO.DAT", told["INFO.DAT"]+"time_increment 500\n")
	}
	disk := afero.NewMemMapFs()
	assert.Zero(t, cost(t, disk, gaining(15000, 2)), "nothing is known of an earlier move")
	assert.Equal(t, 70*time.Millisecond, cost(t, disk, gaining(15430, 4)))
	assert.Equal(t, 70*time.Millisecond, cost(t, disk, gaining(15860, 6)))
}

// Records that are damaged, foreign or huge count as none, and the move replaces them.
func TestClockIgnoresOtherFiles(t *testing.T) {
	records := clock.Records{{Filled: 0, Samples: 8, Left: 15 * time.Second, Outside: 80 * time.Millisecond, Fixed: 85 * time.Millisecond}, {}}
	good := string(records.Bytes())
	for name, content := range map[string]string{
		"empty": "", "half": good[:len(good)/2], "damaged": good[:9] + "?" + good[10:], "foreign": "nonsense", "huge": strings.Repeat(good, 1<<15),
	} {
		t.Run(name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				require.NoError(t, disk.MkdirAll(brainName, 0o755))
				put(t, disk, folder{clockFile: content})
				assert.Zero(t, cost(t, disk, timed("x", 15000, 0)))
				assert.Equal(t, 70*time.Millisecond, cost(t, disk, timed("x", 14930, 2)))
				put(t, disk, folder{clockFile: good})
				assert.Equal(t, 80*time.Millisecond, cost(t, disk, timed("x", 14920, 2)), "undamaged")
			})
		})
	}
}

// Where the time left is not told there is nothing to learn, and nothing is charged.
func TestClockWithoutTheTimeLeft(t *testing.T) {
	disk := afero.NewMemMapFs()
	cost(t, disk, timed("x", 15000, 0))
	assert.NotZero(t, cost(t, disk, timed("x", 14900, 2)))
	before := kept(t, disk)
	for _, info := range []string{"timeout_match 15000\n", "time_left 2147483647\n", ""} {
		assert.Zero(t, cost(t, disk, timed("x", 0, 4).with("INFO.DAT", "timeout_turn 5000\n"+info)))
		assert.Equal(t, before, kept(t, disk))
	}
	told := timed("x", 0, 4).with("INFO.DAT", "").with("TIMEOUTS.DAT", "5\n14800\n")
	assert.NotZero(t, cost(t, disk, told), "TIMEOUTS.DAT tells it, too")
}

// The clock's file is written only into the brain's own folder.
func TestClockIsNotWritten(t *testing.T) {
	for name, change := range map[string]func(*fileproto.Turn){
		"a dry run":                 func(turn *fileproto.Turn) { turn.Dry = true },
		"no name for a folder":      func(turn *fileproto.Turn) { turn.Temporary = "" },
		"the working folder itself": func(turn *fileproto.Turn) { turn.Temporary = "." },
		"a folder beside it":        func(turn *fileproto.Turn) { turn.Temporary = "../tahoun" },
	} {
		t.Run(name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, timed("x", 15000, 0))
			files := everything(t, disk)
			turn := timedTurn(disk)
			change(&turn)
			_, err := turn.Play()
			require.NoError(t, err)
			assert.Equal(t, files.without("TAH.DAT", "MSG.DAT"), everything(t, disk).without("TAH.DAT", "MSG.DAT"))
		})
	}
}

// A disk that hangs at the clock's file delays no move, and one that refuses it loses nothing else.
func TestClockOnABadDisk(t *testing.T) {
	for name, bad := range map[string]func(afero.Fs) afero.Fs{
		"hangs reading": func(disk afero.Fs) afero.Fs { return hangingDisk{disk, true} },
		"hangs writing": func(disk afero.Fs) afero.Fs { return hangingDisk{disk, false} },
		"is closed":     func(disk afero.Fs) afero.Fs { return closedDisk{disk} },
	} {
		t.Run(name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			cost(t, disk, timed("x", 15000, 0))
			before := kept(t, disk)
			put(t, disk, timed("x", 14900, 2))
			result, err := playInTime(t, timedTurn(bad(disk)))
			require.NoError(t, err)
			assert.Empty(t, report(result))
			assert.Equal(t, before, kept(t, disk))
		})
	}
}

// The time that a start costs is not there for the move, but a short time is not taken for none.
func TestClockShortensTheMove(t *testing.T) {
	for _, test := range []struct {
		left int
		late bool // a quarter of the time has passed
	}{{600, true}, {300, true}, {5000, false}} {
		disk := afero.NewMemMapFs()
		require.NoError(t, disk.MkdirAll(brainName, 0o755))
		records := clock.Records{{Filled: 1, Samples: 8, Left: 5 * time.Second, Outside: 400 * time.Millisecond, Fixed: 405 * time.Millisecond}, {}}
		put(t, disk, timed("x", test.left, 2).with(clockFile, string(records.Bytes())))
		turn := timedTurn(disk)
		turn.Start = time.Now().Add(-100 * time.Millisecond)
		result, err := turn.Play()
		require.NoError(t, err)
		assert.Equal(t, test.late, strings.Contains(report(result), "ms of the move's time had passed before the search began"), "%d ms left", test.left)
	}
}

// The executable keeps its clock, also after a move without a search.
func TestProcessKeepsItsClock(t *testing.T) {
	dir := realFolder(t, timed("x", 10, 2).with("TIMEOUTS.DAT", "0\n10\n"))
	runBrain(t, dir)
	disk := afero.NewBasePathFs(afero.NewOsFs(), dir)
	records := clock.Parse([]byte(kept(t, disk)["clock.bin"]))
	assert.Equal(t, uint16(2), records[0].Filled)
	assert.Equal(t, 10*time.Millisecond, records[0].Left)
	assert.Positive(t, records[0].Own)
	assert.Less(t, records[0].Thought, records[0].Own)
	assert.Zero(t, records[1])
}
