// Package manager is a manager's side of the file protocol: it writes the five files of a move and reads the answer.
package manager

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"tahoun/board"
)

// A Style is how a manager names its files and ends their lines.
type Style string

// Managers on Windows write `Plocha.dat` with CR LF, others `PLOCHA.DAT` with LF.
const (
	DOS  Style = "dos"
	Unix Style = "unix"
)

// NativeStyle returns the style of managers on this system.
func NativeStyle() Style {
	if runtime.GOOS == "windows" {
		return DOS
	}
	return Unix
}

// ParseStyle reads the name of a style.
func ParseStyle(text string) (Style, error) {
	if style := Style(text); style == DOS || style == Unix {
		return style, nil
	}
	return "", errors.New("want dos or unix")
}

// LineEnd returns the characters that end a line.
func (s Style) LineEnd() string {
	if s == DOS {
		return "\r\n"
	}
	return "\n"
}

// The files of a move, in the order in which a manager writes them.
const (
	BoardFile = iota
	SideFile
	TimeoutsFile
	InfoFile
	MessageFile
)

var names = map[Style][]string{
	DOS:  {"Plocha.dat", "Tah.dat", "TimeOuts.dat", "Info.dat", "msg.dat"},
	Unix: {"PLOCHA.DAT", "TAH.DAT", "TIMEOUTS.DAT", "INFO.DAT", "MSG.DAT"},
}

// Names returns the names of the five files.
func (s Style) Names() []string { return slices.Clone(names[s]) }

// NoLimit stands for a number of milliseconds or bytes without a limit, and for all larger numbers: old brains read 32
// bits.
const NoLimit = math.MaxInt32

// Milliseconds returns d in whole milliseconds for a file.
func Milliseconds(d time.Duration) int64 { return min(d.Milliseconds(), NoLimit) }

// A Position is the content of the files for a move.
type Position struct {
	Rows   []string // of the board, see Rows
	Side   string   // x or o, the side to move
	Turn   int64    // ms for the move; 0: as fast as possible
	Match  int64    // ms for the match; 0: no limit
	Left   int64    // ms left in the match, or NoLimit
	Memory int64    // bytes; 0: no limit
	Rule   int
	Folder string   // for persistent files; "": none
	Info   []string // more lines of the info file, which override the others as in Override
}

// lines returns the lines of the five files.
func (p Position) lines() [][]string {
	var folder []string
	if p.Folder != "" {
		folder = []string{"folder " + p.Folder}
	}
	return [][]string{
		BoardFile:    p.Rows,
		SideFile:     {p.Side},
		TimeoutsFile: {strconv.FormatInt(p.Turn/1000, 10), strconv.FormatInt(p.Left, 10)},
		InfoFile: Override(append([]string{
			fmt.Sprintf("max_memory %d", min(p.Memory, NoLimit)),
			fmt.Sprintf("timeout_match %d", p.Match),
			fmt.Sprintf("timeout_turn %d", p.Turn),
			"game_type 1",
			fmt.Sprintf("rule %d", p.Rule),
			fmt.Sprintf("time_left %d", p.Left),
		}, append(folder, p.Info...)...)),
		MessageFile: nil,
	}
}

// Override returns lines of INFO with each key once: the last line with a key counts. A line that is a key alone,
// without a blank, leaves the key out.
func Override(lines []string) []string {
	var told []string
	for i, line := range lines {
		key, _, hasValue := strings.Cut(line, " ")
		if hasValue && !slices.ContainsFunc(lines[i+1:], func(later string) bool { return HasKey(later, key) }) {
			told = append(told, line)
		}
	}
	return told
}

// HasKey reports whether a line of INFO has a key, in whatever case.
func HasKey(line, key string) bool {
	its, _, _ := strings.Cut(line, " ")
	return strings.EqualFold(its, key)
}

// Text returns the content of a file, which is numbered from BoardFile to MessageFile.
func (p Position) Text(number int, style Style) []byte {
	var text []byte
	for _, line := range p.lines()[number] {
		text = append(text, line+style.LineEnd()...)
	}
	return text
}

// Write writes the five files of p into dir.
func (p Position) Write(dir string, style Style) error {
	for i, name := range names[style] {
		if err := overwrite(filepath.Join(dir, name), p.Text(i, style)); err != nil {
			return err
		}
	}
	return nil
}

// overwrite writes a file. It cuts the old content off behind the new one: ext4 writes a file at once to the disk that
// was cut to nothing before, which takes fifteen times as long.
func overwrite(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Truncate(int64(len(text)))
	}
	return errors.Join(err, f.Close())
}

// Rows draws a board as a board file does.
func Rows(b *board.Board) []string {
	rows := make([]string, b.Height())
	for p, s := range b.Points {
		rows[p.Y] += s.String()
	}
	return rows
}
