package gamefile

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/charset"
)

// The sizes of the largest files that are read as text: with a tree of moves, and without. Only tests change the first.
var maxTreeBytes = 16 << 20

const maxBytes = 1 << 20

// maxSquares is how many moves fit on the largest board.
const maxSquares = board.MaxSide * board.MaxSide

// Options hold facts that some formats lack: a position as text and an opening have no size.
type Options struct {
	Width, Height int  // 0: 15, or more if a move needs it
	FromTop       bool // row 1 of a position as text is the topmost
	Game          int  // which game of a file with several, from 1; 0: the first that can be read
}

// Read reads a game. It finds the format by the content; name decides only where that is not enough, and is for
// messages.
func Read(name string, content []byte, o Options) (*Game, error) {
	_, g, err := Open(name, content, o)
	return g, err
}

// A source is a file that is read.
type source struct {
	Options
	name      string
	extension string // of the name, in lower case
	content   []byte
	format    *format
	note      string      // a warning about the encoding, if that had to be guessed
	all       *collection // the games of a file with several; nil before they are read, and in formats with one

	decoded  string // see text
	isLoaded bool
}

func newSource(name string, content []byte, o Options) *source {
	s := &source{Options: o, name: name, extension: strings.ToLower(filepath.Ext(name)), content: content}
	s.format = s.detect()
	return s
}

// text returns the content as UTF-8 with lines that end with \n, up to maxTreeBytes.
func (s *source) text() string {
	if !s.isLoaded {
		s.decoded, s.note = decode(s.content[:min(len(s.content), maxTreeBytes)])
		s.isLoaded = true
	}
	return s.decoded
}

func (s *source) blank() bool { return strings.TrimSpace(s.text()) == "" }

// checkBytes returns an error if the content is larger than the format's limit.
func (s *source) checkBytes() error {
	if limit := s.format.limit; limit > 0 && len(s.content) > limit {
		return fmt.Errorf("%s: larger than %d MiB", s.name, limit>>20)
	}
	return nil
}

// game reads the game.
func (s *source) game() (*Game, error) {
	g, err := s.format.read(s)
	if err != nil {
		return nil, err
	}
	s.describe(g)
	return g, nil
}

// describe tells a game its format, and puts the file's name before its warnings.
func (s *source) describe(g *Game) {
	g.Format = s.format.name
	for i, warning := range g.Warnings {
		if !strings.HasPrefix(warning, s.name+":") { // package fileproto names the file
			g.Warnings[i] = s.name + ": " + warning
		}
	}
	if s.note != "" {
		g.Warnings = slices.Insert(g.Warnings, 0, s.name+": "+s.note)
	}
}

// sgfCharset finds the encoding that the root of an SGF names.
var sgfCharset = regexp.MustCompile(`(?i)\bCA\s*\[\s*([^\]\s]+)\s*\]`)

// decode returns content as UTF-8 with lines that end with \n, and a note if its encoding had to be guessed.
func decode(content []byte) (text, note string) {
	named := ""
	if found := sgfCharset.FindSubmatch(content[:min(len(content), 4096)]); found != nil {
		named = string(found[1])
	}
	c, note := charset.Guess(content, named)
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(c.Decode(content)), note
}

func quoted(text string) string {
	text = quote(text)
	return text[1 : len(text)-1]
}

func quote(text string) string {
	const longest = 40
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strconv.Quote(text)
}

func newGame(width, height int) *Game {
	return &Game{Start: board.New(width, height), First: board.X}
}

func checkSize(width, height int) error {
	if min(width, height) < 1 || max(width, height) > board.MaxSide {
		return fmt.Errorf("want a board of 1 to %d columns and rows, got %dx%d", board.MaxSide, width, height)
	}
	return nil
}
