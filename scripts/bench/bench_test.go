package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeBrain names the variable that makes this test a brain: it answers with the variable's value.
const fakeBrain = "TAHOUN_FAKE_BRAIN"

// childCommand makes this test a child of a brain. As an answer with a file name behind it, it makes the brain start a
// child that outlives it, and write its process number to that file.
const childCommand = "child:"

func TestMain(m *testing.M) {
	answer, isBrain := os.LookupEnv(fakeBrain)
	switch {
	case len(os.Args) > 1 && os.Args[1] == spinCommand:
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	case len(os.Args) > 1 && os.Args[1] == childCommand:
		time.Sleep(time.Minute)
	case isBrain && strings.HasPrefix(answer, childCommand):
		child := exec.Command(os.Args[0], childCommand)
		if err := child.Start(); err != nil {
			panic(err)
		}
		os.WriteFile(strings.TrimPrefix(answer, childCommand), []byte(strconv.Itoa(child.Process.Pid)), 0o644)
		os.WriteFile("Tah.dat", []byte("1,0"), 0o644)
		os.Exit(0)
	case isBrain && answer == "":
		os.WriteFile("msg.dat", []byte("no idea\r\n"), 0o644)
		os.Exit(1)
	case isBrain:
		os.WriteFile("Tah.dat", []byte(answer), 0o644)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake makes every process that the test starts a brain with this answer, and returns its path.
func fake(t *testing.T, answer string) string {
	t.Helper()
	t.Setenv(fakeBrain, answer)
	self, err := os.Executable()
	require.NoError(t, err)
	return self
}

func TestOpenings(t *testing.T) {
	positions := openings(60)
	assert.Equal(t, positions, openings(60), "not the same the second time")
	distinct := map[string]bool{}
	for i, p := range positions {
		board := strings.Join(p.rows, "\n")
		distinct[board] = true
		x, o := strings.Count(board, "x"), strings.Count(board, "o")
		require.Equal(t, 1+i%6, x+o)
		require.Equal(t, 20*20+19, len(board))
		want := "x"
		if x > o {
			want = "o"
		}
		require.Equal(t, want, p.side)
		require.InDelta(t, 0.5, float64(x-o), 0.5, "x has as many stones as o, or one more")
	}
	assert.Greater(t, len(distinct), 50)
}

func TestQuiet(t *testing.T) {
	set := [][2]int{{5, 5}, {6, 5}} // x, then o: x is next
	for at, want := range map[[2]int]bool{
		{6, 5}: false, // taken
		{9, 5}: false, // in x's row
		{5, 1}: false, // in x's column
		{7, 7}: false, // on x's diagonal
		{3, 7}: false, // on x's other diagonal
		{7, 6}: true,  // in line with o only
	} {
		assert.Equal(t, want, quiet(set, at), "%v", at)
	}
}

func TestWriteAsAManager(t *testing.T) {
	temp := t.TempDir()
	dir := filepath.Join(temp, "move")
	require.NoError(t, os.Mkdir(dir, 0o755))
	p := position{[]string{"--", "x-"}, "o"}
	require.NoError(t, p.write(dir, limits{turn: 1999 * time.Millisecond, memory: 1 << 20, rule: 4}))
	for name, want := range map[string]string{
		"Plocha.dat":   "--\r\nx-\r\n",
		"Tah.dat":      "o\r\n",
		"TimeOuts.dat": "1\r\n2147483647\r\n",
		"Info.dat": "max_memory 1048576\r\ntimeout_match 0\r\ntimeout_turn 1999\r\ngame_type 1\r\nrule 4\r\n" +
			"time_left 2147483647\r\nfolder " + temp + "\r\n",
		"msg.dat": "",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, want, string(got), name)
	}
	again, err := readPosition(dir)
	require.NoError(t, err)
	assert.Equal(t, p, again)
}

func TestReadPositionWantsTheFiles(t *testing.T) {
	_, err := readPosition(t.TempDir())
	assert.ErrorContains(t, err, "no PLOCHA.DAT")
}

func TestPlayChecksTheMove(t *testing.T) {
	p := position{[]string{"--", "x-"}, "o"}
	for _, c := range []struct{ name, answer, wrong string }{
		{"an empty square", "1,0\n", ""},
		{"a taken square", "0,1\n", "want an empty square, got 0,1"},
		{"a column off the board", "2,0\n", "want an empty square, got 2,0"},
		{"a row off the board", "0,-1\n", "want an empty square, got 0,-1"},
		{"no answer", "o\r\n", `want a move such as 3,4, got "o\r\n"`},
		{"a failure", "", `exit status 1; MSG.DAT: "no idea"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			temp := t.TempDir()
			used, err := play(t.Context(), temp, fake(t, c.answer), p, limits{}, launch)
			if c.wrong == "" {
				require.NoError(t, err)
				assert.Positive(t, used.took)
			} else {
				assert.ErrorContains(t, err, c.wrong)
			}
			left, err := os.ReadDir(temp)
			require.NoError(t, err)
			assert.Empty(t, left, "the folder of the move is still there")
		})
	}
}

func TestStart(t *testing.T) {
	var stdout, stderr bytes.Buffer
	brain := fake(t, "0,0\r\n")
	code := run(t.Context(), []string{"start", "-brain", brain, "-rounds", "2", "-rule", "0,4"}, &stdout, &stderr)
	require.Equal(t, 0, code, stderr.String())
	for _, want := range []string{"2 rounds", "does nothing", "rule 0", "rule 4"} {
		assert.Contains(t, stdout.String(), want)
	}
}

func TestInterruptLeavesNothing(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	var temp string
	err := withTemp(ctx, func(dir string) error {
		temp = dir
		interrupt()
		_, err := play(ctx, dir, fake(t, "0,0\r\n"), openings(1)[0], limits{}, launch)
		return err
	})
	assert.EqualError(t, err, "interrupted")
	assert.NoDirExists(t, temp)
}

func TestWrongUse(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 2, "usage: "},
		{[]string{"walk"}, 2, "usage: "},
		{[]string{"-h"}, 0, "usage: "},
		{[]string{"start", "-unknown"}, 2, "not defined"},
		{[]string{"clock", "10"}, 2, `"10": want flags only`},
		{[]string{"start", "-rule", "0,gomoku"}, 2, `-rule 0,gomoku: want five or more (0)`},
		{[]string{"start", "-rule", "0,12"}, 2, "-rule 0,12: want a sum"},
		{[]string{"start", "-rounds", "0"}, 2, "want 1 or more"},
		{[]string{"clock", "-moves", "0"}, 2, "want 1 or more"},
		{[]string{"clock", "-time", "1"}, 2, "want a time such as 2s or 300ms"},
		{[]string{"clock", "-rule", "99"}, 2, `"99" for flag -rule: want a sum`},
		{[]string{"clock", "-h"}, 0, "-moves"},
	} {
		var stdout, stderr bytes.Buffer
		assert.Equal(t, c.code, run(t.Context(), c.args, &stdout, &stderr), "%v", c.args)
		said := &stderr
		if c.code == 0 {
			said = &stdout
		}
		assert.Contains(t, said.String(), c.want, "%v", c.args)
	}
}

func TestSpread(t *testing.T) {
	least, median, most := summary([]time.Duration{9, 1, 4, 2})
	assert.Equal(t, []time.Duration{1, 3, 9}, []time.Duration{least, median, most})
	_, median, _ = summary([]time.Duration{7, 5, 6})
	assert.Equal(t, time.Duration(6), median)
}

// A spinner ends when the program that started it is gone, which it sees by the end of its input.
func TestSpinEndsWithItsInput(t *testing.T) {
	r, w := io.Pipe()
	ended := make(chan struct{})
	go func() {
		spin(r)
		close(ended)
	}()
	w.CloseWithError(errors.New("gone"))
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("still spinning")
	}
}

// The clock of Windows advances in steps of up to 15 ms, too coarse for a comparison.
func TestStartWithACoarseClock(t *testing.T) {
	var out strings.Builder
	err := printStart(&out, []int{0}, [][]time.Duration{{0, 0, 15 * time.Millisecond}, {15 * time.Millisecond, 0, 0}})
	assert.ErrorContains(t, err, "the clock does not advance")
	assert.Empty(t, out.String())
}
