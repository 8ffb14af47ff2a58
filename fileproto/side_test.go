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
	"tahoun/fileproto/watchdog"
)

func TestParseSide(t *testing.T) {
	tests := []struct {
		name     string
		data     string
		want     board.Stone
		warnings []string
	}{
		{"x", "x", board.X, nil},
		{"o", "o\n", board.O, nil},
		{"CR LF", "x\r\n", board.X, nil},
		{"blanks around", "\r\n \to \t\r\n\r\n", board.O, nil},
		{"the end of file mark of DOS", "o\r\n\x1a", board.O, nil},
		{"on the line itself", "x\x1a", board.X, nil},
		{"text behind it", "x\n\x1ao\n", board.X, nil},
		{"UTF-16 without a mark", "o\x00\r\x00\n\x00", board.O, nil},
		{"UTF-16 and an end of file mark of one byte", "\xff\xfex\x00\n\x00\x1a", board.X, nil},
		{"UTF-16 without a mark and an end of file mark of one byte", "x\x00\n\x00\x1a", board.X, nil},
		{"a buffer and the end of a line", "x\x00\x00\x00\r\n", board.X, nil},
		{"a buffer of odd length", "x\x00\x00", board.X, nil},
		{"a buffer written whole", "x\x00\x00\x00", board.X, nil},
		{"byte order mark", "\uFEFFx\n", board.X, nil},
		{"upper case", "X\n", board.X, []string{"T:1: upper-case X taken as x"}},
		{"more lines", "o\n7,7\n8,8\n", board.O, []string{"T:2: ignored the lines after the side"}},
		{"empty", "", board.Empty, []string{"T: want the side to play, x or o, got an empty file"}},
		{"blank", " \n\n", board.Empty, []string{"T: want the side to play, x or o, got an empty file"}},
		{"an old answer", "\n7,7\n", board.Empty, []string{`T:2: want the side to play, x or o, got "7,7"`}},
		{"more on the line", "x o\n", board.Empty, []string{`T:1: want the side to play, x or o, got "x o"`}},
		{"long", "a line that somebody has written here by mistake", board.Empty, []string{`T:1: want the side to play, x or o, got "a line that somebody has..."`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			side, warnings := fileproto.ParseSide("T", []byte(test.data))
			assert.Equal(t, test.want, side)
			assert.Equal(t, test.warnings, warnings)
		})
	}
}

func TestSideThatTheFileDoesNotTell(t *testing.T) {
	tests := []struct {
		name     string
		board    string
		tah      string // "none": no such file
		side     board.Stone
		warnings []string
		err      string
	}{
		{"as many x as o", "-x-o", "?", board.X, []string{`TAH.DAT:1: want the side to play, x or o, got "?": played x, as the stones show`}, ""},
		{"one x more", "-x-", "", board.O, []string{`TAH.DAT: want the side to play, x or o, got an empty file: played o, as the stones show`}, ""},
		{"no file", "---", "none", board.X, []string{`TAH.DAT: no such file: played x, as the stones show`}, ""},
		{"two x more", "-xx", "?", board.Empty, nil, `TAH.DAT:1: want the side to play, x or o, got "?"; the stones (2 x, 0 o) do not show it either: write x or o there, or use -side`},
		{"no file, one o more", "-oxo", "none", board.Empty, nil, `TAH.DAT: no such file; the stones (1 x, 2 o) do not show it either: write x or o there, or use -side`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			eachDisk(t, func(t *testing.T, disk afero.Fs) {
				files := plain.with("PLOCHA.DAT", test.board).with("TAH.DAT", test.tah)
				if test.tah == "none" {
					files = files.without("TAH.DAT")
				}
				put(t, disk, files)
				result, err := instantMove(disk)
				if test.err != "" {
					require.EqualError(t, err, test.err)
					assert.Equal(t, files.with("MSG.DAT", brain+": no move; "+test.err+"\n"), get(t, disk))
					return
				}
				require.NoError(t, err)
				assert.Equal(t, test.side, result.Task.Side)
				assert.Equal(t, test.warnings, result.Task.Warnings)
				assert.Equal(t, "0,0\n", get(t, disk)["TAH.DAT"])
			})
		})
	}
}

// A manager may let o begin. Renju means whoever began by x, so that the engine gets the colours swapped then.
func TestRenjuWhereOBegan(t *testing.T) {
	swapped := strings.NewReplacer("x", "o", "o", "x")
	override := func(task *fileproto.Task) { task.Side = board.O }
	tests := []struct {
		name, board, tah, rule string
		override               func(*fileproto.Task)
		swaps                  bool
	}{
		{"as many stones, o to move", "-#x-o-", "o", "4", nil, true},
		{"no stone, o to move", "------", "o", "4", nil, true},
		{"one o more, x to move", "-#xoo-", "x", "4", nil, true},
		{"as many stones, x to move", "-#x-o-", "x", "4", nil, false},
		{"one x more, o to move", "-#xxo-", "o", "4", nil, false},
		{"no plain game", "-#oo--", "o", "4", nil, false},
		{"continuous, even turns, o to move", "-#x-##", "o", "6", nil, true},
		{"continuous, odd turns, x to move", "-##x##", "x", "6", nil, true},
		{"continuous, a foul of x", "-#x-o-", "o", "6", nil, false},
		{"another rule", "-#x-o-", "o", "0", nil, false},
		{"side from the command line", "-#x-o-", "x", "4", override, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			disk := afero.NewMemMapFs()
			put(t, disk, plain.with("PLOCHA.DAT", test.board).with("TAH.DAT", test.tah).with("INFO.DAT", "timeout_turn 0\nrule "+test.rule))
			var asked fileproto.Task
			turn := fileproto.Turn{FS: disk, Start: time.Now(), Brain: brain, Override: test.override, NewJob: func(task fileproto.Task) watchdog.Job {
				asked = task
				return firstSquare(task)
			}}
			result, err := turn.Play()
			require.NoError(t, err)
			assert.Equal(t, test.board, row(result.Task.Board), "as the files have it")
			if test.swaps {
				assert.Equal(t, swapped.Replace(test.board), row(asked.Board))
				assert.Equal(t, result.Task.Side.Other(), asked.Side)
			} else {
				assert.Equal(t, test.board, row(asked.Board))
				assert.Equal(t, result.Task.Side, asked.Side)
			}
		})
	}
}

// row returns the first row of b as board files have it.
func row(b *board.Board) string {
	var text strings.Builder
	for x := range b.Width() {
		text.WriteString(b.At(board.Point{X: x}).String())
	}
	return text.String()
}
