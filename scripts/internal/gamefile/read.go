package gamefile

import (
	"bytes"
	"fmt"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tahoun/board"
	"tahoun/scripts/internal/charset"
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
	Game          int  // which game of a file with several, from 1; 0: the first that can be read
}

// Read reads a game. It finds the format by the content; name decides only where that is not enough, and is for
// messages.
func Read(name string, content []byte, o Options) (*Game, error) {
	if o.Width != 0 || o.Height != 0 {
		if err := checkSize(o.Width, o.Height); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	text, note := decode(content[:min(len(content), maxTreeBytes)])
	format := detect(name, content, text)
	limit := maxBytes
	if format == SGF {
		limit = maxTreeBytes
	}
	if format == RenLib || format == RIF { // whose readers limit what they keep
		limit = len(content)
	}
	err := checkBytes(name, content, limit)
	if err != nil {
		return nil, err
	}
	var g *Game
	switch format {
	case RenLib:
		g, err = readRenLib(name, content)
	case SGF:
		g, err = readOne(name, o, sgfGames(name, text))
	case RIF:
		var games iter.Seq[record]
		games, note = readRIF(name, content)
		g, err = readOne(name, o, games)
	case PSQ:
		g, err = readPSQ(name, text)
	case PlayOK:
		g, err = readOne(name, o, playOKGames(name, text, o))
	case Sav:
		g, err = readSav(name, text)
	case Pos:
		g, err = readPos(name, content)
	case Text:
		g, err = readText(name, text, o)
	case Openings:
		g, err = readOffsets(name, text, o)
	case Drawing:
		g, err = readDrawing(name, text)
	default:
		err = unknown(name, content)
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
	if note != "" && format != RenLib && format != Pos {
		g.Warnings = slices.Insert(g.Warnings, 0, name+": "+note)
	}
	return g, nil
}

// The starts of formats; sgfStart may have other text before it.
var (
	psqStart     = regexp.MustCompile(`^\s*(?i:piskvorky)\b`)
	textStart    = regexp.MustCompile(`^\s*(?:\S*#/)?(?:1\.\s*)?[A-Za-z]{1,2}[0-9]`)
	offsetsStart = regexp.MustCompile(`^(?:\s*(?:#.*)?\n)*\s*[-+]?[0-9]+[ \t]*,`)
	drawingStart = regexp.MustCompile(`^[-xoXO#bBwW12●○._+*0-9\[\] \t,;\r\n]+`)
	grid         = regexp.MustCompile(`^[012]([,; \t][012])*[,; \t]?$`)
)

// detect returns the format of content, "" if it is unknown. text is content as UTF-8.
func detect(name string, content []byte, text string) Format {
	extension := strings.ToLower(filepath.Ext(name))
	if bytes.HasPrefix(content, renLibMagic) || isOldRenLib(extension, content) {
		return RenLib
	}
	if isPos(extension, content) {
		return Pos
	}
	switch {
	case strings.TrimSpace(text) == "":
		return ""
	case rifStart.MatchString(text), extension == ".rif":
		return RIF
	case kindOf(content) != "":
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
	if _, err := readDrawing(name, text); err == nil { // in other characters
		return Drawing
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

// quoted is quote without the quotes themselves.
func quoted(text string) string {
	text = quote(text)
	return text[1 : len(text)-1]
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

// checkBytes returns an error if content is larger than limit.
func checkBytes(name string, content []byte, limit int) error {
	if len(content) > limit {
		return fmt.Errorf("%s: larger than %d MiB", name, limit>>20)
	}
	return nil
}

// checkSize returns an error if no board has the size.
func checkSize(width, height int) error {
	if min(width, height) < 1 || max(width, height) > board.MaxSide {
		return fmt.Errorf("want a board of 1 to %d columns and rows, got %dx%d", board.MaxSide, width, height)
	}
	return nil
}
