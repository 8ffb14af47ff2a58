package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A memory is a listener without a network, for tests in which time is not real.
type memory struct{ dialled chan net.Conn }

func (m memory) Accept() (net.Conn, error) {
	c, ok := <-m.dialled
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}

func (m memory) Addr() net.Addr { return &net.TCPAddr{} }

func (m memory) Close() error {
	close(m.dialled)
	return nil
}

func (m memory) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	m.dialled <- theirs
	return ours, nil
}

// A tab ends at once with a message that the page never sends, and so does the program after one.
func TestUnexpectedMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithCancel(context.Background())
		m := memory{make(chan net.Conn)}
		s := newServer(t)
		web := &http.Server{Handler: s.handler(), BaseContext: func(net.Listener) context.Context { return ctx }}
		go func() { _ = web.Serve(m) }()
		client := &http.Client{Transport: &http.Transport{DialContext: m.dial}}
		start := time.Now()
		for range 3 {
			socket, _, err := websocket.Dial(ctx, "http://board/tab", &websocket.DialOptions{HTTPClient: client})
			require.NoError(t, err)
			require.NoError(t, wsjson.Read(ctx, socket, &greeting{}))
			require.NoError(t, wsjson.Write(ctx, socket, "let me in"))
			synctest.Wait()
			s.mu.Lock()
			assert.Empty(t, s.tabs)
			s.mu.Unlock()
			_ = socket.CloseNow()
		}
		end()
		_ = web.Close()
		require.NoError(t, s.close())
		assert.Zero(t, time.Since(start))
		client.CloseIdleConnections()
	})
}

// speak connects to the server of an address and sends text.
func speak(t *testing.T, address, text string) net.Conn {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	c, err := net.Dial("tcp", u.Host)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	_, err = io.WriteString(c, strings.ReplaceAll(text, "HOST", u.Host))
	require.NoError(t, err)
	return c
}

// A connection that was refused is closed, though its sender would keep it open or never sends the body.
func TestRefusedConnectionsAreClosed(t *testing.T) {
	p := openPage(t, newServer(t))
	for _, text := range []string{
		"GET /x HTTP/1.1\r\nHost: HOST\r\n\r\n",
		"POST /x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1000\r\n\r\n{",
		"POST /x HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n",
		"GET /x HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n",
	} {
		c := speak(t, p.address, text)
		require.NoError(t, c.SetReadDeadline(time.Now().Add(waitForever)))
		answer, err := io.ReadAll(c)
		require.NoError(t, err, text)
		assert.Regexp(t, "^HTTP/1.1 40[034] ", string(answer))
	}
}

// A page still opens where the program has few descriptors and others of the machine hold many connections to it.
func TestManyStrangers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no limit of descriptors can be set")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	program := exec.Command("sh", "-c", `ulimit -n 200 && exec "$0" "$@"`, self, asBoard, "-show=false")
	program.Stderr = os.Stderr
	out, err := program.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, program.Start())
	t.Cleanup(func() {
		_ = program.Process.Signal(os.Interrupt)
		assert.NoError(t, program.Wait())
	})
	said := bufio.NewScanner(out)
	require.True(t, said.Scan())
	p := &page{T: t, address: strings.TrimPrefix(said.Text(), "The page is at ")}
	early := speak(t, p.address, "GET "+strings.TrimPrefix(p.address, p.origin())+" HTTP/1.1\r\nHost: HOST\r\n\r\n")
	answers := bufio.NewReader(early)
	first, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, first.Body)
	require.NoError(t, err)
	for i := range 260 {
		switch i % 8 {
		case 0:
			speak(t, p.address, "")
		case 1:
			speak(t, p.address, "GET / HT")
		case 2:
			speak(t, p.address, "POST /x HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\n")
		default:
			speak(t, p.address, "GET /x HTTP/1.1\r\nHost: HOST\r\n\r\n")
		}
	}
	p.open()
	got, failed := ask[checked](p, "check", checkRequest{standard(square(7, 7)), 1})
	require.Empty(t, failed)
	assert.Equal(t, "o", got.Side)

	// A connection that has shown the secret is not closed for others.
	path, host := strings.TrimPrefix(p.address, p.origin()), strings.TrimPrefix(p.origin(), "http://")
	_, err = fmt.Fprintf(early, "GET %spage.css HTTP/1.1\r\nHost: %s\r\n\r\n", path, host)
	require.NoError(t, err)
	again, err := http.ReadResponse(answers, nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, again.StatusCode)
}
