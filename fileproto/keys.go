package fileproto

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
	"golang.org/x/text/encoding/charmap"
)

// A Number is a whole number that a file may give.
type Number struct {
	Value int64 // nearest to what was written, if that has more than 64 bits
	Given bool
}

// Info is what INFO.DAT says, in its own units. Of repeated keys the last one that can be read counts.
type Info struct {
	Turn   Number // timeout_turn, ms
	Match  Number // timeout_match, ms
	Left   Number // time_left, ms
	Memory Number // max_memory, bytes
	Rule   Number // rule, a bit mask
	Folder string // folder

	Threads Number // thread_num, how many may search at once; only some managers of the pipe protocol send it

	ruleLine int // where Rule was read
}

// ParseInfo reads INFO.DAT: a key and its value per line. Unknown keys are left out; a value that should
// be a number and is none is passed over with a warning.
func ParseInfo(name string, data []byte) (Info, []string) {
	var info Info
	var warnings []string
	for line, text := range lines(data) {
		switch key, wrong := info.Set(text); {
		case wrong != "":
			warnings = append(warnings, at(name, line)+wrong)
		case key == "rule":
			info.ruleLine = line
		}
	}
	return info, warnings
}

// Set takes over what one line says, a key and its value. It returns the key in small letters, and what is
// wrong with the value, "" if nothing.
func (info *Info) Set(line string) (key, wrong string) {
	key, value := cutKey(line)
	numbers := map[string]*Number{
		"timeout_turn":  &info.Turn,
		"timeout_match": &info.Match,
		"time_left":     &info.Left,
		"max_memory":    &info.Memory,
		"rule":          &info.Rule,
		"thread_num":    &info.Threads,
	}
	number, ok := numbers[key]
	switch {
	case key == "folder":
		info.Folder = decode(value)
	case ok && !number.read(value):
		return key, noNumber(key, value)
	}
	return key, ""
}

// Settings are what the file beside the executable says.
type Settings struct {
	Threads int           // use at most so many cores; 0: all that there are
	Margin  time.Duration // keep so much of the time unused; 0: the search's own policy
}

// ParseSettings reads the settings file, in INFO.DAT's form: `threads` and `margin_ms`. Lines that begin with # are
// left out; other keys, which only a person can have meant for this program, and values of no use are passed over with
// a warning.
func ParseSettings(name string, data []byte) (Settings, []string) {
	var settings Settings
	var warnings []string
	for line, text := range lines(data) {
		key, value := cutKey(text)
		var n Number
		switch {
		case strings.HasPrefix(key, "#"):
		case key != "threads" && key != "margin_ms":
			warnings = append(warnings, at(name, line)+"unknown key "+quote(key)+": want threads or margin_ms")
		case !n.read(value):
			warnings = append(warnings, at(name, line)+noNumber(key, value))
		case n.Value < 0:
			warnings = append(warnings, at(name, line)+key+" "+quote(value)+": want 0 or more")
		case key == "threads":
			settings.Threads = int(min(n.Value, 1<<16))
		default:
			settings.Margin = milliseconds(n.Value)
		}
	}
	return settings, warnings
}

// ReadSettings reads the settings file at path, which need not exist.
func ReadSettings(disk afero.Fs, path string) (Settings, []string) {
	data, err := read(disk, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Settings{}, nil
	case err != nil:
		return Settings{}, []string{filepath.Base(path) + ": " + reason(err)}
	}
	return ParseSettings(filepath.Base(path), data)
}

// cutKey splits a line into its first word, in small letters, and what comes after the blanks that follow, or the
// equals sign that some people write there.
func cutKey(text string) (key, value string) {
	text = strings.TrimLeft(text, blanks)
	if i := strings.IndexAny(text, blanks+"="); i >= 0 {
		text, value = text[:i], strings.TrimLeft(text[i:], blanks)
		value = strings.TrimLeft(strings.TrimPrefix(value, "="), blanks)
	}
	return strings.ToLower(text), value
}

// read sets n to the number that text is and tells whether it is one.
func (n *Number) read(text string) bool {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return false
	}
	*n = Number{value, true}
	return true
}

func noNumber(key, value string) string {
	return key + ": want a whole number, got " + quote(value)
}

// decode returns text that is not UTF-8 as if it were in the code page of a Czech Windows, the one that
// old managers here run on.
func decode(text string) string {
	decoded := strings.ToValidUTF8(text, "")
	if decoded == text {
		return text
	}
	decoded, err := charmap.Windows1250.NewDecoder().String(text)
	if err != nil {
		return "" // not possible: every byte is a character or a replacement for one
	}
	return decoded
}
