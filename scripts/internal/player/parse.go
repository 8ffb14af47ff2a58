package player

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path"
	"runtime"
	"strconv"
	"strings"

	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/manager"
)

// Parse reads a player from a command line: the protocol, options with commas between them, a colon, then the program
// and its arguments in the manner of a shell.
//
//	file:./tahoun
//	file,time=1s,match=180s,memory=350m,label=new:./tahoun -x "a b"
//	koth:./bin/koth-tahoun
//	pipe,startup=30s,label='rapfi, 2 threads':"/opt/my engines/pbrain-rapfi" --threads 2
//
// The options time (per move), match, grace, startup and pause have the form 300ms or 2s. Of these, time and match may
// have an increment, as in 10s+0.1s. The option memory is in bytes, or has k, m or g behind it. The options nodes,
// depth and threads are numbers, and info.KEY is the value of a key of INFO, without one the key is not told. The
// others are label; files, dos or unix; and folder, for files that the program keeps. Options that are missing come
// from defaults. A value with a comma, a colon or a blank needs quotes. Without a label the player has the name of its
// program, without ".exe". Labels become one plain line.
//
// Words of the command with blanks need single or double quotes. A backslash escapes the next character, except on
// Windows, where it belongs to paths.
func Parse(text string, defaults Spec) (Spec, error) {
	spec := defaults
	if err := spec.parse(text); err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	spec.Label = cmp.Or(spec.Label, game.Line(baseName(spec.Args[0])), string(spec.Protocol))
	return spec, nil
}

func (s *Spec) parse(text string) error {
	head, command, ok := cutHead(text)
	if !ok {
		return fmt.Errorf("want %s and a colon before the command, as in file:./tahoun", protocols)
	}
	if s.Protocol = Protocol(head[0]); !s.Protocol.known() {
		return fmt.Errorf("%q: want %s, as in file:./tahoun", s.Protocol, protocols)
	}
	err := s.setAll(head[1:])
	if err == nil {
		err = s.checkInfo()
	}
	if err == nil {
		s.Args, err = splitWords(command, runtime.GOOS != "windows")
	}
	if err == nil && (len(s.Args) == 0 || s.Args[0] == "") {
		err = errors.New("want a command after the colon, as in file:./tahoun")
	}
	return err
}

// cutHead splits text at the first colon outside quotes, and the part before it at the commas.
func cutHead(text string) (head []string, command string, ok bool) {
	var part strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			part.WriteByte(c)
		case c == '"' || c == '\'':
			quote = c
		case c == ',':
			head = append(head, part.String())
			part.Reset()
		case c == ':':
			return append(head, part.String()), text[i+1:], true
		default:
			part.WriteByte(c)
		}
	}
	return nil, "", false
}

// ParseOptions reads options of a player without a protocol and a command, as in nodes=1000,info.KEY=VALUE, and returns
// defaults with them.
func ParseOptions(text string, defaults Spec) (Spec, error) {
	head, rest, _ := cutHead(text + ":")
	if rest != "" {
		return defaults, fmt.Errorf("want options without a protocol and a command, got %q", text)
	}
	err := defaults.setAll(head)
	return defaults, err
}

func (s *Spec) setAll(options []string) error {
	for _, option := range options {
		if err := s.set(option); err != nil {
			return fmt.Errorf("option %q: %w", option, err)
		}
	}
	return nil
}

func (s *Spec) set(option string) (err error) {
	key, value, hasValue := strings.Cut(option, "=")
	switch key {
	case "time":
		err = s.SetTurn(value)
	case "match":
		err = s.SetMatch(value)
	case "grace":
		s.Grace, err = cli.ParseTime(value)
	case "startup":
		s.Startup, err = cli.ParseTime(value)
	case "pause":
		err = s.setPause(value)
	case "memory":
		s.Memory, err = ParseBytes(value)
	case "nodes":
		s.Nodes, err = parseCount(value, math.MaxInt64)
	case "depth":
		s.Depth, err = parseInt(value)
	case "threads":
		s.Threads, err = parseInt(value)
	case "label":
		s.Label = game.Line(value)
		err = wantText(s.Label)
	case "folder":
		s.Folder, err = value, wantText(value)
	case "files":
		s.Files, err = manager.ParseStyle(value)
	default:
		if name, own := strings.CutPrefix(key, infoPrefix); own {
			return s.setInfo(name, value, hasValue)
		}
		err = errors.New("want time=, match=, grace=, startup=, pause=, memory=, nodes=, depth=, threads=," +
			" info.KEY=, label=, files= or folder=")
	}
	return err
}

func wantText(value string) error {
	if value == "" {
		return errors.New("want text after the equals sign")
	}
	return nil
}

// ParseBytes reads an amount of memory: bytes, or with k, m or g behind it KiB, MiB or GiB.
func ParseBytes(text string) (int64, error) {
	digits, shift := text, 0
	if n := len(text); n > 0 {
		if unit := strings.IndexByte("kmg", text[n-1]|0x20); unit >= 0 {
			digits, shift = text[:n-1], 10*(unit+1)
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return 0, errors.New("want an amount of memory such as 350m or 1g")
	}
	return n << shift, nil
}

// splitWords splits a command as a shell does, without variables and patterns. In double quotes a backslash escapes
// only a quote and itself.
func splitWords(text string, escapes bool) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote byte
	begun := false // a word has begun, even if it is empty so far
	for i := 0; i < len(text); i++ {
		c := text[i]
		escape := c == '\\' && escapes && i+1 < len(text)
		switch {
		case escape && (quote == 0 || quote == '"' && strings.IndexByte(`"\`, text[i+1]) >= 0):
			i++
			word.WriteByte(text[i])
			begun = true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, begun = c, true
		case c != ' ' && c != '\t':
			word.WriteByte(c)
			begun = true
		case begun:
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("unclosed quote: want another %c", quote)
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

// baseName returns the name of the executable without its folder and ".exe".
func baseName(program string) string {
	if runtime.GOOS == "windows" {
		program = strings.ReplaceAll(program, `\`, "/")
	}
	name := path.Base(program)
	if ext := path.Ext(name); strings.EqualFold(ext, ".exe") && len(name) > len(ext) {
		name = name[:len(name)-len(ext)]
	}
	return name
}
