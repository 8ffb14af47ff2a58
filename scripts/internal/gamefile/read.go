package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"tahoun/board"
)

// The sizes of the largest files that are read: with a tree of moves, and without.
const (
	maxTreeBytes = 16 << 20
	maxBytes     = 1 << 20
)

// maxSquares is how many moves fit on the largest board.
const maxSquares = board.MaxSide * board.MaxSide

// Options tell what some formats do not: a position as text and an opening have no size.
type Options struct {
	Width, Height int  // 0: 15, or more if a move needs it
	FromTop       bool // row 1 of a position as text is the topmost
}

// Read reads a game. It finds the format by the content; name decides only where that is not enough, and is for
// messages.
func Read(name string, content []byte, o Options) (*Game, error) {
	if o.Width != 0 || o.Height != 0 {
		if err := checkSize(o.Width, o.Height); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	format := detect(name, content[:min(len(content), maxTreeBytes)])
	limit := maxBytes
	if format == SGF {
		limit = maxTreeBytes
	}
	if len(content) > limit && format != RenLib { // whose reader stops there
		return nil, fmt.Errorf("%s: larger than %d MiB", name, limit>>20)
	}
	var g *Game
	var err error
	switch format {
	case RenLib:
		g, err = readRenLib(name, content)
	case SGF:
		g, err = readSGF(name, content)
	case PSQ:
		g, err = readPSQ(name, utf8Text(content))
	case PlayOK:
		g, err = readPlayOK(name, utf8Text(content), o)
	case Sav:
		g, err = readSav(name, utf8Text(content))
	case Pos:
		g, err = readPos(name, content)
	case Text:
		g, err = readText(name, utf8Text(content), o)
	case Openings:
		g, err = readOffsets(name, utf8Text(content), o)
	case Drawing:
		g, err = readDrawing(name, utf8Text(content))
	default:
		err = errors.New(name + ": unknown format: want a game as .psq, SGF, RenLib .lib, PlayOK's record, .sav or .pos, a position as text (h8i9), " +
			"a board of - x o #, or an opening as dx,dy")
	}
	if err != nil {
		return nil, err
	}
	g.Format = format
	for i, warning := range g.Warnings {
		if format != Drawing { // package fileproto names the file
			g.Warnings[i] = name + ": " + warning
		}
	}
	return g, nil
}

// The starts of formats. SGF may have other text before it.
var (
	psqStart     = regexp.MustCompile(`^\s*(?i:piskvorky)\b`)
	sgfStart     = regexp.MustCompile(`\(\s*;`)
	textStart    = regexp.MustCompile(`^\s*(?:\S*#/)?(?:1\.\s*)?[A-Za-z]{1,2}[0-9]`)
	offsetsStart = regexp.MustCompile(`^(?:\s*(?:#.*)?\n)*\s*[-+]?[0-9]+[ \t]*,`)
	drawingStart = regexp.MustCompile(`^[-xoXO#bBwW12●○._+*0-9\[\] \t,;\r\n]+`)
	grid         = regexp.MustCompile(`^[012]([,; \t][012])*[,; \t]?$`)
)

// detect returns the format of content, "" if it is unknown.
func detect(name string, content []byte) Format {
	extension := strings.ToLower(filepath.Ext(name))
	if bytes.HasPrefix(content, renLibMagic) || isOldRenLib(extension, content) {
		return RenLib
	}
	if isPos(extension, content) {
		return Pos
	}
	text := utf8Text(content)
	switch {
	case strings.TrimSpace(text) == "":
		return ""
	case isPlayOK(text):
		return PlayOK
	case savStart.MatchString(text):
		return Sav
	case psqStart.MatchString(text):
		return PSQ
	case strings.HasPrefix(strings.TrimSpace(text), "("), extension == ".sgf":
		return SGF
	case offsetsStart.MatchString(text) && !isGrid(text):
		return Openings
	case textStart.MatchString(text):
		return Text
	case drawingStart.MatchString(text):
		return Drawing
	case sgfStart.MatchString(text):
		return SGF
	case extension == ".psq":
		return PSQ
	case extension == ".sav":
		return Sav
	case extension == ".pos":
		return Pos
	}
	return ""
}

// isGrid reports whether text is a board of 0, 1 and 2: at least as many lines as the smallest board has, all alike.
func isGrid(text string) bool {
	rows := strings.Split(strings.TrimSpace(text), "\n")
	return len(rows) >= 5 && !slices.ContainsFunc(rows, func(row string) bool {
		row = strings.TrimSpace(row)
		return len(row) != len(strings.TrimSpace(rows[0])) || !grid.MatchString(row)
	})
}

// utf8Text returns content as UTF-8 with lines that end with \n. Without a byte order mark it takes what is not valid
// UTF-8 for Windows-1252.
func utf8Text(content []byte) string { return newlines(decode(content, charmap.Windows1252)) }

func newlines(text string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text) }

// decode returns content as UTF-8. A byte order mark tells its encoding; else it is UTF-8 if it is valid as such; else
// it has the other encoding.
func decode(content []byte, other encoding.Encoding) string {
	if utf8.Valid(content) {
		other = unicode.UTF8
	}
	text, _, err := transform.Bytes(unicode.BOMOverride(other.NewDecoder()), content)
	if err != nil {
		return strings.ToValidUTF8(string(content), "?")
	}
	return string(text)
}

// quote quotes the start of a text for a message.
func quote(text string) string {
	const longest = 40
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strconv.Quote(text)
}

// newGame returns an empty game on an empty board.
func newGame(width, height int) *Game {
	return &Game{Start: board.New(width, height), First: board.X}
}

// checkSize returns an error if no board has the size.
func checkSize(width, height int) error {
	if min(width, height) < 1 || max(width, height) > board.MaxSide {
		return fmt.Errorf("want a board of 1 to %d columns and rows, got %dx%d", board.MaxSide, width, height)
	}
	return nil
}
