package manager_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/scripts/internal/manager"
)

func TestWrite(t *testing.T) {
	p := manager.Position{Rows: []string{"-x", "#o"}, Side: "x", Turn: 1999, Left: manager.NoLimit, Memory: 4 << 30, Rule: 4, Folder: "/a b", Info: []string{"thread_num 2", "own a b"}}
	for style, end := range map[manager.Style]string{manager.DOS: "\r\n", manager.Unix: "\n"} {
		dir := t.TempDir()
		for _, name := range style.Names() { // nothing is left of longer files
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), bytes.Repeat([]byte("old\n"), 99), 0o644))
		}
		require.NoError(t, p.Write(dir, style))
		for i, want := range []string{
			"-x" + end + "#o" + end, "x" + end, "1" + end + "2147483647" + end,
			"max_memory 2147483647" + end + "timeout_match 0" + end + "timeout_turn 1999" + end + "game_type 1" + end +
				"rule 4" + end + "time_left 2147483647" + end + "folder /a b" + end + "thread_num 2" + end + "own a b" + end,
			"",
		} {
			got, err := os.ReadFile(filepath.Join(dir, style.Names()[i]))
			require.NoError(t, err)
			assert.Equal(t, want, string(got))
		}
	}
}

// The last line of a key counts, in whatever case it is, and a key alone is not told.
func TestOverride(t *testing.T) {
	for _, tt := range []struct{ lines, want []string }{
		{nil, nil},
		{[]string{"rule 4", "folder ", "own a b"}, []string{"rule 4", "folder ", "own a b"}},
		{[]string{"max_memory 0", "rule 4", "MAX_MEMORY 5"}, []string{"rule 4", "MAX_MEMORY 5"}},
		{[]string{"max_memory 0", "rule 4", "Max_Memory"}, []string{"rule 4"}},
		{[]string{"max_memory", "max_memory 5", "max 6"}, []string{"max_memory 5", "max 6"}},
	} {
		assert.Equal(t, tt.want, manager.Override(tt.lines), tt.lines)
	}
}

func TestRows(t *testing.T) {
	b := board.New(2, 2)
	b.Set(board.Point{X: 1, Y: 0}, board.X)
	b.Set(board.Point{X: 0, Y: 1}, board.Wall)
	assert.Equal(t, []string{"-x", "#-"}, manager.Rows(b))
}

func TestScanMove(t *testing.T) {
	for text, want := range map[string]string{
		"3,4": "3,4", " 3, 4\r\n": " 3, 4", "3,4;5": "3,4", "-1,+2": "-1,+2", "12345678901,0": "12345678901,0",
		"": "", "x": "", "3": "", "3 ,4": "", "3,": "", "3 4": "",
	} {
		_, written, ok := manager.ScanMove(text)
		assert.Equal(t, want != "", ok, "%q", text)
		assert.Equal(t, want, written, "%q", text)
	}
	at, _, _ := manager.ScanMove("7,-8")
	assert.Equal(t, board.Point{X: 7, Y: -8}, at)
}
