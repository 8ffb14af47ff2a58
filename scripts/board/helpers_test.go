package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/spf13/afero"
	"github.com/stretchr/testify/require"

	"tahoun/scripts/internal/player"
)

// The test binary is also the program itself, and the brains that the tests start.
const (
	asBoard = "as-board"
	asBrain = "as-brain"
)

func TestMain(m *testing.M) {
	if player.Reaps(os.Args) {
		return
	}
	switch {
	case len(os.Args) > 2 && os.Args[1] == asBrain:
		beBrain(os.Args[2], os.Args[3:])
	case len(os.Args) > 1 && os.Args[1] == asBoard:
		os.Args = append(os.Args[:1], os.Args[2:]...)
		main()
	default:
		os.Exit(m.Run())
	}
}

// beBrain is a pipe brain. It plays the first empty square, counted row by row, unless its mode says otherwise. It
// leaves its number and its child's in the folder of args, if there is one.
func beBrain(mode string, args []string) {
	leave := func(pid int) {
		if len(args) > 0 {
			_ = os.WriteFile(filepath.Join(args[0], strconv.Itoa(pid)), nil, 0o644)
		}
	}
	var taken map[string]bool
	var moved time.Time
	width := 0
	answer := func() {
		switch mode {
		case "illegal":
			fmt.Println("0,0")
			return
		case "outside":
			fmt.Println("99,-3")
			return
		case "crash":
			fmt.Fprintln(os.Stderr, "no memory")
			os.Exit(3)
		case "hang", "parent":
			if mode == "parent" {
				self, _ := os.Executable()
				child := exec.Command(self, asBrain, "sleep")
				if child.Start() == nil {
					leave(child.Process.Pid)
				}
			}
			leave(os.Getpid())
			time.Sleep(time.Hour)
		case "flood":
			for {
				fmt.Println("MESSAGE " + strings.Repeat("x", 1000))
			}
		}
		fmt.Printf("MESSAGE <b>first & empty</b>\n")
		for i := 0; ; i++ {
			if at := fmt.Sprintf("%d,%d", i%width, i/width); !taken[at] {
				taken[at] = true
				moved = time.Now()
				fmt.Println(at)
				return
			}
		}
	}
	if mode == "sleep" {
		time.Sleep(time.Hour)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		word, rest, _ := strings.Cut(in.Text(), " ")
		if mode == "unready" && time.Since(moved) < player.DefaultPause-time.Millisecond {
			fmt.Println("ERROR unknown command", rest)
			continue
		}
		switch word {
		case "START", "RECTSTART":
			width, _ = strconv.Atoi(strings.Split(rest, ",")[0])
			taken = map[string]bool{}
			fmt.Println("OK")
		case "RESTART":
			taken = map[string]bool{}
			fmt.Println("OK")
		case "BEGIN":
			answer()
		case "TURN":
			taken[rest] = true
			answer()
		case "BOARD":
			for in.Scan() && in.Text() != "DONE" {
				fields := strings.Split(in.Text(), ",")
				taken[fields[0]+","+fields[1]] = true
			}
			answer()
		case "END":
			return
		}
	}
}

// brain returns a brain of the test binary.
func brain(t testing.TB, mode string, args ...string) player.Spec {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	args = append([]string{self, asBrain, mode}, args...)
	return player.Spec{Protocol: player.Pipe, Args: args, Label: mode, Grace: time.Second, Startup: waitForever}
}

func newServer(t testing.TB, brains ...player.Spec) *server {
	t.Helper()
	s := &server{disk: afero.NewOsFs(), brains: brains, threads: 1, turn: time.Second, tabs: map[string]*tab{}}
	t.Cleanup(func() { require.NoError(t, s.close()) })
	return s
}

// newTestTab returns a tab that ends with the test.
func newTestTab(t testing.TB) *tab {
	tab := newTab()
	t.Cleanup(func() { require.NoError(t, tab.close()) })
	return tab
}

// square returns the number of a square on a board of 15 columns.
func square(x, y int) int { return 15*y + x }

// moves returns moves of x and o in turn.
func moves(squares ...int) []int {
	all := make([]int, len(squares))
	for i, s := range squares {
		all[i] = 2*s + i%2
	}
	return all
}

func standard(squares ...int) line {
	return line{Width: 15, Height: 15, First: "x", Moves: moves(squares...)}
}

// A page is a served page without a browser.
type page struct {
	*testing.T
	address string // with the secret
	tab     string
	first   greeting
}

// openPage serves the page and opens a tab.
func openPage(t *testing.T, s *server) *page {
	t.Helper()
	g := guard{next: s.handler(), secret: newSecret()}
	guarded := func(w http.ResponseWriter, r *http.Request) { g.ServeHTTP(w, r) }
	web := httptest.NewUnstartedServer(http.HandlerFunc(guarded))
	_, port, _ := strings.Cut(web.Listener.Addr().String(), ":")
	g.port = port
	web.Start()
	t.Cleanup(func() { // runs after the tabs are closed
		web.CloseClientConnections()
		web.Close()
	})
	p := &page{T: t, address: web.URL + "/" + g.secret + "/"}
	p.open()
	return p
}

// open opens a tab of its own, which ends with the test.
func (p *page) open() (closeTab func()) {
	p.Helper()
	socket := p.connect()
	p.first = greeting{}
	require.NoError(p, wsjson.Read(context.Background(), socket, &p.first))
	require.NotEmpty(p, p.first.Tab)
	p.tab = p.first.Tab
	return func() { socket.CloseNow() }
}

// connect begins the connection of a tab.
func (p *page) connect() *websocket.Conn {
	p.Helper()
	socket, _, err := websocket.Dial(context.Background(), p.address+"tab", nil)
	require.NoError(p, err)
	p.Cleanup(func() { socket.CloseNow() })
	return socket
}

// origin returns the page's address without its path.
func (p *page) origin() string { return p.address[:strings.Index(p.address[8:], "/")+8] }

// post sends a question as the page does.
func (p *page) post(ctx context.Context, path string, question any) *http.Response {
	p.Helper()
	body, err := json.Marshal(question)
	require.NoError(p, err)
	ask, err := http.NewRequestWithContext(ctx, http.MethodPost, p.address+path, bytes.NewReader(body))
	require.NoError(p, err)
	ask.Header.Set("Content-Type", "application/json")
	ask.Header.Set("Origin", p.origin())
	ask.Header.Set("X-Tab", p.tab)
	got, err := http.DefaultClient.Do(ask)
	require.NoError(p, err)
	return got
}

// ask returns the answer to a question, or the words of the failure.
func ask[A any](p *page, path string, question any) (answer A, failed string) {
	p.Helper()
	got := p.post(context.Background(), path, question)
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	require.NoError(p, err)
	var f failure
	require.NoError(p, json.Unmarshal(body, &f), string(body))
	if f.Error == "" {
		require.NoError(p, json.Unmarshal(body, &answer), string(body))
	}
	return answer, f.Error
}
