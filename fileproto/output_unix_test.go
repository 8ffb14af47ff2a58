//go:build unix

package fileproto_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/board"
	"tahoun/fileproto"
	"tahoun/fileproto/file/filetest"
)

// Output that was asked for and cannot be written is a failure; a move for a manager needs none.
func TestProcessCannotPrint(t *testing.T) {
	const noSpace = "no space left on device"
	for _, test := range []struct {
		args   string
		to     func(t *testing.T) *os.File
		failed string // "" if nothing is printed
		answer string
	}{
		{"", fullDevice, "", "0,1\n"},
		{"-time 60s", fullDevice, "", "0,1\n"},
		{"-n", fullDevice, noSpace, "x\n"},
		{"-n -show", fullDevice, noSpace, "x\n"},
		{"-show", fullDevice, noSpace, "0,1\n"},
		{"-top 1", fullDevice, noSpace, "x\n"},
		{"-top 5 -time 0s", fullDevice, noSpace, "x\n"},
		{"-version", fullDevice, noSpace, "x\n"},
		{"-h", fullDevice, noSpace, "x\n"},
		{"", closedPipe, "", "0,1\n"},
		{"-n", closedPipe, "broken pipe", "x\n"},
		{"-top 1", closedPipe, "broken pipe", "x\n"},
	} {
		t.Run(test.args+" "+test.failed, func(t *testing.T) {
			t.Parallel()
			var stderr bytes.Buffer
			brain := exec.Command(filetest.Brain(t), strings.Fields(test.args)...)
			brain.Dir, brain.Stdout, brain.Stderr = realFolder(t, forced), test.to(t), &stderr
			_ = brain.Run()
			want := printed{}
			if test.failed != "" {
				want = printed{stderr: "tahoun: standard output: " + test.failed + "\n", exit: 1}
			}
			assert.Equal(t, want, printed{stderr: stderr.String(), exit: brain.ProcessState.ExitCode()})
			assert.Equal(t, test.answer, readFolder(t, brain.Dir)["TAH.DAT"])
		})
	}
}

// fullDevice returns a device that is always full.
func fullDevice(t *testing.T) *os.File {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// closedPipe returns a pipe whose reader has gone.
func closedPipe(t *testing.T) *os.File {
	r, w, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, r.Close())
	t.Cleanup(func() { w.Close() })
	return w
}

// SIGTERM and SIGINT end a long move for a manager with the best move so far, on the disk and with exit code 0.
func TestProcessIsStopped(t *testing.T) {
	b, _, err := fileproto.ParseBoard("", []byte(quiet["PLOCHA.DAT"]))
	require.NoError(t, err)
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			brain := exec.Command(filetest.Brain(t))
			brain.Dir = realFolder(t, quiet.with("INFO.DAT", "timeout_turn 3600000\n").with("TIMEOUTS.DAT", "3600\n2147483647\n"))
			require.NoError(t, brain.Start())
			hangs := time.AfterFunc(time.Minute, func() { _ = brain.Process.Kill() })
			defer hangs.Stop()
			require.Eventually(t, func() bool { // it reads no other file: the brain renames them meanwhile
				answer, err := os.ReadFile(filepath.Join(brain.Dir, "TAH.DAT"))
				return err == nil && string(answer) != quiet["TAH.DAT"]
			}, time.Minute, 5*time.Millisecond)
			require.NoError(t, brain.Process.Signal(signal))
			require.NoError(t, brain.Wait())
			files := readFolder(t, brain.Dir)
			require.Regexp(t, regexp.MustCompile(`^\d+,\d+\n$`), files["TAH.DAT"])
			assert.Equal(t, board.Empty, b.At(parsePoint(t, files["TAH.DAT"])))
			assert.Contains(t, files["MSG.DAT"], strings.TrimSpace(files["TAH.DAT"]))
		})
	}
}
