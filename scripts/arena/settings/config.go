package settings

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/afero"

	"tahoun/fileproto/file"
	"tahoun/scripts/internal/cli"
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
)

// Name is the name of a run's settings in its folder, beside which it has its openings: -continue needs nothing else.
const (
	Name         = "arena.cfg"
	openingsName = "openings.txt"
)

// ReadFile returns the content of a settings file, which may have 1 MiB.
func ReadFile(disk afero.Fs, name string) ([]byte, error) { return file.ReadWhole(disk, name, 1<<20) }

// read reads -config or -continue, and sets the flags that the command line does not give. Flags that neither gives
// have the values of presets.
func (c *commandLine) read(presets map[string]string) error {
	name := c.config
	if c.resume != "" {
		given := cli.Given(c.flags.set)
		switch {
		case given["config"] || given["out"]:
			return errors.New("-continue: want neither -config nor -out beside it")
		case given["openings"]:
			return errors.New("-continue: want no -openings, since the run has its own")
		}
		name = filepath.Join(c.resume, Name)
	}
	if name != "" {
		text, err := ReadFile(c.disk, name)
		if c.resume != "" && errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("-continue %s: no %s there;"+
				" runs of older versions go on by their command with -out %[1]s", c.resume, Name)
		}
		if err == nil {
			err = c.flags.read(name, string(text))
		}
		if err != nil {
			return err
		}
	}
	given := cli.Given(c.flags.set)
	var err error
	for name, value := range presets {
		if !given[name] {
			err = errors.Join(err, c.flags.set.Set(name, value))
		}
	}
	return err
}

// read sets the flags that the text of a file gives and the command line does not.
func (t flagTable) read(name, text string) error {
	given := cli.Given(t.set)
	given["pairs"] = given["pairs"] || given["games"] // two names of one number
	given["games"] = given["pairs"]
	lines := map[string]int{} // of the settings, from 1
	for i, line := range strings.Split(strings.TrimPrefix(text, "\uFEFF"), "\n") {
		line = strings.TrimSpace(line)
		key, value := line, ""
		if blank := strings.IndexAny(line, " \t"); blank >= 0 {
			key, value = line[:blank], strings.TrimSpace(line[blank:])
		}
		switch {
		case key == "" || strings.HasPrefix(key, "#"):
			continue
		case lines[key] > 0 && key != "p":
			return fmt.Errorf("%s:%d: %s is in line %d already", name, i+1, key, lines[key])
		case given[key]:
			lines[key] = i + 1
			continue
		case !t.saves(key):
			return fmt.Errorf("%s:%d: no setting %q", name, i+1, key)
		case value == "" && cli.Switch(t.set.Lookup(key)):
			value = "true"
		}
		lines[key] = i + 1
		if err := t.set.Set(key, value); err != nil {
			return fmt.Errorf("%s:%d: %s: %w", name, i+1, strings.TrimSpace(key+" "+value), err)
		}
	}
	return nil
}

func (t flagTable) saves(name string) bool {
	return slices.ContainsFunc(t.rows, func(r row) bool { return r.name == name && r.traits&once == 0 })
}

// text returns all flags that were given, as read reads them, with the texts of -p and with dir as an absolute path.
func (t flagTable) text(players []string, dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# The settings of this run, one flag in a line. arena -continue reads them.\ndir %s\n", dir)
	for _, p := range players {
		if strings.ContainsAny(p, "\r\n") {
			return "", errors.New("-p: want a player in one line")
		}
		fmt.Fprintf(&text, "p %s\n", game.Plain(p)) // nobody reads control characters in a settings file
	}
	t.set.Visit(func(f *flag.Flag) {
		if f.Name != "p" && f.Name != "dir" && t.saves(f.Name) {
			fmt.Fprintf(&text, "%s %s\n", f.Name, f.Value)
		}
	})
	return text.String(), nil
}

// from returns a path that begins at dir, unless it is absolute or empty. Without dir it begins at the current folder.
func from(dir, path string) string {
	if dir == "" || path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Write writes the settings and the openings into the run's folder.
func (s Settings) Write(disk afero.Fs) error {
	err := file.ReplaceByRename(disk, filepath.Join(s.Out, Name), file.Content([]byte(s.Text)))
	noStones := func(p match.Opening) bool { return len(p.Stones) == 0 } // which a line of offsets cannot tell
	if err != nil || len(s.Plan.Openings) == 0 || slices.ContainsFunc(s.Plan.Openings, noStones) {
		return err
	}
	return file.ReplaceByRename(disk, filepath.Join(s.Out, openingsName), func(w io.Writer) error {
		return match.WriteOpenings(w, s.Plan.Openings)
	})
}
