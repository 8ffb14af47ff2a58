package fileproto

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/afero"
	"golang.org/x/text/encoding/charmap"

	"tahoun/fileproto/file"
)

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
