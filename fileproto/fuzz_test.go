package fileproto_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/board/boardtest"
	"tahoun/fileproto"
)

// seeds are the five files of folders that a fuzzer starts from: a few odd ones and every golden case.
func seeds(f *testing.F) []folder {
	all := []folder{
		plain,
		plain.with("PLOCHA.DAT", "\uFEFF--x\r\n\r\n-o\r\n#-\xe9\t \r\nXO-").with("TAH.DAT", "7,7\n"),
		plain.with("PLOCHA.DAT", "-\r-\rx\r").with("TAH.DAT", "O").with("TIMEOUTS.DAT", "1000\n-5"),
		plain.with("PLOCHA.DAT", "-----\n-xxx-\n-ooo-\n").with("INFO.DAT", "rule 4\nfolder C:\\Data aplikac\xed\n"),
		plain.with("PLOCHA.DAT", "xox\n").with("INFO.DAT", "timeout_turn 99999999999999999999\nrule 12\nmax_memory x\n"),
		{},
	}
	cases, err := filepath.Glob(goldenCases + "/*/in")
	require.NoError(f, err)
	for _, in := range cases {
		files := folder{}
		for name, content := range readFolder(f, in) {
			files[strings.ToUpper(name)] = content
		}
		all = append(all, files)
	}
	return all
}

// seed gives the fuzzer the file of that name from every folder.
func seed(f *testing.F, name string) {
	for _, files := range seeds(f) {
		f.Add([]byte(files[name]))
	}
}

// A board that can be read has an empty square, and is read again from its plain form.
func FuzzBoard(f *testing.F) {
	seed(f, "PLOCHA.DAT")
	f.Fuzz(func(t *testing.T, data []byte) {
		b, warnings, err := fileproto.ParseBoard("P", data)
		for _, w := range warnings {
			assertLine(t, w)
		}
		if err != nil {
			require.Nil(t, b)
			assertLine(t, err.Error())
			return
		}
		require.Positive(t, b.Count(board.Empty))
		again, warnings, err := fileproto.ParseBoard("P", []byte(boardtest.Text(b)))
		require.NoError(t, err)
		require.Empty(t, warnings)
		require.Equal(t, b, again)
	})
}

func FuzzSide(f *testing.F) {
	seed(f, "TAH.DAT")
	f.Fuzz(func(t *testing.T, data []byte) {
		side, warnings := fileproto.ParseSide("T", data)
		require.Contains(t, []board.Stone{board.Empty, board.X, board.O}, side)
		for _, w := range warnings {
			assertLine(t, w)
		}
		if side == board.Empty {
			require.Len(t, warnings, 1)
			return
		}
		again, warnings := fileproto.ParseSide("T", []byte(side.String()))
		require.Equal(t, side, again)
		require.Empty(t, warnings)
	})
}

func FuzzInfo(f *testing.F) {
	seed(f, "INFO.DAT")
	f.Fuzz(func(t *testing.T, data []byte) {
		info, warnings := fileproto.ParseInfo("I", data)
		for _, w := range warnings {
			assertLine(t, w)
		}
		require.True(t, utf8.ValidString(info.Folder))
		text := "folder " + info.Folder + "\n"
		for key, n := range map[string]fileproto.Number{
			"timeout_turn": info.Turn, "timeout_match": info.Match, "time_left": info.Left,
			"max_memory": info.Memory, "rule": info.Rule, "thread_num": info.Threads, "max_node": info.Nodes,
			"max_depth": info.Depth, "time_increment": info.Increment,
		} {
			if n.Given {
				text += fmt.Sprintf("%s\t%d\r\n", key, n.Value)
			}
		}
		again, warnings := fileproto.ParseInfo("I", []byte(text))
		require.EqualExportedValues(t, info, again)
		require.Empty(t, warnings)
	})
}

func FuzzTimeouts(f *testing.F) {
	seed(f, "TIMEOUTS.DAT")
	f.Fuzz(func(t *testing.T, data []byte) {
		timeouts, warnings := fileproto.ParseTimeouts("T", data)
		require.LessOrEqual(t, len(warnings), 2)
		for _, w := range warnings {
			assertLine(t, w)
		}
		if !timeouts.Turn.Given || !timeouts.Left.Given {
			return
		}
		again, warnings := fileproto.ParseTimeouts("T", fmt.Appendf(nil, "%d\n%d\n", timeouts.Turn.Value, timeouts.Left.Value))
		require.Equal(t, timeouts, again)
		require.Empty(t, warnings)
	})
}

func FuzzSettings(f *testing.F) {
	f.Add([]byte("threads 2\r\nmargin_ms 150\r\n"))
	f.Add([]byte("THREADS -1\nmargin_ms\nhash 5\nmargin_ms 99999999999999999999"))
	f.Fuzz(func(t *testing.T, data []byte) {
		settings, warnings := fileproto.ParseSettings("S", data)
		for _, w := range warnings {
			assertLine(t, w)
		}
		require.GreaterOrEqual(t, settings.Threads, 0)
		require.GreaterOrEqual(t, settings.Margin, time.Duration(0))
	})
}

// FuzzTurn plays a whole move at limit 0: a legal move comes out, or an error that leaves the move file
// as it was, for any content of the five files.
func FuzzTurn(f *testing.F) {
	for _, files := range seeds(f) {
		f.Add([]byte(files["PLOCHA.DAT"]), []byte(files["TAH.DAT"]), []byte(files["TIMEOUTS.DAT"]), []byte(files["INFO.DAT"]), []byte(files["MSG.DAT"]))
	}
	f.Fuzz(func(t *testing.T, plocha, tah, timeouts, info, msg []byte) {
		files := folder{
			"Plocha.dat": string(plocha), "Tah.dat": string(tah), "TimeOuts.dat": string(timeouts),
			"Info.dat": string(info), "msg.dat": string(msg),
		}
		disk := afero.NewMemMapFs()
		put(t, disk, files)
		allocated := bytesAllocated()
		result, err := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: realSearch, Override: func(task *fileproto.Task) {
			task.Limits.Turn = 0
		}}.Play()
		require.Less(t, bytesAllocated()-allocated, uint64(64<<20))

		after := get(t, disk)
		require.Equal(t, files.without("Tah.dat", "msg.dat"), after.without("Tah.dat", "msg.dat"))
		require.NotContains(t, report(result), "the search")
		require.Regexp(t, `^`+regexp.QuoteMeta(brain)+`: [ -~]+\n$`, after["msg.dat"])
		require.LessOrEqual(t, len(after["msg.dat"]), 200+len("\n"))
		if err != nil {
			require.Equal(t, string(tah), after["Tah.dat"])
			return
		}
		require.Equal(t, result.Move.String()+"\n", after["Tah.dat"])
		require.Equal(t, board.Empty, result.Task.Board.At(result.Move))
	})
}

// bytesAllocated returns how many bytes this process has allocated in all, freed ones included.
func bytesAllocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// assertLine checks that text can stand in a line of its own.
func assertLine(t *testing.T, text string) {
	t.Helper()
	assert.NotEmpty(t, text)
	assert.NotRegexp(t, "[^ -~]", text)
}

// parsePoint reads an answer.
func parsePoint(t *testing.T, answer string) board.Point {
	t.Helper()
	var p board.Point
	n, err := fmt.Sscanf(answer, "%d,%d\n", &p.X, &p.Y)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	return p
}
