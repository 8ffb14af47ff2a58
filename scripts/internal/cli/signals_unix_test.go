//go:build unix

package cli

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// askable names the variable that makes this test a program that can be interrupted; its value is the moment.
const askable = "TAHOUN_ASKABLE"

func TestMain(m *testing.M) {
	if text, ok := os.LookupEnv(askable); ok {
		moment, err := time.ParseDuration(text)
		if err != nil {
			panic(err)
		}
		ctx := interruptible(moment)
		os.Stdout.WriteString("ready\n")
		<-ctx.Done()
		os.Stdout.WriteString("asked\n")
		_, _ = io.Copy(io.Discard, os.Stdin) // the remaining work
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// asked returns a program that was asked to end once, and a function that lets it end by itself.
func asked(t *testing.T, moment time.Duration) (*exec.Cmd, io.Closer) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	program := exec.Command(self)
	program.Env = append(os.Environ(), askable+"="+moment.String())
	stdin, err := program.StdinPipe()
	require.NoError(t, err)
	stdout, err := program.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, program.Start())
	t.Cleanup(func() { _ = program.Process.Kill() })
	said := bufio.NewReader(stdout)
	for _, want := range []string{"ready\n", "asked\n"} {
		line, err := said.ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, want, line)
		if want == "ready\n" {
			require.NoError(t, program.Process.Signal(syscall.SIGTERM))
		}
	}
	return program, stdin
}

// Signals that a closed terminal or a nervous finger sends at once are one request: the program ends its work.
func TestRequestsAtOnceAreOne(t *testing.T) {
	program, stdin := asked(t, time.Hour)
	for _, s := range []os.Signal{syscall.SIGHUP, os.Interrupt, syscall.SIGTERM} {
		require.NoError(t, program.Process.Signal(s))
	}
	stdin.Close()
	_ = program.Wait()
	assert.Equal(t, "exit status 7", program.ProcessState.String())
}

func TestLaterRequestEndsAtOnce(t *testing.T) {
	program, _ := asked(t, 0)
	over := make(chan error)
	go func() { over <- program.Wait() }()
	for {
		select {
		case <-over:
			assert.Equal(t, "signal: terminated", program.ProcessState.String())
			return
		case <-time.After(time.Millisecond): // until the moment is over
			_ = program.Process.Signal(syscall.SIGTERM)
		}
	}
}
