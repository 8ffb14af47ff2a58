package fileproto_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/afero"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
)

// rows returns a board file of height rows.
func rows(row string, height int) string { return strings.Repeat(row+"\r\n", height) }

// Boards of every size and filling have a legal instant answer if they have an empty square.
func TestBoardsOfAllKinds(t *testing.T) {
	boards := map[string]string{
		"one row":              rows(strings.Repeat("-", 120), 1),
		"one column":           rows("-", 120),
		"one empty square":     rows("xo", 7) + "-x\r\n" + rows("ox", 7),
		"walls but for one":    rows("####", 3) + "##-#\r\n",
		"stones of x only":     rows("-xx-", 4),
		"many fives already":   rows("xxxxx-ooooo", 5),
		"a corner":             "-###\r\n####\r\n",
		"unknown squares":      rows("?-?", 3),
		"largest and crowded":  rows(strings.Repeat("x-o#", 30), 120),
		"rows of all lengths":  "-\r\n--\r\n---\r\n----\r\n",
		"the last free corner": rows("xoxo", 3) + "oxo-",
	}
	check := func(name, data, rule string) {
		t.Run(name+", rule "+rule, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, plain.with("PLOCHA.DAT", data).with("INFO.DAT", "timeout_turn 0\nrule "+rule+"\n"))
			result, err := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: realSearch}.Play()
			require.NoError(t, err)
			assert.Equal(t, board.Empty, result.Task.Board.At(result.Move))
			assert.Equal(t, result.Move.String()+"\n", get(t, disk)["TAH.DAT"])
			assert.NotContains(t, report(result), "the search")
		})
	}
	for name, data := range boards {
		check(name, data, "0")
		check(name, data, "4")
	}
	for n := 1; n <= board.MaxSide; n++ {
		check(fmt.Sprintf("empty, %dx%d", n, n), rows(strings.Repeat("-", n), n), []string{"0", "4"}[n%2])
	}
}

// Where no square is known to be empty, nothing but the message is written.
func TestBoardsWithoutAMove(t *testing.T) {
	for name, data := range map[string]string{
		"full": rows("xo", 5), "only walls": rows("#####", 5), "empty file": "", "no words of ours": "Hello, World!\n", "binary": "\x00\xff\x00\xff",
	} {
		t.Run(name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				files := plain.with("PLOCHA.DAT", data).with("TAH.DAT", " x \r\n\r\n")
				put(t, disk, files)
				result, err := instantMove(disk)
				require.Error(t, err)
				assert.Contains(t, report(result), err.Error())
				assert.Equal(t, files.without("MSG.DAT"), get(t, disk).without("MSG.DAT"))
				assert.Contains(t, get(t, disk)["MSG.DAT"], brain+": no move; "+err.Error())
			})
		})
	}
}

// The answer goes into the file that the side was read from, in any case of its name, and nothing else changes.
func TestAnswersUnderTheNamesFound(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		files := folder{"plocha.DAT": plain["PLOCHA.DAT"], "TaH.dAt": "o", "mSG.dat": "before", "brain.log": "left over"}
		put(t, disk, files)
		_, err := instantMove(disk)
		require.NoError(t, err)
		assert.Equal(t, files.with("TaH.dAt", "0,0\n").with("mSG.dat", brain+": 0,0 early; no time limit in INFO.DAT or TIMEOUTS.DAT: using 1s\n"), get(t, disk))
	})
}

// Warnings are told one by one in the report, and in the message as many as there is room for.
func TestWarningsAreTold(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("PLOCHA.DAT", "-q-\nX\n").with("TAH.DAT", "O"))
	result, err := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: firstSquare, Warnings: []string{"camel.cfg:1: odd"}}.Play()
	require.NoError(t, err)
	want := []string{
		"camel.cfg:1: odd",
		`PLOCHA.DAT:1:2: unknown character "q" taken as a wall`,
		"PLOCHA.DAT:2:2: row of length 1 filled with walls to 3",
		"PLOCHA.DAT:2:1: upper-case letters taken as stones, 1 in all",
		"TAH.DAT:1: upper-case O taken as o",
	}
	assert.Equal(t, want, result.Task.Warnings)
	assert.Equal(t, want, result.Report)
	assert.Equal(t, brain+": 0,0 early; "+want[0]+"; "+want[1]+"; "+want[2]+" (+2 more warnings)\n", get(t, disk)["MSG.DAT"])
}

// Of many warnings the report holds the first ones and how many others there are.
func TestManyWarningsAreCounted(t *testing.T) {
	disk := afero.NewMemMapFs()
	put(t, disk, plain.with("PLOCHA.DAT", "-??????????????????-\n"))
	result, err := instantMove(disk)
	require.NoError(t, err)
	require.Len(t, result.Report, 10)
	assert.Equal(t, result.Task.Warnings[:9], result.Report[:9])
	assert.Equal(t, "(+9 more warnings)", result.Report[9])
}

// A game that is over is played on, with a warning.
func TestBoardsAlreadyWon(t *testing.T) {
	const six = "xxxxxx-o\n"
	tests := []struct{ name, board, side, rule, want string }{
		{"five", "-xxxxx--\n", "o", "0", "PLOCHA.DAT: x has already won at 1,0, playing on"},
		{"six", six, "o", "0", "PLOCHA.DAT: x has already won at 0,0, playing on"},
		{"six where exactly five win", six, "o", "1", ""},
		{"six of x under renju", six, "o", "4", ""},
		{"six of x under renju, which o began", "xxxxxx-o\n-o-o-o-o\n-o--o---\n", "x", "4", "PLOCHA.DAT: x has already won at 0,0, playing on"},
		{"blocked at both ends under caro", "oxxxxxo-\n", "o", "8", ""},
		{"a continuous game", "-xxxxx--\n", "o", "2", ""},
		{"walls", "-#####--\n", "o", "0", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, plain.with("PLOCHA.DAT", test.board).with("TAH.DAT", test.side).with("INFO.DAT", "timeout_turn 0\nrule "+test.rule+"\n"))
			result, err := instantMove(disk)
			require.NoError(t, err)
			assert.Equal(t, test.want, report(result))
		})
	}
}

// Rows may be padded to any length with blanks, as long as the file has no more than 1 MiB.
func TestPaddedRows(t *testing.T) {
	padded := func(width int) string {
		return rows(strings.Repeat("-", 20)+strings.Repeat(" ", width-22), 19) + "xxxx" + strings.Repeat("-", 16)
	}
	for width, want := range map[int]string{
		4096:   "",
		100000: "PLOCHA.DAT: the file is longer than 1048576 bytes, the rest is ignored",
	} {
		disk := afero.NewMemMapFs()
		put(t, disk, plain.with("PLOCHA.DAT", padded(width)))
		result, err := instantMove(disk)
		require.NoError(t, err)
		assert.Equal(t, want, report(result))
		if want == "" {
			assert.Equal(t, 20, result.Task.Board.Height())
		}
	}
}

// A move file that somebody deletes while the search thinks is there again with the answer, though that has not changed.
func TestMoveFileDeletedMeanwhile(t *testing.T) {
	eachDisk(t, func(t *testing.T, disk afero.Fs) {
		put(t, disk, plain)
		engine := script{
			deadline: time.Now().Add(time.Hour),
			early:    at(2, 0),
			think: func(_ context.Context, better func(board.Point, string)) {
				assert.NoError(t, disk.Remove("TAH.DAT")) // where the early move stands
				better(at(2, 0), "the same")
			},
		}
		_, err := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, NewJob: engine.engine()}.Play()
		require.NoError(t, err)
		assert.Equal(t, "2,0\n", get(t, disk)["TAH.DAT"])
	})
}
