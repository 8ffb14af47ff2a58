package main

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/spf13/afero"

	"tahoun/board"
	"tahoun/scripts/internal/boardview"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/level"
	"tahoun/scripts/internal/player"
	"tahoun/search"
)

//go:embed page
var pageFiles embed.FS

const (
	// mostTabs is how many pages may be open. Browsers open six connections to a host: one for the search of each page,
	// and one for the other questions.
	mostTabs = 5

	// The sizes of the largest requests: a line of the longest game, and files in base64.
	maxLine  = 1 << 20
	maxFiles = 48 << 20
)

type server struct {
	disk    afero.Fs
	brains  []player.Spec
	threads int
	turn    time.Duration // for a move, where the page does not choose
	given   bool          // whether the command line told turn
	home    *home         // the folder or file of the command line; nil: none
	kept    settings

	mu   sync.Mutex
	tabs map[string]*tab
	open sync.WaitGroup // of the pages' connections
}

// handler returns the page and its requests, without the guard.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux.Handle("GET /", http.FileServerFS(files))
	mux.Handle("GET /boardview/", http.StripPrefix("/boardview", http.FileServerFS(boardview.Files)))
	mux.HandleFunc("GET /tab", s.openTab)
	mux.HandleFunc("POST /check", reply(s, maxLine, quick(check)))
	mux.HandleFunc("POST /move", reply(s, maxLine, s.move))
	mux.HandleFunc("POST /swap2", reply(s, maxLine, s.swap2))
	mux.HandleFunc("POST /analyse", stream(s, s.analyse))
	mux.HandleFunc("POST /review", stream(s, s.review))
	mux.HandleFunc("POST /try", reply(s, maxLine, s.try))
	mux.HandleFunc("POST /open", reply(s, maxFiles, quick(s.openGame)))
	mux.HandleFunc("POST /save", reply(s, maxFiles, quick(s.save)))
	mux.HandleFunc("POST /settings", reply(s, maxLine, quick(s.kept.write)))
	return mux
}

// A greeting is the first message to a new page.
type greeting struct {
	Tab     string        `json:"tab"`
	Version string        `json:"version"`
	Players []string      `json:"players"` // Tahoun first
	Levels  []level.Level `json:"levels"`  // the strongest first
	Level   string        `json:"level"`   // for the first game, its key
	Rules   []rule        `json:"rules"`
	Turn    int64         `json:"turn"` // ms for a move
	Given   bool          `json:"turnGiven"`
	Home    string        `json:"home"` // the folder or file of the command line, "" for none

	Settings map[string]string `json:"settings"` // null: the program keeps none

	HomeFormat string `json:"homeFormat"` // in which it can be written: folder, or an extension such as psq; "": it cannot
	HomeDigest string `json:"homeDigest"` // see digest
	Game       *tree  `json:"game"`       // in it
	Problem    string `json:"problem"`
}

type rule struct {
	Number board.Rule `json:"number"`
	Name   string     `json:"name"`
}

func rules() []rule {
	var all []rule
	for n := uint(0); n < 1<<8; n++ {
		if r, err := cli.Rule(n); err == nil {
			all = append(all, rule{r, r.String()})
		}
	}
	return all
}

// openTab greets a page and keeps its connection. The tab ends with it.
func (s *server) openTab(w http.ResponseWriter, r *http.Request) {
	id, t := rand.Text(), newTab()
	s.mu.Lock()
	full := len(s.tabs) >= mostTabs
	if !full {
		s.tabs[id] = t
		s.open.Add(1)
	}
	s.mu.Unlock()
	if !full {
		defer s.open.Done()
		defer s.closeTab(id)
	}
	socket, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has answered
	}
	defer socket.CloseNow()
	hello := any(failure{fmt.Sprintf("%d pages are open already: close one and load this one again", mostTabs)})
	if !full {
		hello = s.greet(id)
	}
	if err := wsjson.Write(r.Context(), socket, hello); err == nil && !full {
		// The page sends nothing. A message ends the tab, as the end of the connection and that of the program do.
		_, _, _ = socket.Reader(r.Context())
	}
}

func (s *server) greet(id string) greeting {
	hello := greeting{
		Tab: id, Version: search.Version, Players: []string{"Tahoun"}, Levels: level.All, Level: level.First,
		Rules: rules(), Turn: s.turn.Milliseconds(), Given: s.given,
	}
	var err error
	if hello.Settings, err = s.kept.read(); err != nil {
		hello.Problem = oneLine(err)
	}
	for _, b := range s.brains {
		name := b.Label
		for n := 2; slices.Contains(hello.Players, name); n++ {
			name = fmt.Sprintf("%s (%d)", b.Label, n)
		}
		hello.Players = append(hello.Players, name)
	}
	if s.home == nil {
		return hello
	}
	if hello.Game, hello.HomeDigest, err = s.home.read(0); err != nil {
		hello.Problem = oneLine(err)
	}
	hello.Home = s.home.name()
	several := hello.Game != nil && len(hello.Game.Games) > 1 // a save would leave one of them
	if !several && (err == nil || errors.Is(err, errNoBoard)) {
		hello.HomeFormat = s.home.format()
	}
	return hello
}

func (s *server) closeTab(id string) {
	s.mu.Lock()
	t := s.tabs[id]
	delete(s.tabs, id)
	s.mu.Unlock()
	if t != nil {
		_ = t.close() // there is nobody to tell
	}
}

// close ends all tabs. The connections of the pages must end by themselves.
func (s *server) close() error {
	defer s.open.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var all error
	for id, t := range s.tabs {
		all = errors.Join(all, t.close())
		delete(s.tabs, id)
	}
	return all
}

// read reads the tab and the JSON of a request of at most limit bytes.
func (s *server) read(w http.ResponseWriter, r *http.Request, limit int64, ask any) (*tab, bool) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		fail(w, http.StatusUnsupportedMediaType, errors.New("want application/json"))
		return nil, false
	}
	s.mu.Lock()
	t := s.tabs[r.Header.Get("X-Tab")]
	s.mu.Unlock()
	if t == nil {
		fail(w, http.StatusConflict, errors.New("the connection of this page was lost: load it again"))
		return nil, false
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, limit)).Decode(ask); err != nil {
		fail(w, http.StatusBadRequest, fmt.Errorf("the request is damaged: %w", err))
		return nil, false
	}
	return t, true
}

// A failure is the answer where there is none, with the reason for a person.
type failure struct {
	Error string `json:"error"`
}

// quick makes an answer to a question that needs neither its page nor much time.
func quick[Q, A any](answer func(Q) (A, error)) func(context.Context, *tab, Q) (A, error) {
	return func(_ context.Context, _ *tab, ask Q) (A, error) { return answer(ask) }
}

// reply returns a handler that answers with one value.
func reply[Q, A any](s *server, limit int64, answer func(context.Context, *tab, Q) (A, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var ask Q
		t, ok := s.read(w, r, limit, &ask)
		if !ok {
			return
		}
		out := newSender(w)
		if got, err := answer(r.Context(), t, ask); err != nil {
			_ = out.send(failure{oneLine(err)})
		} else {
			_ = out.send(got)
		}
	}
}

// stream returns a handler that answers with a value per line, the last one a failure if there was one.
func stream[Q any](s *server, answer func(context.Context, *tab, Q, func(any) error) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var ask Q
		t, ok := s.read(w, r, maxLine, &ask)
		if !ok {
			return
		}
		out := newSender(w)
		if err := answer(r.Context(), t, ask, out.send); err != nil && !errors.Is(err, errReplaced) {
			_ = out.send(failure{oneLine(err)})
		}
	}
}

// fail refuses a request that the page does not make.
func fail(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(failure{oneLine(err)})
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// A sender writes JSON values, a line each, and does not wait for more.
type sender struct {
	json *json.Encoder
	out  *http.ResponseController
}

func newSender(w http.ResponseWriter) sender {
	w.Header().Set("Content-Type", "application/x-ndjson")
	return sender{json.NewEncoder(w), http.NewResponseController(w)}
}

func (s sender) send(v any) error {
	if err := s.json.Encode(v); err != nil {
		return err
	}
	return s.out.Flush()
}
