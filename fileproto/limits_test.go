package fileproto_test

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
)

func TestLimits(t *testing.T) {
	const none = fileproto.NoLimit
	const longest = (1<<31 - 1) * time.Millisecond
	tests := []struct {
		name     string
		info     string
		timeouts string
		want     fileproto.Limits
		warnings []string
	}{
		{
			"INFO.DAT comes first", "timeout_turn 1999\ntimeout_match 100000\ntime_left 99904\nmax_memory 83886080\n", "7\n7\n",
			fileproto.Limits{Turn: 1999 * time.Millisecond, Match: 100 * time.Second, Left: 99904 * time.Millisecond, Memory: 83886080}, nil,
		},
		{"TIMEOUTS.DAT for both", "", "30\n99568\n", fileproto.Limits{Turn: 30 * time.Second, Left: 99568 * time.Millisecond}, nil},
		{
			"TIMEOUTS.DAT for what is left", "timeout_turn 500\ntimeout_match 9000\n", "0\n-20\n",
			fileproto.Limits{Turn: 500 * time.Millisecond, Match: 9 * time.Second, Left: -20 * time.Millisecond}, nil,
		},
		{"TIMEOUTS.DAT for the move", "time_left 4000\n", "2\n7\n", fileproto.Limits{Turn: 2 * time.Second, Left: 4 * time.Second}, nil},
		{
			"TIMEOUTS.DAT for a value that is no number", "timeout_turn fast\ntime_left 4000\n", "2\n7\n",
			fileproto.Limits{Turn: 2 * time.Second, Left: 4 * time.Second},
			[]string{`INFO.DAT:1: timeout_turn: want a whole number, got "fast"`},
		},
		{"0 seconds", "", "0\n1000\n", fileproto.Limits{Left: time.Second}, nil},
		{"999 seconds", "", "999\n2147483647\n", fileproto.Limits{Turn: 999 * time.Second, Left: none}, nil},
		{"milliseconds on line 1", "", "1000\n2147483647\n", fileproto.Limits{Turn: time.Second, Left: none}, nil},
		{"no time for the move", "timeout_turn 0\n", "5\n", fileproto.Limits{Left: none}, nil},
		{"less than no time", "timeout_turn -7\n", "5\n", fileproto.Limits{Left: none}, nil},
		{"less than no seconds", "", "-7\n", fileproto.Limits{Left: none}, nil},
		{
			"limits beside time", "timeout_turn 5\ntime_left 9000\ntime_increment 100\nmax_node 5000\nmax_depth 6\nthread_num 2\n", "",
			fileproto.Limits{
				Turn: 5 * time.Millisecond, Left: 9 * time.Second, Increment: 100 * time.Millisecond, Nodes: 5000, Depth: 6, Threads: 2,
			}, nil,
		},
		{
			"none beside time", "timeout_turn 5\ntime_increment -1\nmax_node -1\nmax_depth -1\nthread_num -1\n", "",
			fileproto.Limits{Turn: 5 * time.Millisecond, Left: none}, nil,
		},
		{"nothing left", "timeout_turn 5\ntime_left 0\n", "", fileproto.Limits{Turn: 5 * time.Millisecond}, nil},
		{
			"no limits", "timeout_turn 5\ntimeout_match 0\nmax_memory 0\ntime_left 2147483647\n", "",
			fileproto.Limits{Turn: 5 * time.Millisecond, Left: none}, nil,
		},
		{
			"endless by other words", "timeout_turn 5\ntimeout_match 2147483647\ntime_left 3000000000\n", "",
			fileproto.Limits{Turn: 5 * time.Millisecond, Left: none}, nil,
		},
		{
			"negative limits that are none", "timeout_turn 5\ntimeout_match -1\nmax_memory -1\n", "",
			fileproto.Limits{Turn: 5 * time.Millisecond, Left: none}, nil,
		},
		{
			"a match limit and no word of what is left", "timeout_turn 5\ntimeout_match 9000\n", "",
			fileproto.Limits{Turn: 5 * time.Millisecond, Match: 9 * time.Second, Left: none}, nil,
		},
		{"2 GiB or more", "timeout_turn 5\nmax_memory 2147483647\n", "", fileproto.Limits{Turn: 5 * time.Millisecond, Left: none, Memory: 1<<31 - 1}, nil},
		{"past 64 bits", "timeout_turn 99999999999999999999\ntime_left -99999999999999999999\n", "", fileproto.Limits{Turn: longest, Left: -longest}, nil},
		{"past 64 bits on line 1", "", "99999999999999999999\n99999999999999999999\n", fileproto.Limits{Turn: longest, Left: none}, nil},
		{"a unit", "timeout_turn 200ms\n", "", fileproto.Limits{Turn: 200 * time.Millisecond, Left: none}, []string{`INFO.DAT:1: timeout_turn: "200ms" read as 200`}},
		{"a fraction of a second", "", "0.2\n2147483647\n", fileproto.Limits{Left: none}, []string{`TIMEOUTS.DAT:1: seconds per move: "0.2" read as 0`}},
		{"nothing told", "", "", fileproto.Limits{Turn: time.Second, Left: none}, []string{"no time limit in INFO.DAT or TIMEOUTS.DAT: using 1s"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				put(t, disk, plain.with("INFO.DAT", test.info).with("TIMEOUTS.DAT", test.timeouts))
				result, err := instantMove(disk)
				require.NoError(t, err)
				assert.Equal(t, test.want, result.Task.Limits)
				assert.Equal(t, test.warnings, result.Task.Warnings)
			})
		})
	}
}

func TestLimitsWithoutFiles(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		put(t, disk, plain.without("INFO.DAT", "TIMEOUTS.DAT", "MSG.DAT"))
		result, err := instantMove(disk)
		require.NoError(t, err)
		assert.Equal(t, fileproto.Limits{Turn: time.Second, Left: fileproto.NoLimit}, result.Task.Limits)
		assert.Equal(t, brain+": 0,0 early; no time limit in INFO.DAT or TIMEOUTS.DAT: using 1s\n", get(t, disk)["MSG.DAT"])
	})
}

func TestRule(t *testing.T) {
	tests := []struct {
		name     string
		info     string
		want     board.Rule
		warnings []string
	}{
		{"none", "", board.Freestyle, nil},
		{"freestyle", "rule 0\n", board.Freestyle, nil},
		{"exact five and caro", "rule 9\n", board.ExactFive | board.Caro, nil},
		{"renju and caro", "\nrule 12\n", board.Renju, []string{"INFO.DAT:2: unknown rule 12, played as 4"}},
		{"an unknown bit", "rule 17\n", board.ExactFive, []string{"INFO.DAT:1: unknown rule 17, played as 1"}},
		{"past 8 bits", "rule 258\n", board.Continuous, []string{"INFO.DAT:1: unknown rule 258, played as 2"}},
		{"negative", "rule -1\n", board.Freestyle, []string{"INFO.DAT:1: unknown rule -1, played as 0"}},
		{"past 64 bits", "rule 99999999999999999999\n", board.Freestyle, []string{"INFO.DAT:1: unknown rule 9223372036854775807, played as 0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, plain.with("INFO.DAT", test.info))
			result, err := instantMove(disk)
			require.NoError(t, err)
			assert.Equal(t, test.want, result.Task.Rule)
			assert.Equal(t, test.warnings, result.Task.Warnings)
		})
	}
}

// Each file may tell a limit for a move, the time left of the match, both or nothing; INFO.DAT may tell the whole match
// too. 0 for a move is told: as fast as possible. Only where no file tells a limit for a move, that is the rest of the match.
func TestLimitsOfAMatchClock(t *testing.T) {
	const none, clock, less = fileproto.NoLimit, 180 * time.Second, 90 * time.Second
	for _, test := range []struct {
		name, info, timeouts string // "": no such file
		turn, match, left    time.Duration
	}{
		{"the match in INFO.DAT", "timeout_match 180000\n", "", clock, clock, none},
		{"the rest in INFO.DAT", "time_left 90000\n", "", less, 0, less},
		{"both", "timeout_match 180000\ntime_left 90000\n", "", less, clock, less},
		{"a match without limit", "timeout_match 0\n", "", time.Second, 0, none},
		{"a rest without limit", "time_left 2147483647\n", "", time.Second, 0, none},
		{"both without limit", "timeout_match 2147483647\ntime_left 2147483647\n", "", time.Second, 0, none},
		{"the match, a rest without limit", "timeout_match 180000\ntime_left 2147483647\n", "", clock, clock, none},
		{"no time left", "timeout_match 180000\ntime_left 0\n", "", 0, clock, 0},
		{"less than no time left", "time_left -5\n", "", 0, 0, -5 * time.Millisecond},
		{"0 for a move in INFO.DAT", "timeout_turn 0\ntimeout_match 180000\ntime_left 90000\n", "", 0, clock, less},
		{"0 for a move in INFO.DAT, a limit in TIMEOUTS.DAT", "timeout_turn 0\ntime_left 90000\n", "5\n90000\n", 0, 0, less},
		{"0 for a move in TIMEOUTS.DAT", "timeout_match 180000\ntime_left 90000\n", "0\n90000\n", 0, clock, less},
		{"a limit for a move in TIMEOUTS.DAT", "timeout_match 180000\ntime_left 90000\n", "5\n", 5 * time.Second, clock, less},
		{"no number for a move in INFO.DAT", "timeout_turn soon\ntime_left 90000\n", "", less, 0, less},
		{"no number for a move, 0 in TIMEOUTS.DAT", "timeout_turn soon\ntime_left 90000\n", "0\n", 0, 0, less},
		{"the rest in TIMEOUTS.DAT alone", "", "soon\n90000\n", less, 0, less},
		{"the match and the rest in two files", "timeout_match 180000\n", "soon\n90000\n", less, clock, less},
		{"0 and the rest in TIMEOUTS.DAT alone", "", "0\n90000\n", 0, 0, less},
		{"no clock", "rule 0\n", "", time.Second, 0, none},
		{"no clock, but an increment", "time_increment 500\n", "", time.Second, 0, none},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := plain.without("INFO.DAT", "TIMEOUTS.DAT")
			if test.info != "" {
				files = files.with("INFO.DAT", test.info)
			}
			if test.timeouts != "" {
				files = files.with("TIMEOUTS.DAT", test.timeouts)
			}
			disk := afero.NewMemMapFs()
			put(t, disk, files)
			result, err := instantMove(disk)
			require.NoError(t, err)
			got := result.Task.Limits
			assert.Equal(t, []time.Duration{test.turn, test.match, test.left}, []time.Duration{got.Turn, got.Match, got.Left})
			untold := "no time limit in INFO.DAT or TIMEOUTS.DAT: using 1s"
			assert.Equal(t, test.turn == fileproto.DefaultTurn, strings.Contains(report(result), untold), report(result))
		})
	}
}

// Values of the command line are not read from the files, which may be wrong about them.
func TestOverride(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, folder{"PLOCHA.DAT": "-xxx-\n"})
	turn := fileproto.Turn{FS: disk, Start: time.Now().Add(later), Brain: brain, NewJob: firstSquare, Override: func(task *fileproto.Task) {
		task.Side, task.Rule, task.Limits.Turn = board.O, board.Caro, 3*time.Second
	}}
	result, err := turn.Play()
	require.NoError(t, err)
	assert.Equal(t, board.O, result.Task.Side)
	assert.Equal(t, board.Caro, result.Task.Rule)
	assert.Equal(t, 3*time.Second, result.Task.Limits.Turn)
	assert.Empty(t, report(result))
}
