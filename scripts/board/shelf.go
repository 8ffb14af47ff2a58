package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sync"

	"tahoun/scripts/internal/gamefile"
)

// A shelf keeps the files of many games that pages have opened last, so that another game of one is there at once, also
// after a reload of the page.
type shelf struct {
	mu    sync.Mutex
	files []shelved // the newest last
}

type shelved struct {
	id   string
	file *gamefile.File
}

// mostShelved is how many files are kept: one for each page.
const mostShelved = mostTabs

// keep keeps a file and returns its name on the shelf, which differs where the content does.
func (s *shelf) keep(f *gamefile.File, content []byte) string {
	digest := sha256.Sum256(content)
	kept := shelved{hex.EncodeToString(digest[:8]), f}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files = slices.DeleteFunc(s.files, func(old shelved) bool { return old.id == kept.id })
	s.files = append(s.files, kept)
	s.files = slices.Delete(s.files, 0, max(0, len(s.files)-mostShelved))
	return kept.id
}

var errNotKept = errors.New("the file is no longer kept: open it again")

// find returns a file of the shelf.
func (s *shelf) find(id string) (*gamefile.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		if f.id == id {
			return f.file, nil
		}
	}
	return nil, errNotKept
}

// A gameRequest asks for another game of a file that was opened.
type gameRequest struct {
	File string `json:"file"` // of a tree
	Game int    `json:"game"` // from 1
	List bool   `json:"list"` // with the list of all games
}

func (s *server) game(ask gameRequest) (*tree, error) {
	f, err := s.shelf.find(ask.File)
	if err != nil {
		return nil, err
	}
	g, err := f.Game(ask.Game)
	if err != nil {
		return nil, err
	}
	if !ask.List {
		g.Games = nil
	}
	t := newTree(g)
	t.File = ask.File
	return t, nil
}

// tree reads a file for a merge: its game, or the moves of all its games in one tree.
func (s *shelf) tree(ask openRequest) (*tree, error) {
	t, err := s.open(ask)
	if err != nil || t.File == "" {
		return t, err
	}
	f, err := s.find(t.File)
	if err != nil {
		return nil, err
	}
	g, err := f.Tree()
	if err != nil {
		return nil, err
	}
	return newTree(g), nil
}

// A listed game is a game of a file with several.
type listed struct {
	X      string `json:"x,omitempty"`
	O      string `json:"o,omitempty"`
	Title  string `json:"title,omitempty"`
	Date   string `json:"date,omitempty"`
	Result string `json:"result,omitempty"` // as in SGF
	Rule   int    `json:"rule"`             // -1: the file does not tell it
	Moves  int    `json:"moves"`
	Broken string `json:"broken,omitempty"` // why it cannot be read
}

func list(games []gamefile.Summary) (all []listed) {
	for _, g := range games {
		rule := -1
		if g.RuleKnown {
			rule = int(g.Rule)
		}
		all = append(all, listed{g.X, g.O, g.Title, g.Date, g.Result, rule, g.Moves, g.Broken})
	}
	return all
}

// readGame reads a game of a file. One with several goes on the shelf.
func (s *shelf) readGame(name string, content []byte, o gamefile.Options) (*tree, error) {
	f, g, err := gamefile.Open(name, content, o)
	if err != nil {
		return nil, err
	}
	t := newTree(g)
	if len(g.Games) > 0 {
		t.File = s.keep(f, content)
	}
	return t, nil
}
