package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Brains and their children end with the program, also where it is killed.
func TestProgramEnds(t *testing.T) {
	for _, end := range []os.Signal{os.Interrupt, syscall.SIGTERM, os.Kill} {
		t.Run(end.String(), func(t *testing.T) {
			self, err := os.Executable()
			require.NoError(t, err)
			notes, temp := t.TempDir(), t.TempDir()
			brain := "pipe:'" + self + "' " + asBrain + " parent '" + notes + "'"
			program := exec.Command(self, asBoard, "-show=false", "-p", brain)
			program.Env = append(os.Environ(), "TMPDIR="+temp)
			program.Stderr = os.Stderr
			out, err := program.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, program.Start())
			said := bufio.NewScanner(out)
			require.True(t, said.Scan())
			p := &page{T: t, address: strings.TrimPrefix(said.Text(), "The page is at ")}
			p.open()
			go func() { // it never gets an answer
				body, _ := json.Marshal(asked(standard(), 1))
				r, _ := http.NewRequest(http.MethodPost, p.address+"move", bytes.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Origin", p.origin())
				r.Header.Set("X-Tab", p.tab)
				if got, err := http.DefaultClient.Do(r); err == nil {
					got.Body.Close()
				}
			}()
			brains := pids(t, notes, 2)
			require.NoError(t, program.Process.Signal(end))
			_ = program.Wait()
			for _, pid := range brains {
				n, err := strconv.Atoi(pid)
				require.NoError(t, err)
				gone := func() bool { return syscall.Kill(n, 0) == syscall.ESRCH || isZombie(pid) }
				require.Eventually(t, gone, waitForever, moment, "process %s lives on", pid)
			}
			require.Eventually(t, func() bool {
				left, err := os.ReadDir(temp)
				return err == nil && len(left) == 0
			}, waitForever, moment, "a folder is left")
			assert.NotEmpty(t, brains)
		})
	}
}

// isZombie reports whether a process has ended and only waits for its parent.
func isZombie(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	return err != nil || strings.Contains(string(stat), ") Z ")
}
