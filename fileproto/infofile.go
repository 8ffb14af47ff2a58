package fileproto

import (
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
	"golang.org/x/text/encoding/charmap"

	"tahoun/board"
	"tahoun/fileproto/file"
)

// A Number is a whole number that a file may give.
type Number struct {
	Value int64 // the nearest of 64 bits, if the file has more
	Given bool
}

// Info holds the values of INFO.DAT, in its own units. Of repeated keys the last one that can be read counts.
type Info struct {
	Turn   Number // timeout_turn, ms
	Match  Number // timeout_match, ms
	Left   Number // time_left, ms
	Memory Number // max_memory, bytes
	Rule   Number // rule, a bit mask
	Folder string // folder

	// Only some managers send these.
	Threads   Number // thread_num, how many may search at once; 0 or less: no limit
	Nodes     Number // max_node, positions that a move may visit; 0 or less: no limit
	Depth     Number // max_depth, of the search; 0 or less: no limit
	Increment Number // time_increment, ms that the match gains after each move

	ruleLine int // where Rule was read
}

// ParseInfo reads INFO.DAT: a key and its value per line. It ignores unknown keys, and warns about a
// value that should be a number but is not.
func ParseInfo(name string, data []byte) (Info, []string) {
	var info Info
	var warnings []string
	for line, text := range lines(data) {
		key, ok, warning := info.Set(text)
		if warning != "" {
			warnings = append(warnings, at(name, line)+warning)
		}
		if ok && key == "rule" {
			info.ruleLine = line
		}
	}
	return info, warnings
}

// Set takes over the key and the value of one line. It returns the key in small letters, and a warning, "" if
// there is none. ok reports whether the value could be read; it is true for unknown keys.
func (info *Info) Set(line string) (key string, ok bool, warning string) {
	key, value, separator := cutKey(line)
	known := true
	switch key {
	case "folder":
		info.Folder, ok = decode(value), true
	case "timeout_turn":
		ok, warning = info.Turn.read(value, milli)
	case "timeout_match":
		ok, warning = info.Match.read(value, milli)
	case "time_left":
		ok, warning = info.Left.read(value, milli)
	case "max_memory":
		ok, warning = info.Memory.read(value, memory)
	case "rule":
		ok, warning = info.Rule.readRule(value)
	case "thread_num":
		ok, warning = info.Threads.read(value, plain)
	case "max_node":
		ok, warning = info.Nodes.read(value, plain)
	case "max_depth":
		ok, warning = info.Depth.read(value, plain)
	case "time_increment":
		ok, warning = info.Increment.read(value, milli)
	default:
		ok, known = true, false
	}
	switch {
	case warning != "":
		warning = key + ": " + warning
	case known && oddSeparator(separator) != "":
		warning = key + ": " + oddSeparator(separator)
	}
	return key, ok, warning
}

// oddSeparator returns a warning on a separator between key and value that no manager writes, "" if there is none.
func oddSeparator(separator string) string {
	if separator == "" || separator == "=" {
		return ""
	}
	return "want a blank behind it, got " + quote(separator)
}

// Settings are the values of the file beside the executable.
type Settings struct {
	Threads int           // use at most so many cores; 0: all that there are
	Margin  time.Duration // keep so much of the time unused; 0: the search's own policy

	// Experience is the greatest size of a file of experience in bytes; 0: the usual one; below 0: nothing is learned.
	Experience int64
}

var settingKeys = []string{"threads", "margin_ms", "experience"}

// ParseSettings reads the settings file, in INFO.DAT's form: `threads`, `margin_ms` and `experience`. Lines that begin
// with # are comments. It warns about unusable values, about a key that is there twice, of which the last counts, and
// about other keys: only a person can have meant them for this program.
func ParseSettings(name string, data []byte) (Settings, []string) {
	var settings Settings
	var warnings []string
	before := map[string]int{} // the lines of keys
	for line, text := range lines(data) {
		key, value, separator := cutKey(text)
		if slices.Contains(settingKeys, key) {
			if before[key] > 0 {
				warnings = append(warnings,
					at(name, line)+key+": in line "+strconv.Itoa(before[key])+" too; this one counts")
			}
			before[key] = line
		}
		var n Number
		unit := milli
		if key == "experience" {
			unit = memory
			if strings.EqualFold(strings.Trim(value, blanks), "off") {
				settings.Experience = -1
				continue
			}
		}
		ok, warning := n.read(value, unit)
		if warning == "" {
			warning = oddSeparator(separator)
		}
		switch {
		case strings.HasPrefix(key, "#"):
		case !slices.Contains(settingKeys, key):
			warnings = append(warnings,
				at(name, line)+"unknown key "+quote(key)+": want threads, margin_ms or experience")
		case ok && n.Value < 0:
			warnings = append(warnings, at(name, line)+key+" "+quote(value)+": want 0 or more")
		default:
			if warning != "" {
				warnings = append(warnings, at(name, line)+key+": "+warning)
			}
			if ok {
				settings.set(key, n.Value)
			}
		}
	}
	return settings, warnings
}

func (s *Settings) set(key string, n int64) {
	switch key {
	case "threads":
		s.Threads = int(min(n, 1<<16))
	case "margin_ms":
		s.Margin = milliseconds(n)
	case "experience":
		s.Experience = n
		if n == 0 {
			s.Experience = -1
		}
	}
}

// ReadSettings reads the settings file at path, which need not exist. A slow disk is not waited for.
func ReadSettings(disk afero.Fs, path string) (Settings, []string) {
	name := filepath.Base(path)
	c, err := readSoon(disk, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Settings{}, nil
	case err != nil:
		return Settings{}, []string{name + ": " + file.Reason(err)}
	}
	settings, warnings := ParseSettings(name, c.data)
	return settings, append(c.warnings, warnings...)
}

// separators may stand between a key and its value beside blanks. Some people write them.
const separators = "=:;,"

// cutKey splits a line into its first word, in small letters, and its value, which follows blanks, a separator or both.
func cutKey(text string) (key, value, separator string) {
	key = strings.TrimLeft(text, blanks)
	if i := strings.IndexAny(key, blanks+separators); i >= 0 {
		key, value = key[:i], strings.TrimLeft(key[i:], blanks)
		if value != "" && strings.Contains(separators, value[:1]) {
			separator, value = value[:1], strings.TrimLeft(value[1:], blanks)
		}
	}
	return strings.ToLower(key), value, separator
}

// Units are the factors of the units that people write behind a number, by name in small letters.
type units map[string]float64

var (
	plain         = units{"": 1}
	milli         = units{"": 1, "ms": 1, "s": 1000}
	seconds       = units{"": 1, "s": 1, "ms": 0.001}
	memory  units = units{
		"": 1, "b": 1, "k": 1e3, "kb": 1e3, "kib": 1 << 10, "m": 1e6, "mb": 1e6, "mib": 1 << 20,
		"g": 1e9, "gb": 1e9, "gib": 1 << 30,
	}
)

// read sets n to the whole number at the start of text, and reports whether there is one. A fraction or a unit counts,
// the result is rounded down, and punctuation or another number behind it is left out, all that with a warning.
func (n *Number) read(text string, u units) (ok bool, warning string) {
	value, err := strconv.ParseInt(text, 10, 64)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		*n = Number{value, true} // where it is out of range, the nearest of 64 bits
		return true, ""
	}
	digits, unit := cutNumber(strings.Trim(text, `"'`+blanks))
	factor, known := u[unit]
	if !known && unit[0] < 'A' { // punctuation or another number, no unit
		factor, known = 1, true
	}
	exact, err := strconv.ParseFloat(digits, 64)
	if err != nil || !known {
		return false, "want a whole number, got " + quote(text)
	}
	*n = Number{int64(min(max(math.Floor(exact*factor), -1<<62), 1<<62)), true}
	return true, quote(text) + " read as " + strconv.FormatInt(n.Value, 10)
}

// readRule is read for a rule, which a person may call by its name.
func (n *Number) readRule(text string) (ok bool, warning string) {
	if rule, err := board.ParseRule(strings.Trim(text, `"'`+blanks)); err == nil {
		*n = Number{int64(rule), true}
		return true, ""
	}
	if ok, warning = n.read(text, plain); !ok {
		warning = "want a number or a name such as renju, got " + quote(text)
	}
	return ok, warning
}

// cutNumber splits text after the number at its start. It returns the number with a decimal point, and the word behind
// it in small letters.
func cutNumber(text string) (digits, rest string) {
	digits, rest = cutDigits(text, len(text)-len(strings.TrimLeft(text, "+-")))
	if rest != "" && (rest[0] == '.' || rest[0] == ',') {
		fraction, behind := cutDigits(rest[1:], 0)
		digits, rest = digits+"."+fraction, behind
	}
	rest = strings.TrimLeft(rest, blanks)
	if i := strings.IndexAny(rest, blanks+separators); i > 0 {
		rest = rest[:i]
	}
	return digits, strings.ToLower(rest)
}

// cutDigits splits text after its first from bytes and the digits that follow.
func cutDigits(text string, from int) (head, rest string) {
	end := from
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	return text[:end], text[end:]
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
