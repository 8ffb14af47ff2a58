package main

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
	"tahoun/scripts/internal/game"
	"tahoun/scripts/internal/match"
	"tahoun/scripts/internal/player"
)

// The names of a run's settings and openings in its folder. With them -continue needs nothing else.
const (
	configName   = "arena.cfg"
	openingsName = "openings.txt"
)

// maxConfig bounds the size of a settings file.
const maxConfig = 1 << 20

// configFlags are the flags that name other flags' values.
type configFlags struct {
	config, resume string
	dir            string
	presets        []preset
	text           string // all given flags, as configName has them
}

// A preset is the value of a flag that nothing gives.
type preset struct{ name, value string }

func (f *configFlags) register(flags *flag.FlagSet) {
	flags.StringVar(&f.config, "config", "", "read flags that the command line does not give from `FILE`, one in a line: name value; # begins a comment line")
	flags.StringVar(&f.resume, "continue", "", "go on with the run in `DIR`; more -pairs and another -j may be given")
	flags.StringVar(&f.dir, "dir", "", "`DIR` at which relative paths of players, openings and -log begin; without it the current folder")
}

// read reads -config or -continue, and sets the flags that the command line does not give. Flags that neither gives have
// the values of presets.
func (f *configFlags) read(disk afero.Fs, flags *flag.FlagSet) error {
	name := f.config
	if f.resume != "" {
		given := givenFlags(flags)
		switch {
		case given["config"] || given["out"]:
			return errors.New("-continue: want neither -config nor -out beside it")
		case given["openings"]:
			return errors.New("-continue: want no -openings, since the run has its own")
		}
		name = filepath.Join(f.resume, configName)
	}
	if name != "" {
		if err := f.readFile(disk, name, flags); err != nil {
			return err
		}
	}
	given := givenFlags(flags)
	for _, p := range f.presets {
		if given[p.name] {
			continue
		}
		if err := flags.Set(p.name, p.value); err != nil {
			return err
		}
	}
	return nil
}

// readFile sets the flags that a file gives and the command line does not.
func (f *configFlags) readFile(disk afero.Fs, name string, flags *flag.FlagSet) error {
	text, err := file.ReadWhole(disk, name, maxConfig)
	if f.resume != "" && errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("-continue %s: no %s there; runs of older versions go on by their command with -out %[1]s", f.resume, configName)
	}
	if err != nil {
		return err
	}
	given := givenFlags(flags)
	given["pairs"] = given["pairs"] || given["games"] // two names of one number
	given["games"] = given["pairs"]
	lines := map[string]int{} // of the settings, from 1
	for i, line := range strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n") {
		line = strings.TrimSpace(line)
		key, value := line, ""
		if blank := strings.IndexAny(line, " \t"); blank >= 0 {
			key, value = line[:blank], strings.TrimSpace(line[blank:])
		}
		f := flags.Lookup(key)
		switch {
		case key == "" || strings.HasPrefix(key, "#"):
			continue
		case lines[key] > 0 && key != "p":
			return fmt.Errorf("%s:%d: %s is in line %d already", name, i+1, key, lines[key])
		case given[key]:
			lines[key] = i + 1
			continue
		case f == nil || slices.Contains(unsaved, key):
			return fmt.Errorf("%s:%d: no setting %q", name, i+1, key)
		case value == "" && isSwitch(f):
			value = "true"
		}
		lines[key] = i + 1
		if err := flags.Set(key, value); err != nil {
			return fmt.Errorf("%s:%d: %s: %w", name, i+1, strings.TrimSpace(key+" "+value), err)
		}
	}
	return nil
}

// givenFlags returns the names of the flags that were given.
func givenFlags(flags *flag.FlagSet) map[string]bool {
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	return given
}

// unsaved are flags that belong to one call of the program, not to the run.
var unsaved = []string{"config", "continue", "out", "check", "v", "version"}

// isSwitch reports whether a flag may stand without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// keep notes all flags that were given, with players as the texts of -p and dir as an absolute path.
func (f *configFlags) keep(flags *flag.FlagSet, players []string) error {
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return err
	}
	var text strings.Builder
	fmt.Fprintf(&text, "# The settings of this run, one flag in a line. arena -continue reads them.\ndir %s\n", dir)
	for _, p := range players {
		fmt.Fprintf(&text, "p %s\n", game.Plain(p)) // nobody reads control characters in a settings file
	}
	flags.Visit(func(f *flag.Flag) {
		if f.Name != "p" && f.Name != "dir" && !slices.Contains(unsaved, f.Name) {
			fmt.Fprintf(&text, "%s %s\n", f.Name, f.Value)
		}
	})
	for _, p := range players {
		if strings.ContainsAny(p, "\r\n") {
			return errors.New("-p: want a player in one line")
		}
	}
	f.text = text.String()
	return nil
}

// from returns a path that begins at dir, unless it is absolute or empty. Without dir it begins at the current folder.
func from(dir, path string) string {
	if dir == "" || path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// located returns a player whose program and folder do not depend on the current folder.
func (o options) located(spec player.Spec) player.Spec {
	if name := spec.Args[0]; filepath.Base(name) != name { // others are looked for in PATH
		spec.Args = append([]string{from(o.dir, name)}, spec.Args[1:]...)
	}
	spec.Folder = from(o.dir, spec.Folder)
	return spec
}

// openingsPath returns where the openings are read from: a run that goes on has its own.
func (r rawFlags) openingsPath(disk afero.Fs) (string, error) {
	if r.resume != "" {
		own := filepath.Join(r.resume, openingsName)
		if there, err := afero.Exists(disk, own); there || err != nil {
			return own, err
		}
	}
	return from(r.dir, r.opening.path), nil
}

// writeSettings writes the settings and the openings into the run's folder.
func (o options) writeSettings(disk afero.Fs) error {
	err := file.ReplaceByRename(disk, filepath.Join(o.out, configName), file.Content([]byte(o.config)))
	noStones := func(p match.Opening) bool { return len(p.Stones) == 0 } // which a line of offsets cannot tell
	if err != nil || len(o.plan.Openings) == 0 || slices.ContainsFunc(o.plan.Openings, noStones) {
		return err
	}
	return file.ReplaceByRename(disk, filepath.Join(o.out, openingsName), func(w io.Writer) error {
		return match.WriteOpenings(w, o.plan.Openings)
	})
}
