package fileproto_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tahoun/fileproto/file/filetest"
)

// pseudoTerminal returns a terminal for a program and the side on which a person reads it.
func pseudoTerminal(t *testing.T) (reader, terminal *os.File) {
	reader, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { reader.Close() })
	var locked, number int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, reader.Fd(), request, uintptr(unsafe.Pointer(value)))
		require.Zero(t, errno)
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { terminal.Close() })
	return reader, terminal
}

// On a terminal a long search shows its progress, and Ctrl-C or SIGTERM ends it with the best move so far.
func TestProgressAndInterrupt(t *testing.T) {
	for name, test := range map[string]struct {
		signal       os.Signal
		args         []string
		during, last string
	}{
		"a move":                 {os.Interrupt, []string{"-n", "-time", "1h"}, "depth", "plays"},
		"a move, SIGTERM":        {syscall.SIGTERM, []string{"-n", "-time", "1h"}, "depth", "plays"},
		"the best move, SIGTERM": {syscall.SIGTERM, []string{"-top", "1", "-time", "1h"}, "depth", "chance"},
		"the best five":          {os.Interrupt, []string{"-top", "5", "-time", "1h"}, "depth", "chance"},
		"the best five, SIGTERM": {syscall.SIGTERM, []string{"-top", "5", "-time", "1h"}, "depth", "chance"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reader, terminal := pseudoTerminal(t)
			brain := exec.Command(filetest.Brain(t), test.args...)
			brain.Dir, brain.Stdout = realFolder(t, openGame), terminal
			require.NoError(t, brain.Start())
			hangs := time.AfterFunc(time.Minute, func() { _ = brain.Process.Kill() })
			defer hangs.Stop()
			var text bytes.Buffer
			var once sync.Once
			buffer := make([]byte, 1<<12)
			go func() {
				_ = brain.Wait()
				terminal.Close() // ends the loop below once all is read
			}()
			for {
				n, err := reader.Read(buffer)
				if text.Write(buffer[:n]); bytes.Contains(text.Bytes(), []byte(test.during)) {
					once.Do(func() { _ = brain.Process.Signal(test.signal) })
				}
				if err != nil {
					break
				}
			}
			assert.Equal(t, 0, brain.ProcessState.ExitCode(), "-1: it had to be killed")
			assert.Contains(t, text.String(), test.during)
			assert.Contains(t, text.String(), test.last)
			assert.Equal(t, openGame, readFolder(t, brain.Dir))
		})
	}
}

// openGame is an open game.
var openGame = folder{
	"PLOCHA.DAT": "---------------\n---------------\n---------------\n---------------\n---------------\n---------------\n" +
		"-------x-------\n-------o-------\n---------------\n---------------\n---------------\n---------------\n" +
		"---------------\n---------------\n---------------\n",
	"TAH.DAT": "x\n", "INFO.DAT": "timeout_turn 1000\n" + smallTable,
}

// A narrow terminal gets no line that is longer.
func TestLinesFitTheTerminal(t *testing.T) {
	const columns = 60
	path := camel(t, "threads 1\n")
	for _, args := range [][]string{{"-n"}, {"-top", "5"}} {
		reader, terminal := pseudoTerminal(t)
		size := struct{ rows, columns, width, height uint16 }{24, columns, 0, 0}
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, terminal.Fd(), syscall.TIOCSWINSZ, uintptr(unsafe.Pointer(&size)))
		require.Zero(t, errno)
		brain := exec.Command(path, append(args, "-time", "2s")...)
		brain.Dir, brain.Stdout = realFolder(t, openGame), terminal
		require.NoError(t, brain.Start())
		go func() {
			_ = brain.Wait()
			terminal.Close()
		}()
		text, _ := io.ReadAll(reader) // ends with an error when the terminal is closed
		lines := strings.FieldsFunc(string(text), func(c rune) bool { return c == '\r' || c == '\n' })
		require.Greater(t, len(lines), 5)
		for _, line := range lines {
			assert.LessOrEqual(t, len(line), columns)
		}
	}
}
