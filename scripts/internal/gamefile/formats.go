package gamefile

import (
	"io"
	"regexp"
	"strings"
)

// A Format is the name of a format, in the words of messages and pages.
type Format string

const (
	PSQ      Format = ".psq"
	SGF      Format = "SGF"
	RenLib   Format = "RenLib .lib"
	Pos      Format = ".pos"
	RIF      Format = "RenjuNet .rif"
	PlayOK   Format = "a record of PlayOK"
	Sav      Format = "Yixin-Board .sav"
	Openings Format = "an opening in offsets"
	Text     Format = "a position as text"
	Drawing  Format = "a drawn board"
)

type format struct {
	name    Format
	example string // that messages show behind the name
	signs   signs
	limit   int  // the bytes of the largest file that is read; 0: the reader limits the moves that it keeps
	long    bool // Lines reads larger files as well

	read  func(*source) (*Game, error)
	lines func(*source, func(Line, error) bool) // yields the openings; nil: Lines finds none in such a file

	write     func(io.Writer, *Game) error // nil: the format is only read
	lost      func(*Game) ([]Loss, error)  // returns the things of a game that write leaves out; nil: it is not asked
	extension string                       // of the files that write makes; "": other formats have it as well
}

// formats is the table of all formats. To add one, write its functions in a file of its own (pos.go is a short one) and
// add a row here: Read, Lines, Writer, the messages, the board and the arena follow. The tests then ask for a sample in
// testdata and for the format's name on the pages that list them (TestEachFormatIsDocumented). A text with one of the
// starts in other.go is seen only by a sign asBytes. Of two rows with the same sign the first counts.
var formats = []format{
	{name: PSQ, signs: signs{atStart: matches(psqStart), byName: named(".psq")}, limit: maxBytes,
		read: readPSQ, lines: mainLine, write: WritePSQ, lost: lostInPSQ, extension: "psq"},
	{name: SGF, signs: signs{atStart: isSGF, inside: matches(sgfStart)}, limit: maxTreeBytes,
		read: oneGame(sgfGames), lines: eachGame(sgfGames), write: WriteSGF, extension: "sgf"},
	{name: RenLib, signs: signs{asBytes: isRenLib}, read: readRenLib, lines: libraryLines,
		write: WriteRenLib, lost: lostInRenLib, extension: "lib"},
	{name: Pos, signs: signs{asBytes: isPos, byName: named(".pos")}, limit: maxBytes, read: readPos, lines: mainLine},
	{name: RIF, signs: signs{asBytes: isRIF}, read: oneGame(rifGames), lines: eachGame(rifGames)},
	{name: PlayOK, signs: signs{marked: isPlayOK}, limit: maxBytes, long: true,
		read: oneGame(playOKGames), lines: eachGame(playOKGames)},
	{name: Sav, signs: signs{marked: matches(savStart), byName: named(".sav")}, limit: maxBytes,
		read: readSav, lines: mainLine},
	{name: Openings, example: "0,0, 1,-1", signs: signs{atStart: isOffsets}, limit: maxBytes, long: true,
		read: readOffsets, lines: listLines},
	{name: Text, example: "h8i9", signs: signs{atStart: matches(textStart)}, limit: maxBytes, long: true,
		read: readText, lines: listLines, write: func(w io.Writer, g *Game) error { return WriteText(w, g, false) }},
	{name: Drawing, example: "- x o #", signs: signs{atStart: matches(drawingStart), byTrial: isDrawing},
		limit: maxBytes, long: true, read: readDrawing},
}

// signs are the tests by which a file is recognised, the surest first: a test counts only if no format passes one
// before it.
type signs [6]func(*source) bool

const (
	asBytes = iota // the bytes, or a start that no person types
	marked         // a start that other formats allow as well
	atStart        // the start of the text
	inside         // any place in the text
	byName         // the end of the file's name
	byTrial        // the reader reads it
)

func matches(start *regexp.Regexp) func(*source) bool {
	return func(s *source) bool { return start.MatchString(s.text()) }
}

func named(extension string) func(*source) bool {
	return func(s *source) bool { return s.extension == extension }
}

func isDrawing(s *source) bool {
	_, err := readDrawing(s)
	return err == nil
}

func (s *source) detect() *format {
	for sign := range len(signs{}) {
		if sign == marked && isOther(s) {
			break
		}
		for i, f := range formats {
			if is := f.signs[sign]; is != nil && is(s) {
				return &formats[i]
			}
		}
	}
	return &other
}

// Names returns the names of the formats that Read reads, in a list for a sentence.
func Names() string { return names(func(format) bool { return true }) }

// NamesOfOpenings returns the names of the formats in which Lines finds openings.
func NamesOfOpenings() string { return names(func(f format) bool { return f.lines != nil }) }

func names(wanted func(format) bool) string {
	var all []string
	for _, f := range formats {
		if name := string(f.name); wanted(f) {
			if f.example != "" {
				name += " (" + f.example + ")"
			}
			all = append(all, name)
		}
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// Writer returns the function that writes files with an extension, such as "psq", or nil.
func Writer(extension string) func(io.Writer, *Game) error {
	for _, f := range formats {
		if f.extension != "" && f.extension == extension {
			return f.write
		}
	}
	return nil
}

// A Loss names a thing of a game that a file in some format does not hold as it is.
type Loss string

// Things that a file of one line of moves does not hold.
const (
	LostTexts      Loss = "texts"      // comments and marks
	LostVariations Loss = "variations" // all moves but one line
)

// Lost returns the things of a game that a person may miss in a file with that extension.
func Lost(extension string, g *Game) ([]Loss, error) {
	for _, f := range formats {
		if f.extension == extension && f.lost != nil {
			return f.lost(g)
		}
	}
	return nil, nil
}

// Extensions returns the extensions for which there is a Writer.
func Extensions() (all []string) {
	for _, f := range formats {
		if f.extension != "" {
			all = append(all, f.extension)
		}
	}
	return all
}
