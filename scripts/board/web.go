//go:build !js

package main

import (
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"tahoun/scripts/internal/boardview"
)

//go:embed page
var pageFiles embed.FS

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
	for path, q := range s.questions() {
		mux.HandleFunc("POST /"+path, s.web(q))
	}
	return mux
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

// web returns a handler that reads a question and answers it with a line of JSON for each value.
func (s *server) web(q question) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			fail(w, http.StatusUnsupportedMediaType, errors.New("want application/json"))
			return
		}
		s.mu.Lock()
		t := s.tabs[r.Header.Get("X-Tab")]
		s.mu.Unlock()
		if t == nil {
			fail(w, http.StatusConflict, errors.New("the connection of this page was lost: load it again"))
			return
		}
		out := newSender(w)
		read := func(ask any) error {
			err := json.NewDecoder(http.MaxBytesReader(w, r.Body, q.limit)).Decode(ask)
			if err != nil {
				fail(w, http.StatusBadRequest, fmt.Errorf("the request is damaged: %w", err))
			}
			return err
		}
		_ = q.answer(r.Context(), t, read, out.send) // the page is told of errors, or is gone
	}
}

// fail refuses a request that the page does not make.
func fail(w http.ResponseWriter, status int, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(failure{oneLine(err)})
}

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
