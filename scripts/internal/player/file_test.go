package player_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
	"tahoun/scripts/internal/player"
)

func fileSpec(t testing.TB, words ...string) player.Spec {
	return player.Spec{Protocol: player.File, Args: liar(t, append([]string{fileLiar}, words...)...), Turn: ample}
}

// The bytes are those that a manager was seen to write; FOLDER stands for the persistent folder.
func TestFilesAreAManagers(t *testing.T) {
	t.Parallel()
	wall := board.New(6, 2)
	for x := range 5 {
		wall.Set(board.Point{X: x, Y: 1}, board.Wall)
	}
	wall.Set(board.Point{X: 0, Y: 0}, board.X)
	wall.Set(board.Point{X: 5, Y: 1}, board.O)
	tests := []struct {
		name string
		spec player.Spec
		rule board.Rule
		side board.Stone
		left time.Duration
		want map[string]string
	}{
		{
			"continuous",
			player.Spec{Files: manager.DOS, Turn: time.Second, Match: 1000 * time.Second, Memory: 367001600},
			board.Continuous, board.O, 997933 * time.Millisecond,
			map[string]string{
				"Plocha.dat":   "x-----\r\n#####o\r\n",
				"Tah.dat":      "o\r\n",
				"TimeOuts.dat": "1\r\n997933\r\n",
				"Info.dat": "max_memory 367001600\r\ntimeout_match 1000000\r\ntimeout_turn 1000\r\ngame_type 1\r\n" +
					"rule 2\r\ntime_left 997933\r\nfolder FOLDER\r\n",
				"msg.dat": "",
			},
		},
		{
			"half a second shows as zero",
			player.Spec{Files: manager.DOS, Turn: 500 * time.Millisecond, Match: 100 * time.Second, Memory: 367001600},
			board.Renju, board.X, 100 * time.Second,
			map[string]string{
				"Plocha.dat":   "x-----\r\n#####o\r\n",
				"Tah.dat":      "x\r\n",
				"TimeOuts.dat": "0\r\n100000\r\n",
				"Info.dat": "max_memory 367001600\r\ntimeout_match 100000\r\ntimeout_turn 500\r\ngame_type 1\r\n" +
					"rule 4\r\ntime_left 100000\r\nfolder FOLDER\r\n",
				"msg.dat": "",
			},
		},
		{
			"no limits",
			player.Spec{Files: manager.Unix},
			board.Freestyle, board.X, -5 * time.Second,
			map[string]string{
				"PLOCHA.DAT":   "x-----\n#####o\n",
				"TAH.DAT":      "x\n",
				"TIMEOUTS.DAT": "0\n2147483647\n",
				"INFO.DAT": "max_memory 0\ntimeout_match 0\ntimeout_turn 0\ngame_type 1\nrule 0\ntime_left 2147483647\n" +
					"folder FOLDER\n",
				"MSG.DAT": "",
			},
		},
		{
			"limits beside time",
			player.Spec{
				Files: manager.Unix, Turn: time.Second, Match: time.Second, Increment: 50 * time.Millisecond,
				Nodes: 5000, Depth: 6, Threads: 2, Info: []string{"own a b"},
			},
			board.Freestyle, board.X, 900 * time.Millisecond,
			map[string]string{
				"PLOCHA.DAT":   "x-----\n#####o\n",
				"TAH.DAT":      "x\n",
				"TIMEOUTS.DAT": "1\n900\n",
				"INFO.DAT": "max_memory 0\ntimeout_match 1000\ntimeout_turn 1000\ngame_type 1\nrule 0\ntime_left 900\n" +
					"folder FOLDER\ntime_increment 50\nmax_node 5000\nmax_depth 6\nthread_num 2\nown a b\n",
				"MSG.DAT": "",
			},
		},
		{
			"keys of the author's own, and some left out",
			player.Spec{
				Files: manager.Unix, Turn: time.Second, Nodes: 5000,
				Info: []string{"max_memory", "Time_Left 7", "game_type", "MAX_NODE 3", "folder"},
			},
			board.Freestyle, board.X, 900 * time.Millisecond,
			map[string]string{
				"PLOCHA.DAT":   "x-----\n#####o\n",
				"TAH.DAT":      "x\n",
				"TIMEOUTS.DAT": "1\n2147483647\n",
				"INFO.DAT":     "timeout_match 0\ntimeout_turn 1000\nrule 0\nTime_Left 7\nMAX_NODE 3\n",
				"MSG.DAT":      "",
			},
		},
		{
			"cut off and overdrawn",
			player.Spec{Files: manager.Unix, Turn: 2500 * time.Millisecond, Match: time.Minute, Memory: 4 << 30, Grace: time.Minute},
			board.ExactFive | board.Caro, board.O, -5 * time.Millisecond,
			map[string]string{
				"PLOCHA.DAT":   "x-----\n#####o\n",
				"TAH.DAT":      "o\n",
				"TIMEOUTS.DAT": "2\n-5\n",
				"INFO.DAT": "max_memory 2147483647\ntimeout_match 60000\ntimeout_turn 2500\ngame_type 1\nrule 9\ntime_left -5\n" +
					"folder FOLDER\n",
				"MSG.DAT": "",
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			copied, folder := t.TempDir(), t.TempDir()
			spec := tt.spec
			spec.Protocol, spec.Args, spec.Folder = player.File, liar(t, fileLiar, "copy", copied), folder
			spec.Grace = ample
			p := seatedAt(t, spec, player.Setting{Width: 6, Height: 2, Rule: tt.rule, Side: tt.side})
			for range 2 { // the second time the first answer lies there
				_, err := p.Move(t.Context(), player.Request{Board: wall, Left: tt.left})
				require.NoError(t, err)
				assert.Equal(t, withFolder(tt.want, folder), read(t, copied))
			}
		})
	}
}

func withFolder(want map[string]string, folder string) map[string]string {
	filled := map[string]string{}
	for name, text := range want {
		filled[name] = strings.Replace(text, "FOLDER", folder, 1)
	}
	return filled
}

// read returns the contents of all files of a folder.
func read(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	files := map[string]string{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		require.NoError(t, err)
		files[entry.Name()] = string(text)
	}
	return files
}

func TestFileAnswers(t *testing.T) {
	t.Parallel()
	at := func(x, y int) board.Point { return board.Point{X: x, Y: y} }
	tests := []struct {
		name, mode, text string
		want             board.Point
		fault            string // of the Fault, "" if there is a move
	}{
		{"usual", "answer", "7,8\r\n", at(7, 8), ""},
		{"without a line's end", "answer", "7,8", at(7, 8), ""},
		{"space before", "answer", " 7,8", at(7, 8), ""},
		{"blank lines before", "answer", "\r\n\n7,8", at(7, 8), ""},
		{"space after the comma", "answer", "7, 8", at(7, 8), ""},
		{"words after", "answer", "7,8 I win", at(7, 8), ""},
		{"twice", "answer", "7,8\n9,9\n", at(7, 8), ""},
		{"signs", "answer", "+7,-8", at(7, -8), ""},
		{"out of the board", "answer", "15,99", at(15, 99), ""},
		{"too big for any number", "answer", "99999999999999999999,0", at(1<<31-1, 0), ""},
		{"on a stone", "answer", "0,0", at(0, 0), ""},
		{"name in another case", "answer-anew", "7,8", at(7, 8), ""},
		{"beside the manager's file", "answer-beside", "7,8", at(7, 8), ""},
		{"space before the comma", "answer", "7 ,8", player.Nowhere, `TAH.DAT holds "7 ,8"; exit code 0`},
		{"one number", "answer", "7", player.Nowhere, `TAH.DAT holds "7"; exit code 0`},
		{"no second number", "answer", "7,x", player.Nowhere, `TAH.DAT holds "7,x"; exit code 0`},
		{"only a sign", "answer", "-,7", player.Nowhere, `TAH.DAT holds "-,7"; exit code 0`},
		{"rubbish", "answer", "rubbish\n", player.Nowhere, `TAH.DAT holds "rubbish\n"; exit code 0`},
		{"emptied", "answer", "", player.Nowhere, `TAH.DAT holds ""; exit code 0`},
		{"as it was", "answer", "x\n", player.Nowhere, `TAH.DAT is unchanged; exit code 0`},
		{"nothing", "exit", "", player.Nowhere, `TAH.DAT is unchanged; exit code 3; standard error: "first / no idea"`},
		{"removed", "remove", "", player.Nowhere, `no TAH.DAT; exit code 0`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec := fileSpec(t, tt.mode, tt.text)
			spec.Files = manager.Unix
			got, err := seated(t, spec, board.X).Move(t.Context(), empty())
			assert.Equal(t, tt.want, got.At)
			if tt.fault == "" {
				require.NoError(t, err)
				assert.NotEmpty(t, got.Written)
				assert.Contains(t, tt.text, got.Written)
				assert.Positive(t, got.Time)
				return
			}
			var fault *player.Fault
			require.ErrorAs(t, err, &fault)
			assert.Equal(t, player.Fault{Reason: game.NoAnswer, Detail: tt.fault}, *fault)
		})
	}
}

func TestFileMessages(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"none", "", ""},
		{"one line", "hello\r\n", "hello"},
		{"more lines", "one\r\ntwo\n\nthree\n\n", "one\ntwo\n\nthree"},
		{"no text", "\xffa", "?a"},
		{"commands to a terminal", "\x1b[2J\x9b1m\u009b1m \u202eright to left\x00\b\r\n\tend", "?[2J?1m?1m ?right to left??\n end"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := seated(t, fileSpec(t, "say", strconv.Quote(tt.text)), board.X).Move(t.Context(), empty())
			require.NoError(t, err)
			assert.Equal(t, tt.want, got.Message)
		})
	}
}

func TestFileFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, mode string
		turn       time.Duration
		want       board.Point
		reason     game.Reason
		detail     string // the start of it
	}{
		{"late", "late", 100 * time.Millisecond, board.Point{X: 3, Y: 4}, game.OutOfTime, "took "},
		{"hangs", "hang", 50 * time.Millisecond, player.Nowhere, game.OutOfTime, "killed after "},
		{"killed without an answer", "kill", ample, player.Nowhere, game.Crash, crashed + "; TAH.DAT is unchanged"},
		{"killed in its thoughts", "say-kill", ample, player.Nowhere, game.Crash, crashed + `; TAH.DAT is unchanged; it said "depth 3"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			spec := fileSpec(t, tt.mode)
			spec.Turn = tt.turn
			got, err := seated(t, spec, board.X).Move(t.Context(), empty())
			var fault *player.Fault
			require.ErrorAs(t, err, &fault)
			if tt.mode == "late" && strings.HasPrefix(fault.Detail, "killed") {
				t.Skip("this machine is too slow to start a program in a second")
			}
			assert.Equal(t, tt.want, got.At)
			assert.Equal(t, tt.reason, fault.Reason)
			assert.True(t, strings.HasPrefix(fault.Detail, tt.detail), fault.Detail)
			if tt.reason == game.OutOfTime {
				assert.Contains(t, fault.Detail, "limit "+tt.turn.String()+" per move")
				assert.Greater(t, got.Time, tt.turn)
			}
		})
	}
}

// Managers see only the files: a program may crash when it has answered.
func TestFileCrashAfterTheAnswer(t *testing.T) {
	got, err := seated(t, fileSpec(t, "answer-kill"), board.X).Move(t.Context(), empty())
	require.NoError(t, err)
	assert.Equal(t, board.Point{X: 3, Y: 4}, got.At)
	assert.Equal(t, "(after its move: "+crashed+")", got.Message)
}

// The time left in the match limits a move, grace extends it.
func TestFileLimits(t *testing.T) {
	t.Parallel()
	spec := fileSpec(t, "late")
	spec.Match, spec.Grace = time.Minute, 20*time.Millisecond
	ask := empty()
	ask.Left = 100 * time.Millisecond
	_, err := seated(t, spec, board.X).Move(t.Context(), ask)
	require.ErrorContains(t, err, "limit 100ms for the rest of the match, plus 20ms of grace")

	ask.Left = -time.Second
	_, err = seated(t, spec, board.X).Move(t.Context(), ask)
	require.ErrorContains(t, err, "limit 0s for the rest of the match")

	spec.Grace = ample
	_, err = seated(t, spec, board.X).Move(t.Context(), ask)
	require.NoError(t, err, "within grace")

	spec.Turn, spec.Match, spec.Grace = 0, 0, 0
	_, err = seated(t, spec, board.X).Move(t.Context(), ask)
	require.NoError(t, err, "as fast as possible")
}

// The temporary folder lives as long as the game, and nothing longer.
func TestFileFolders(t *testing.T) {
	p := seated(t, fileSpec(t, "count"), board.X)
	for i := range 3 {
		got, err := p.Move(t.Context(), empty())
		require.NoError(t, err)
		assert.Equal(t, board.Point{X: i}, got.At, "moves counted in the temporary folder")
	}

	note := filepath.Join(t.TempDir(), "where")
	p = seated(t, fileSpec(t, "where", note), board.X)
	_, err := p.Move(t.Context(), empty())
	require.NoError(t, err)
	where, err := os.ReadFile(note)
	require.NoError(t, err)
	assert.DirExists(t, string(where))
	require.NoError(t, p.End())
	assert.NoDirExists(t, filepath.Dir(string(where)))
	require.NoError(t, p.End(), "a second time")
	_, err = p.Move(t.Context(), empty())
	require.ErrorContains(t, err, "player liar: ended during its move")
}

func TestFileChildrenEndWithTheMove(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"child", "child-leaves"} {
		t.Run(mode, func(t *testing.T) {
			skipUnlessFound(t, mode)
			note := filepath.Join(t.TempDir(), "pid")
			got, err := seated(t, fileSpec(t, mode, note), board.X).Move(t.Context(), empty())
			require.NoError(t, err, "the move counts when the brain itself ends")
			assert.Equal(t, board.Point{X: 3, Y: 4}, got.At)
			assert.Less(t, got.Time, ample)
			requireGone(t, pidIn(t, note))
		})
	}
}

// skipUnlessFound skips tests on systems that cannot find children which left their parent's group.
func skipUnlessFound(t *testing.T, mode string) {
	t.Helper()
	if mode == "child-leaves" && runtime.GOOS != "linux" && runtime.GOOS != "windows" {
		t.Skip("this system does not tell where the child went")
	}
}

// A cancelled move ends at once and is nobody's fault.
func TestFileCalledOff(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		off  func(p player.Player, cancel func())
		want string
	}{
		{"by the context", func(_ player.Player, cancel func()) { cancel() }, "player liar: context canceled"},
		{"by End", func(p player.Player, _ func()) { _ = p.End() }, "player liar: ended during its move"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			note := filepath.Join(t.TempDir(), "where")
			spec := fileSpec(t, "hang", note)
			spec.Turn = time.Minute
			p := seated(t, spec, board.X)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go func() {
				waitFor(note)
				tt.off(p, cancel)
			}()
			got, err := p.Move(ctx, empty())
			assert.EqualError(t, err, tt.want)
			var fault *player.Fault
			assert.NotErrorAs(t, err, &fault)
			assert.Equal(t, player.Nowhere, got.At)
		})
	}
}

// waitFor waits until a file is there.
func waitFor(path string) {
	for range 2000 {
		if _, err := os.Stat(path); err == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}
