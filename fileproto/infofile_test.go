package fileproto_test

import (
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto"
)

// is is a number that a file gives.
func is(n int64) fileproto.Number { return fileproto.Number{Value: n, Given: true} }

func TestParseInfo(t *testing.T) {
	const most, least = 1<<63 - 1, -1 << 63
	tests := []struct {
		name     string
		data     string
		want     fileproto.Info
		warnings []string
	}{
		{"empty", "", fileproto.Info{}, nil},
		{
			"as a manager writes it",
			"max_memory 367001600\r\ntimeout_match 100000\r\ntimeout_turn 1999\r\ngame_type 1\r\nrule 8\r\ntime_left 99904\r\nfolder C:\\ProgramData\r\n",
			fileproto.Info{Memory: is(367001600), Match: is(100000), Turn: is(1999), Rule: is(8), Left: is(99904), Folder: `C:\ProgramData`},
			nil,
		},
		{"partial", "timeout_turn 5\n", fileproto.Info{Turn: is(5)}, nil},
		{"unknown keys", "colour blue\nevaluate 3,4\n", fileproto.Info{}, nil},
		{"blanks", " \ttimeout_turn \t 5 \t\n", fileproto.Info{Turn: is(5)}, nil},
		{
			"equals signs", "timeout_turn=5\ntime_left = 6\nrule =4\n max_memory\t=\t7\nfolder=C:\\a=b c\nevaluate=3,4\n",
			fileproto.Info{Turn: is(5), Left: is(6), Rule: is(4), Memory: is(7), Folder: `C:\a=b c`}, nil,
		},
		{"an equals sign in a value", "folder a = b\n", fileproto.Info{Folder: "a = b"}, nil},
		{"keys in any case", "Timeout_TURN 5\n", fileproto.Info{Turn: is(5)}, nil},
		{"the last of repeated keys", "timeout_turn 5\ntimeout_turn 6\n", fileproto.Info{Turn: is(6)}, nil},
		{
			"the last that can be read", "timeout_turn 5\ntimeout_turn six\n", fileproto.Info{Turn: is(5)},
			[]string{`I:2: timeout_turn: want a whole number, got "six"`},
		},
		{"signs", "timeout_turn +5\ntime_left -5\n", fileproto.Info{Turn: is(5), Left: is(-5)}, nil},
		{"past 64 bits", "timeout_turn 99999999999999999999\ntime_left -99999999999999999999\n", fileproto.Info{Turn: is(most), Left: is(least)}, nil},
		{
			"no numbers", "timeout_turn 12abc\ntime_left\nmax_memory 350 megs\nrule 0x1\ngame_type 1_0\ntimeout_match 5e-1\n", fileproto.Info{},
			[]string{
				`I:1: timeout_turn: want a whole number, got "12abc"`,
				`I:2: time_left: want a whole number, got ""`,
				`I:3: max_memory: want a whole number, got "350 megs"`,
				`I:4: rule: want a number or a name such as renju, got "0x1"`,
				`I:6: timeout_match: want a whole number, got "5e-1"`,
			},
		},
		{
			"numbers with something behind them", "timeout_turn 200ms\ntimeout_match 1999.9 ms\ntime_left -0,5\nmax_memory 1.5\nrule 4;\n",
			fileproto.Info{Turn: is(200), Match: is(1999), Left: is(-1), Memory: is(1), Rule: is(4)},
			[]string{
				`I:1: timeout_turn: "200ms" read as 200`,
				`I:2: timeout_match: "1999.9 ms" read as 1999`,
				`I:3: time_left: "-0,5" read as -1`,
				`I:4: max_memory: "1.5" read as 1`,
				`I:5: rule: "4;" read as 4`,
			},
		},
		{
			"units", "timeout_turn 0.2s\ntimeout_match 5 S;\ntime_left .5\nmax_memory 64MiB\nthread_num \"2\"\nrule 4 # renju\nmax_node 1 000\n",
			fileproto.Info{Turn: is(200), Match: is(5000), Left: is(0), Memory: is(64 << 20), Threads: is(2), Rule: is(4), Nodes: is(1)},
			[]string{
				`I:1: timeout_turn: "0.2s" read as 200`,
				`I:2: timeout_match: "5 S;" read as 5000`,
				`I:3: time_left: ".5" read as 0`,
				`I:4: max_memory: "64MiB" read as 67108864`,
				"I:5: thread_num: \"\\\"2\\\"\" read as 2",
				`I:6: rule: "4 # renju" read as 4`,
				`I:7: max_node: "1 000" read as 1`,
			},
		},
		{
			"other separators", "timeout_turn: 500\nrule;4\ntime_left :6\nfolder: C:\\a\nno:key 1\n",
			fileproto.Info{Turn: is(500), Rule: is(4), Left: is(6), Folder: `C:\a`},
			[]string{
				`I:1: timeout_turn: want a blank behind it, got ":"`,
				`I:2: rule: want a blank behind it, got ";"`,
				`I:3: time_left: want a blank behind it, got ":"`,
				`I:4: folder: want a blank behind it, got ":"`,
			},
		},
		{"folder with spaces", "folder  C:\\Program Files\\piskvork \r\n", fileproto.Info{Folder: `C:\Program Files\piskvork`}, nil},
		{"folder in UTF-8", "folder C:\\Data aplikací\n", fileproto.Info{Folder: `C:\Data aplikací`}, nil},
		{"folder in Windows-1250", "folder C:\\Data aplikac\xed\\\xe8\n", fileproto.Info{Folder: `C:\Data aplikací\č`}, nil},
		{
			"UTF-16 without a mark, and a letter past the first 256", "r\x00u\x00l\x00e\x00 \x004\x00\n\x00f\x00o\x00l\x00d\x00e\x00r\x00 \x00\x0d\x01",
			fileproto.Info{Rule: is(4), Folder: "č"}, nil,
		},
		{"no folder", "folder\n", fileproto.Info{}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			info, warnings := fileproto.ParseInfo("I", []byte(test.data))
			assert.EqualExportedValues(t, test.want, info)
			assert.Equal(t, test.warnings, warnings)
		})
	}
}

func TestParseTimeouts(t *testing.T) {
	tests := []struct {
		name     string
		data     string
		want     fileproto.Timeouts
		warnings []string
	}{
		{"empty", "", fileproto.Timeouts{}, nil},
		{"both", "30\r\n99568\r\n", fileproto.Timeouts{Turn: is(30), Left: is(99568)}, nil},
		{"blank lines and blanks", "\n\n 30 \n\n\t99568", fileproto.Timeouts{Turn: is(30), Left: is(99568)}, nil},
		{"one line", "30\n", fileproto.Timeouts{Turn: is(30)}, nil},
		{"the end of file mark of DOS", "30\n\x1a7\n", fileproto.Timeouts{Turn: is(30)}, nil},
		{"more lines", "30\n5\nsix\n7\n", fileproto.Timeouts{Turn: is(30), Left: is(5)}, nil},
		{"no numbers", "a\n2 days\n", fileproto.Timeouts{}, []string{
			`T:1: seconds per move: want a whole number, got "a"`,
			`T:2: milliseconds left: want a whole number, got "2 days"`,
		}},
		{"first line bad", "fast\n700\n", fileproto.Timeouts{Left: is(700)}, []string{`T:1: seconds per move: want a whole number, got "fast"`}},
		{"fractions and units", "1.5 s\n700ms\n", fileproto.Timeouts{Turn: is(1), Left: is(700)}, []string{
			`T:1: seconds per move: "1.5 s" read as 1`,
			`T:2: milliseconds left: "700ms" read as 700`,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			timeouts, warnings := fileproto.ParseTimeouts("T", []byte(test.data))
			assert.Equal(t, test.want, timeouts)
			assert.Equal(t, test.warnings, warnings)
		})
	}
}

func TestParseSettings(t *testing.T) {
	tests := []struct {
		name     string
		data     string
		want     fileproto.Settings
		warnings []string
	}{
		{"empty", "", fileproto.Settings{}, nil},
		{"both", "threads 2\r\nmargin_ms 150\r\n", fileproto.Settings{Threads: 2, Margin: 150 * time.Millisecond}, nil},
		{"equals signs", "threads=2\nmargin_ms = 150\n", fileproto.Settings{Threads: 2, Margin: 150 * time.Millisecond}, nil},
		{"as many as there are, and as little as it takes", "threads 0\nmargin_ms 0\n", fileproto.Settings{}, nil},
		{"comments", "# threads 3\n#threads 3\nthreads 2\n", fileproto.Settings{Threads: 2}, nil},
		{"unknown keys", "thread 4\nthreads 2\n", fileproto.Settings{Threads: 2}, []string{
			`S:1: unknown key "thread": want threads, margin_ms or experience`,
		}},
		{"a key twice", "threads 1\nexperience off\nTHREADS 2\nexperience 5\n", fileproto.Settings{Threads: 2, Experience: 5}, []string{
			"S:3: threads: in line 1 too; this one counts",
			"S:4: experience: in line 2 too; this one counts",
		}},
		{"other separators", "threads;1\nmargin_ms: 20\n", fileproto.Settings{Threads: 1, Margin: 20 * time.Millisecond}, []string{
			`S:1: threads: want a blank behind it, got ";"`,
			`S:2: margin_ms: want a blank behind it, got ":"`,
		}},
		{"the end of file mark of DOS", "threads 2\n\x1a\nthreads 3\n", fileproto.Settings{Threads: 2}, nil},
		{"bad values", "threads many\nmargin_ms -3\n", fileproto.Settings{}, []string{
			`S:1: threads: want a whole number, got "many"`,
			`S:2: margin_ms "-3": want 0 or more`,
		}},
		{"experience off", "experience Off\n", fileproto.Settings{Experience: -1}, nil},
		{"no experience", "experience 0\n", fileproto.Settings{Experience: -1}, nil},
		{"much experience", "experience=16M\n", fileproto.Settings{Experience: 16_000_000}, []string{`S:1: experience: "16M" read as 16000000`}},
		{"past all bounds", "threads 99999999999999999999\n", fileproto.Settings{Threads: 1 << 16}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			settings, warnings := fileproto.ParseSettings("S", []byte(test.data))
			assert.Equal(t, test.want, settings)
			assert.Equal(t, test.warnings, warnings)
		})
	}
}

func TestReadSettings(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		settings, warnings := fileproto.ReadSettings(disk, "brain.cfg")
		assert.Zero(t, settings, "the file may be missing")
		assert.Empty(t, warnings)

		require.NoError(t, disk.MkdirAll("bin", 0o755))
		put(t, disk, folder{"bin/brain.cfg": "threads 3\nmargin_ms x\n"})
		settings, warnings = fileproto.ReadSettings(disk, "bin/brain.cfg")
		assert.Equal(t, fileproto.Settings{Threads: 3}, settings)
		assert.Equal(t, []string{`brain.cfg:2: margin_ms: want a whole number, got "x"`}, warnings)
	})
}
