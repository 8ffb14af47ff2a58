package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/afero"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/level"
	"tahoun/search"
)

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
	brains  []offered
	threads int
	turn    time.Duration // for a move, where the page does not choose
	given   bool          // whether the command line told turn
	home    *home         // the folder or file of the command line; nil: none
	kept    settings
	shelf   shelf

	mu   sync.Mutex
	tabs map[string]*tab
	open sync.WaitGroup // of the pages' connections
}

// A greeting is the first message to a new page.
type greeting struct {
	Tab     string        `json:"tab"`
	Version string        `json:"version"`
	Players []string      `json:"players"` // Tahoun first
	Levels  []level.Level `json:"levels"`  // the strongest first
	Level   string        `json:"level"`   // for the first game, its key
	Rules   []uint        `json:"rules"`
	Turn    int64         `json:"turn"` // ms for a move
	Threads int           `json:"threads"`
	Given   bool          `json:"turnGiven"`
	Home    string        `json:"home"` // the folder or file of the command line, "" for none

	Settings map[string]string `json:"settings"` // null: the program keeps none

	HomeFormat string `json:"homeFormat"` // in which it can be written: folder, or an extension such as psq; "": it cannot
	HomeDigest string `json:"homeDigest"` // see digest
	Game       *tree  `json:"game"`       // in it
	Problem    string `json:"problem"`
}

func rules() []uint {
	var all []uint
	for n := uint(0); n < 1<<8; n++ {
		if _, err := cli.Rule(n); err == nil {
			all = append(all, n)
		}
	}
	return all
}

func (s *server) greet(id string) greeting {
	hello := greeting{
		Tab: id, Version: search.Version, Players: []string{"Tahoun"}, Levels: level.All, Level: level.First,
		Rules: rules(), Turn: s.turn.Milliseconds(), Given: s.given, Threads: s.threads,
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
	if hello.Game, hello.HomeDigest, err = s.home.read(&s.shelf); err != nil {
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

// An answerer answers a question with values, a failure last if there was one. read reads the question.
type answerer func(ctx context.Context, t *tab, read func(any) error, send func(any) error) error

// A question is what a page may ask.
type question struct {
	limit  int64 // bytes of its JSON
	answer answerer
}

func (s *server) questions() map[string]question {
	return map[string]question{
		"check":    {maxLine, reply(quick(check))},
		"move":     {maxLine, reply(s.move)},
		"swap2":    {maxLine, reply(s.swap2)},
		"analyse":  {maxLine, stream(s.analyse)},
		"review":   {maxLine, stream(s.review)},
		"try":      {maxLine, reply(s.try)},
		"prove":    {maxLine, stream(s.prove)},
		"open":     {maxFiles, reply(quick(s.shelf.open))},
		"game":     {maxLine, reply(quick(s.game))},
		"merge":    {maxFiles, reply(quick(s.shelf.tree))},
		"save":     {maxFiles, reply(quick(s.save))},
		"settings": {maxLine, reply(quick(s.kept.write))},
	}
}

// reply makes a question that is answered with one value.
func reply[Q, A any](answer func(context.Context, *tab, Q) (A, error)) answerer {
	return func(ctx context.Context, t *tab, read func(any) error, send func(any) error) error {
		var ask Q
		if err := read(&ask); err != nil {
			return err
		}
		got, err := answer(ctx, t, ask)
		if err != nil {
			return send(failure{oneLine(err)})
		}
		return send(got)
	}
}

// stream makes a question that is answered with several values.
func stream[Q any](answer func(context.Context, *tab, Q, func(any) error) error) answerer {
	return func(ctx context.Context, t *tab, read func(any) error, send func(any) error) error {
		var ask Q
		if err := read(&ask); err != nil {
			return err
		}
		if err := answer(ctx, t, ask, send); err != nil && !errors.Is(err, errReplaced) {
			return send(failure{oneLine(err)})
		}
		return nil
	}
}

// A failure is the answer where there is none, with the reason for a person.
type failure struct {
	Error string `json:"error"`
}

// quick makes an answer to a question that needs neither its page nor much time.
func quick[Q, A any](answer func(Q) (A, error)) func(context.Context, *tab, Q) (A, error) {
	return func(_ context.Context, _ *tab, ask Q) (A, error) { return answer(ask) }
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
